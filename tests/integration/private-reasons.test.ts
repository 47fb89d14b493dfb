import { expect, test } from "vitest";
import { cachedFreeTimes } from "#app/appointments/booking/free-times/cached-free-times.server.ts";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { type Choices, choicesFrom } from "#app/appointments/booking/scheduler/choices.ts";
import { getScheduler } from "#app/appointments/booking/scheduler/get-scheduler.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { practice } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

const THURSDAY = "2027-05-06";
const REASON = "Imogen - migraine";
const IMOGEN = "demo-imogen-hartley";

/** Closes Thursday, for the whole practice unless told. */
async function close(app: AppContext, parts: { therapistId?: string | null; publicNote?: string } = {}) {
  const day = { kind: "closure", firstDay: THURSDAY, lastDay: THURSDAY, fromMinute: null, toMinute: null } as const;
  const draft = { ...day, therapistId: null, publicNote: null, reason: REASON, ...parts };
  expect(await addException(app, practice, { draft, accepted: [] })).toMatchObject({ kind: "changed" });
}

function schedulerOf(app: AppContext, therapist: string | null = null) {
  const choices = {
    service: "deep-tissue-massage",
    minutes: 60,
    therapist,
    before: null,
    preference: null,
    day: null,
    from: null,
    start: null,
    date: THURSDAY,
  };
  return schedulerFor(app, choices);
}

test.each([
  ["the whole practice", null, null],
  ["one therapist, who is asked for", IMOGEN, "imogen-hartley"],
] as const)("the reason of a closure of %s is told to no visitor", async (_, therapistId, slug) => {
  const app = await demoApp();
  await close(app, { therapistId });
  const input = { service: "deep-tissue-massage", therapist: slug, from: THURSDAY, to: THURSDAY };
  const scheduler = await schedulerOf(app, slug);
  expect(scheduler).toMatchObject({ movedNote: expect.stringMatching(/^Closed on Thursday 6 May\. .*next /) });
  const told = [scheduler, await askFreeTimes(app, input), await cachedFreeTimes(app, input)];
  expect(JSON.stringify([...told, await getGraph(app, { kind: "home" })])).not.toContain("migraine");
});

test("a sentence for visitors is told beside the day, and not the reason", async () => {
  const app = await demoApp();
  await close(app, { publicNote: "We are moving the couches." });
  const scheduler = await schedulerOf(app);
  expect(scheduler?.movedNote).toContain("Closed on Thursday 6 May. We are moving the couches.");
  expect(scheduler?.days.find(({ date }) => date === THURSDAY)?.open).toBeNull();
  expect(scheduler?.offNote).toBe("Closed on Thursday 6. We are moving the couches. No appointments on Sundays.");
});

test("a link to a closed day says why, and shows the next day with times", async () => {
  const app = await demoApp();
  await close(app, { publicNote: "We are moving the couches." });
  const choices = choicesFrom(new URLSearchParams(`service=deep-tissue-massage&day=${THURSDAY}`));
  expect((await schedulerFor(app, choices))?.movedNote).toBe(
    "Closed on Thursday 6 May. We are moving the couches. The next day with times is Friday 7 May.",
  );
});

test("a weekday without hours is said to be one", async () => {
  const app = await demoApp();
  const choices = {
    service: "deep-tissue-massage",
    minutes: 60,
    therapist: null,
    before: null,
    preference: null,
    day: null,
    from: null,
  };
  expect((await schedulerFor(app, { ...choices, start: null, date: "2027-05-09" }))?.movedNote).toContain(
    "No appointments on Sundays.",
  );
});

async function schedulerFor(app: AppContext, choices: Choices) {
  const scheduler = await getScheduler(app, choices, "en-GB");
  return scheduler && "unavailable" in scheduler ? null : scheduler;
}
