import { expect, test } from "vitest";
import { book } from "#app/appointments/booking/book.server.ts";
import { cachedFreeTimes } from "#app/appointments/booking/free-times/cached-free-times.server.ts";
import { setWeek } from "#app/diary/stranded/set-week.server.ts";
import { getWeek } from "#app/hours/edit-hours.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { listAlternateDays } from "#app/practice/read-practice.server.ts";
import { shellOf } from "#app/routes/website/shell.server.ts";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { hoursLines } from "#app/settings/schemas/hours.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { getChecklist } from "#app/site/go-live/get-checklist.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { practice } from "#tests/support/practice.ts";
import { contentChanged, demoApp } from "#tests/support/test-app.ts";

const TOM = "demo-tom-ellery";
const WEEK_MS = 7 * 86_400_000;
// Tom works on Fridays of week A, beginning with that of 7 May 2027.
const cycle = { weekAFrom: "2027-05-03", week: "A" as const };
const weekly = [{ weekday: 5, fromMinute: 540, toMinute: 1020, cycle }];

async function fridaysOf(app: AppContext): Promise<string[]> {
  const asked = { service: "deep-tissue-massage", therapist: "tom-ellery", from: "2027-05-05", to: "2027-06-05" };
  const answer = await cachedFreeTimes(app, asked);
  if (answer.kind === "not-found") throw new Error(answer.message);
  return answer.days.filter(({ slots }) => slots.length > 0).map(({ date }) => date);
}

test("hours of every second week are offered and booked in theirs alone", async () => {
  const app = await demoApp();
  expect(await setWeek(app, practice, { therapistId: TOM, version: 1, weekly, accepted: [] })).toMatchObject({
    kind: "changed",
  });
  expect(await getWeek(app.db.kysely, TOM)).toEqual({ weekly, version: 2 });
  expect(await fridaysOf(app)).toEqual(["2027-05-07", "2027-05-21", "2027-06-04"]);
  await booked(app, { therapist: "tom-ellery" });
  const person = { name: "Ada Smith", phone: "+447700900982", email: "ada@example.com" };
  const input = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery", ...person };
  const nextWeek = { input: { ...input, start: FRIDAY_TEN + WEEK_MS }, idempotencyKey: null };
  expect((await book(app, { kind: "visitor" }, nextWeek)).kind).toBe("invalid");
});

test("a change of weeks names the bookings that it strands in the other week", async () => {
  const app = await demoApp();
  const inA = await booked(app, { therapist: "tom-ellery" });
  const inB = await booked(app, { therapist: "tom-ellery", start: FRIDAY_TEN + WEEK_MS });
  const outcome = await setWeek(app, practice, { therapistId: TOM, version: 1, weekly, accepted: [] });
  expect(outcome).toMatchObject({ kind: "strands", bookings: [{ id: inB.appointment.id }] });
  const other = [
    { ...weekly[0], weekday: 5, fromMinute: 540, toMinute: 1020, cycle: { ...cycle, week: "B" as const } },
  ];
  const turned = await setWeek(app, practice, { therapistId: TOM, version: 1, weekly: other, accepted: [] });
  expect(turned).toMatchObject({ kind: "strands", bookings: [{ id: inA.appointment.id }] });
});

test("public hours and structured data tell of alternate weeks, with the next date", async () => {
  const app = await demoApp();
  const { kysely } = app.db;
  const today = "2027-05-04";
  expect(await listAlternateDays(app, today)).toEqual([]);
  const saturdays = kysely.updateTable("working_hours").where("weekday", "=", 6);
  await saturdays.set({ week_a_from: "2027-05-03", cycle_week: "B" }).execute();
  await contentChanged(app);
  const alternate = await listAlternateDays(app, today);
  expect(alternate).toEqual([{ weekday: 6, next: "2027-05-15" }]);
  const { openingHours } = (await readSettings(kysely, app.log)).settings;
  expect(hoursLines(openingHours, alternate).at(-2)).toEqual({
    days: "Saturday",
    times: "10:00 AM to 5:00 PM, every second Saturday, next 15 May",
  });
  const { site } = await shellOf(app, { user: null } as Parameters<typeof shellOf>[1]);
  expect(JSON.stringify(site.hours)).toContain("every second Saturday, next 15 May");
  const checklist = await getChecklist(app, "en-GB", alternate);
  const line = checklist.flatMap(({ lines }) => lines).find(({ id }) => id === "hours");
  expect(line?.text).toContain("Saturday 10:00 AM to 5:00 PM, every second Saturday, next 15 May.");
  const graph = JSON.stringify(await getGraph(app, { kind: "home" }));
  expect(graph).not.toContain('"dayOfWeek":["Saturday"],"opens":"10:00","closes":"17:00"');
  expect(graph).toContain('"validFrom":"2027-05-15"');
  // The whole practice is closed on the first of them.
  const row = { id: "a-day", therapist_id: null, kind: "closure", first_day: "2027-05-15", last_day: "2027-05-15" };
  const rest = { from_minute: null, to_minute: null, reason: null, public_note: null };
  await kysely
    .insertInto("day_exceptions")
    .values({ ...row, ...rest })
    .execute();
  await contentChanged(app);
  expect(await listAlternateDays(app, today)).toEqual([{ weekday: 6, next: "2027-05-29" }]);
});
