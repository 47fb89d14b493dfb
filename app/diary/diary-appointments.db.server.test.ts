import { expect, test } from "vitest";
import { MOST_IN_DAY } from "#app/diary/diary-appointments.db.server.ts";
import { getDiary } from "#app/diary/get-diary.server.ts";
import { listStartingIn } from "#app/diary/get-today.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { copied } from "#tests/support/copied.ts";
import { practice, setStatus } from "#tests/support/practice.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const ZONE = "Europe/London";
const MINUTE = 60_000;
// The last Sunday of October has 25 hours; the month's page ends with the Sunday after.
const LONG_DAY = "2027-10-31";
const [FIRST, LAST] = ["2027-09-27", "2027-10-31"];
const tom: Actor = { kind: "staff", userId: "t", roles: ["therapist"], therapistId: "demo-tom-ellery", choices: [] };
const sharing: Actor = { ...tom, choices: ["shared diaries"] };

const month = (app: TestApp, actor = practice, query = "") =>
  getDiary(app, actor, new URLSearchParams(`view=month&date=2027-10-05${query}`));

function every(minutes: number, { from, count }: { from: string; count: number }): number[] {
  return Array.from({ length: count }, (_, nth) => startOfDay(from, ZONE) + nth * minutes * MINUTE);
}

test("a month at the usual size shows every appointment, as a reading of all of them does", async () => {
  const app = await demoApp();
  const days = Array.from({ length: 37 }, (_, day) => addDays("2027-09-26", day));
  const ids = await copied(
    app,
    [...days, "2027-11-01"].flatMap((day) => every(90, { from: day, count: 3 })),
  );
  await setStatus(app, ids[6] ?? "", "CANCELLED");
  await copied(app, every(13, { from: "2027-10-12", count: MOST_IN_DAY - 3 }), "demo-priya-sandhu");
  const within = { start: startOfDay(FIRST, ZONE), end: startOfDay(addDays(LAST, 1), ZONE) };
  const all = await listStartingIn(app.db.kysely, within, { scope: "all" });
  const standing = all.filter(({ status }) => status !== "Cancelled");
  const { appointments, beyond } = await month(app);
  expect(standing.length).toBe(35 * 3 - 1 + MOST_IN_DAY - 3);
  expect(appointments.map(({ id }) => id)).toEqual(standing.map(({ id }) => id));
  for (const [at, { id, ...drawn }] of appointments.entries()) expect(standing[at]).toMatchObject(drawn);
  expect(beyond).toEqual(new Map());
});

test("of a full day it shows the first few, and how many more there are, on the day when the clocks change too", async () => {
  const app = await demoApp();
  // From its first to its last hour, and one in each of the days around it.
  const ids = await copied(app, every(50, { from: LONG_DAY, count: 30 }));
  await copied(app, every(1, { from: "2027-11-01", count: 1 }), "demo-priya-sandhu");
  const [before] = await copied(app, [startOfDay(LONG_DAY, ZONE) - 1], "demo-imogen-hartley");
  await setStatus(app, ids[2] ?? "", "cancelled");
  const { appointments, beyond } = await month(app);
  const [zeroth, first, , third, fourth, fifth] = ids;
  expect(appointments.map(({ id }) => id)).toEqual([before, zeroth, first, third, fourth, fifth]);
  expect(beyond).toEqual(new Map([[LONG_DAY, 29 - 5]]));
  expect(new Set(ids.map((id) => localDateOf(Number(id.split("-")[1]), ZONE)))).toEqual(new Set([LONG_DAY]));
});

test("each reads their own: a colleague's full day is counted among what is taken, or not at all", async () => {
  const app = await demoApp();
  await copied(app, every(20, { from: "2027-10-06", count: 26 }), "demo-priya-sandhu");
  const [own] = await copied(app, every(20, { from: "2027-10-06", count: 1 }));
  const ofAll = await month(app, sharing);
  expect(ofAll.appointments.map(({ id }) => id)).toEqual([own]);
  expect(ofAll.taken).toHaveLength(5);
  expect(ofAll.beyond).toEqual(new Map([["2027-10-06", 21]]));
  expect((await month(app, sharing, "&with=tom-ellery")).beyond).toEqual(new Map());
  expect((await month(app, sharing, "&with=priya-sandhu")).beyond).toEqual(new Map([["2027-10-06", 21]]));
  expect(await month(app, tom)).toMatchObject({ taken: [], beyond: new Map() });
  expect((await month(app, practice, "&with=priya-sandhu")).appointments).toHaveLength(5);
});

test("however many are booked, a month takes the same statements", async () => {
  const app = await demoApp();
  const count = () => statementsOf(app, (counted) => month(counted));
  // The first reads the practice's facts, too.
  await count();
  const none = await count();
  await copied(app, every(20, { from: "2027-10-06", count: 40 }));
  expect(await count()).toBe(none);
});
