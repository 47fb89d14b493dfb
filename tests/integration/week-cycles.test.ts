import { expect, test } from "vitest";
import { getWeek } from "#app/availability/edit-hours.db.server.ts";
import { book } from "#app/booking/book.server.ts";
import { cachedFreeTimes } from "#app/booking/cached-free-times.server.ts";
import { setWeek } from "#app/diary/set-week.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { practice } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

const TOM = "demo-tom-ellery";
const WEEK_MS = 7 * 86_400_000;
// Tom works on Fridays of week A, beginning with that of 7 May 2027.
const cycle = { weekAFrom: "2027-05-03", week: "A" as const };
const weekly = [{ weekday: 5, fromMinute: 540, toMinute: 1020, cycle }];

async function fridaysOf(app: AppContext): Promise<string[]> {
  const asked = { service: "deep-tissue-massage", therapist: "tom-ellery", from: "2027-05-05", to: "2027-06-05" };
  const answer = await cachedFreeTimes(app, asked);
  if (answer.kind === "unknown") throw new Error(answer.message);
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
