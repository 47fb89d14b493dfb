import { expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { at, booked, rowCounts, tryToBook } from "#tests/support/booking-inputs.ts";
import { placeOf, sendCrowd } from "#tests/support/crowd.ts";
import { demoApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const PROCESSES = 3;
const ATTEMPTS = 10;
const QUANTA = 15;

test("three processes with ten callers each for one therapist's time: one wins, the rest are told", async () => {
  const app = await demoApp();
  const task = { kind: "book", start: at("10:00"), therapist: "tom-ellery", attempts: ATTEMPTS } as const;
  const words = (await sendCrowd(PROCESSES, { where: placeOf(app), now: TUESDAY_NINE, task })).flat();
  expect(words.filter((word) => word === "booked")).toHaveLength(1);
  expect(words.filter((word) => word === "taken")).toHaveLength(PROCESSES * ATTEMPTS - 1);
  await expectWhole(app, 1);
});

test("the same race for anyone fills exactly the three therapists who work", async () => {
  const app = await demoApp();
  const task = { kind: "book", start: at("10:00"), therapist: null, attempts: ATTEMPTS } as const;
  const words = (await sendCrowd(PROCESSES, { where: placeOf(app), now: TUESDAY_NINE, task })).flat();
  expect(words.filter((word) => word === "booked")).toHaveLength(3);
  expect(words.filter((word) => word === "taken")).toHaveLength(PROCESSES * ATTEMPTS - 3);
  await expectWhole(app, 3);
});

test("starts that overlap without being equal have one winner as well", async () => {
  const app = await demoApp();
  const starts = ["09:30", "09:45", "10:00", "10:15", "10:30"].map((time) => at(time));
  const tries = starts.flatMap((start) => [start, start, start]);
  const outcomes = await Promise.all(tries.map((start) => tryToBook(app, { start, therapist: "tom-ellery" })));
  expect(outcomes.filter(({ kind }) => kind === "booked")).toHaveLength(1);
  expect(outcomes.filter(({ kind }) => kind === "taken")).toHaveLength(tries.length - 1);
  await expectWhole(app, 1);
});

test("a claim in the way decides, even when the appointments read show the time as free", async () => {
  const app = await demoApp();
  const tom = { therapist: "tom-ellery" };
  const { id } = await booked(app, { ...tom, start: at("14:00") });
  const quantum = at("10:30") / 300_000;
  const claim = { therapist_id: "demo-tom-ellery", quantum, appointment_id: id };
  await app.db.kysely.insertInto("appointment_claims").values(claim).execute();
  const before = await rowCounts(app);
  expect((await tryToBook(app, { ...tom, start: at("10:00") })).kind).toBe("taken");
  expect(await rowCounts(app)).toEqual(before);
});

async function expectWhole(app: AppContext, bookings: number): Promise<void> {
  expect(await rowCounts(app)).toEqual({
    appointments: bookings,
    appointment_claims: bookings * QUANTA,
    outbox: bookings * 2,
    audit: bookings,
  });
}
