import { expect, test } from "vitest";
import { choicesFrom } from "#app/appointments/booking/scheduler/choices.ts";
import { getReschedule } from "#app/appointments/booking/scheduler/get-reschedule.server.ts";
import { getScheduler } from "#app/appointments/booking/scheduler/get-scheduler.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { contentChanged, demoApp } from "#tests/support/test-app.ts";

async function withFaults(): Promise<AppContext> {
  const app = await demoApp();
  const { kysely } = app.db;
  const idOf = async (slug: string) =>
    (await kysely.selectFrom("services").select("id").where("slug", "=", slug).executeTakeFirstOrThrow()).id;
  const [hidden, lengthless, unoffered] = await Promise.all(
    ["joint-mobilization", "relaxation-massage", "post-event-massage"].map(idOf),
  );
  await kysely.updateTable("services").set({ active: 0 }).where("id", "=", `${hidden}`).execute();
  await kysely.deleteFrom("service_lengths").where("service_id", "=", `${lengthless}`).execute();
  await kysely.deleteFrom("service_therapists").where("service_id", "=", `${unoffered}`).execute();
  return app;
}

test.each([
  ["an unknown treatment", "service=nope", "That treatment is not offered. Choose one from the list.", "treatment"],
  ["a hidden treatment", "service=joint-mobilization", /^That treatment is not offered/, "treatment"],
  ["a treatment without a length", "service=relaxation-massage", /^Relaxation Massage can’t be booked/, "treatment"],
  ["a treatment that no therapist offers", "service=post-event-massage", /can’t be booked online/, "treatment"],
  ["a treatment by enquiry", "service=event-massage", /can’t be booked online/, "treatment"],
  ["a length that no longer exists", "service=deep-tissue-massage&minutes=37", /does not come in that/, "length"],
  ["an unknown therapist", "service=deep-tissue-massage&therapist=nobody", /^That therapist does not/, "therapist"],
])("a link to %s says so, and nothing is chosen", async (_, query, sentence, what) => {
  const app = await withFaults();
  const shown = await getScheduler(app, choicesFrom(new URLSearchParams(query)), "en-GB");
  if (!shown || !("unavailable" in shown)) throw new Error("Something was chosen");
  const { unavailable } = shown;
  expect(unavailable.sentence).toEqual(typeof sentence === "string" ? sentence : expect.stringMatching(sentence));
  expect(unavailable.title).toContain(`Choose a ${what}`);
  const addresses = unavailable.rows.map(({ href }) => href);
  expect(addresses.join()).not.toMatch(/nope|nobody|=37|joint-mob|relaxation|post-event/);
  for (const href of addresses) {
    const next = await getScheduler(app, choicesFrom(new URL(href, "http://site").searchParams), "en-GB");
    expect(next && "chosen" in next && next.times.length, href).toBeGreaterThan(0);
  }
});

test("a therapist alone in a link leads to a treatment that they offer", async () => {
  const app = await demoApp();
  const { kysely } = app.db;
  const first = await kysely.selectFrom("services").select("id").orderBy("position").executeTakeFirstOrThrow();
  await kysely
    .deleteFrom("service_therapists")
    .where("service_id", "=", first.id)
    .where("therapist_id", "=", "demo-tom-ellery")
    .execute();
  const shown = await getScheduler(app, choicesFrom(new URLSearchParams("therapist=tom-ellery")), "en-GB");
  expect(shown).toMatchObject({ chosen: { therapist: "tom-ellery" } });
});

test("an appointment is moved to anyone's times only after saying that its therapist is not available", async () => {
  const app = await demoApp();
  const appointment = await booked(app, { therapist: "tom-ellery" });
  const choices = choicesFrom(new URLSearchParams());
  const unknown = await getReschedule(app, { appointment, choices, therapist: "nobody", locale: "en-GB" });
  expect(unknown?.movedNote).toMatch(/^That therapist is not available for this appointment\. .+ with anyone\./);
  await app.db.kysely.deleteFrom("service_therapists").where("therapist_id", "=", "demo-tom-ellery").execute();
  await contentChanged(app);
  const gone = await getReschedule(app, { appointment, choices, locale: "en-GB" });
  expect(gone?.movedNote).toMatch(/^Tom Ellery is not available for this appointment\. .+ with anyone\./);
  const anyone = await getReschedule(app, { appointment, choices, therapist: null, locale: "en-GB" });
  expect(anyone?.movedNote).toBeNull();
});
