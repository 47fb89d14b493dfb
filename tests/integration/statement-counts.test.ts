import { expect, test } from "vitest";
import { book } from "#app/appointments/booking/book.server.ts";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { forOneRequest } from "#app/platform/app-context.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { at, inputFor } from "#tests/support/booking-inputs.ts";
import { openAddress } from "#tests/support/scope/open-page.ts";
import { newSession } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { demoApp, engineOfThisRun, type TestApp } from "#tests/support/test-app.ts";

// The lock against whoever changes the hours (decisions/0171): SQLite needs none.
const LOCK = engineOfThisRun() === "postgres" ? 1 : 0;

async function limitedApp(): Promise<TestApp> {
  const app = await demoApp();
  return { ...app, config: { ...app.config, rateLimits: true } };
}

async function bookingBy(app: TestApp, input: { start: number }): Promise<number> {
  const asked = { input: inputFor(input), idempotencyKey: `draft ${input.start}`, clientAddress: "192.0.2.1" };
  return statementsOf(app, async (counted) => {
    expect(await book(counted, visitor, asked)).toMatchObject({ kind: "booked", again: false });
  });
}

test("a booking takes at most 14 statements of a new guest, and 12 of one who comes again", async () => {
  const app = await limitedApp();
  // Any page has read the practice's facts before; else it is two more.
  await readPractice(app);
  expect(await bookingBy(app, { start: at("10:00") })).toBeLessThanOrEqual(14 + LOCK);
  expect(await bookingBy(app, { start: at("14:00") })).toBeLessThanOrEqual(12 + LOCK);
});

test("free times take one statement, for the bookings, where the page has read the version", async () => {
  const app = forOneRequest(await demoApp());
  await readPractice(app);
  const input = { service: "deep-tissue-massage", from: "2027-05-10", to: "2027-05-16" };
  expect(await statementsOf(app, (counted) => askFreeTimes(counted, input))).toBe(1);
});

test.each([
  [["owner"], 15],
  [["reception"], 11],
  [["therapist"], 12],
  [["bookkeeper"], 8],
] as const)(
  "the dashboard of %s takes at most %i statements, as what waits is read once for all that show it",
  async (roles, most) => {
    const app = await demoApp();
    const therapistId = roles[0] === "therapist" ? "demo-imogen-hartley" : null;
    const { cookie } = await newSession(app, (await staffIn(app, { roles, therapistId })).id);
    const sent = await statementsOf(app, async (counted) => {
      expect(await openAddress(counted, cookie, "/admin")).toContain("need you");
    });
    expect(sent).toBeLessThanOrEqual(most);
  },
);
