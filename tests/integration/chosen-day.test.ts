import { expect, test } from "vitest";
import { choicesFrom } from "#app/appointments/booking/scheduler/choices.ts";
import { getReschedule } from "#app/appointments/booking/scheduler/get-reschedule.server.ts";
import { getScheduler } from "#app/appointments/booking/scheduler/get-scheduler.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { at, booked, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { demoApp } from "#tests/support/test-app.ts";

const THURSDAY = "2027-05-06";

test("a therapist with nothing on the chosen day moves it to the next day with times, and the page says so", async () => {
  const app = await withoutTomOnWednesdays();
  const shown = await schedulerFor(app, `day=${WEDNESDAY}&from=2027-05-04&therapist=tom-ellery`);
  expect(shown.chosen.day).toBe(THURSDAY);
  expect(shown.dayTitle).toBe("Thursday 6 May");
  expect(shown.times.length).toBeGreaterThan(0);
  expect(shown.movedNote).toBe("No times with Tom Ellery on Wednesday 5 May. Tom is next free on Thu 6 May.");
  expect(shown.days.filter(({ date }) => date === shown.chosen.day)[0]?.open).not.toBeNull();
});

test("a day that stays has no such sentence", async () => {
  const app = await withoutTomOnWednesdays();
  const anyone = await schedulerFor(app, `day=${WEDNESDAY}&from=2027-05-04`);
  expect(anyone).toMatchObject({ movedNote: null, chosen: { day: WEDNESDAY } });
});

test("the next day with times may lie beyond the weeks that are shown, or before the chosen day", async () => {
  const app = await demoApp();
  await app.db.kysely.deleteFrom("working_hours").where("therapist_id", "=", "demo-tom-ellery").execute();
  const only = { id: "far", therapist_id: "demo-tom-ellery", kind: "opening", first_day: "2027-07-07" };
  await app.db.kysely
    .insertInto("day_exceptions")
    .values({ ...only, last_day: "2027-07-07", from_minute: 600, to_minute: 720, reason: null, public_note: null })
    .execute();
  const far = await schedulerFor(app, `day=${WEDNESDAY}&from=2027-05-04&therapist=tom-ellery`);
  expect(far.chosen.day).toBe("2027-07-07");
  const before = await schedulerFor(app, "day=2027-07-21&from=2027-05-04&therapist=tom-ellery");
  expect(before.chosen.day).toBe("2027-07-07");
  expect(before.movedNote).toContain("The nearest day with times is Wednesday 7 July.");
});

test("a day that has passed, in an old link, says so", async () => {
  const shown = await schedulerFor(await demoApp(), "day=2027-05-03");
  expect(shown.chosen.day).toBe("2027-05-04");
  expect(shown.movedNote).toBe("Monday 3 May has passed. The next day with times is Tuesday 4 May.");
});

test("a typed day without times moves to the next one that has some, and says why", async () => {
  const shown = await schedulerFor(await demoApp(), "date=9+5+2027");
  expect(shown.chosen.day).toBe("2027-05-10");
  expect(shown.movedNote).toBe("No appointments on Sundays. The next day with times is Monday 10 May.");
  expect(shown.times.length).toBeGreaterThan(0);
});

test("a typed date that can't be read leaves the chosen day as it is", async () => {
  const shown = await schedulerFor(await demoApp(), `day=${THURSDAY}&from=2027-05-04&date=soon`);
  expect(shown).toMatchObject({ chosen: { day: THURSDAY }, goTo: { typed: "soon" }, movedNote: null });
});

test("a chosen time stays with another therapist who is free, and is said to be gone with one who is not", async () => {
  const app = await demoApp();
  const ten = new Date(at("10:00")).toISOString();
  const query = `day=${WEDNESDAY}&from=2027-05-04&start=${ten}`;
  await booked(app, { therapist: "tom-ellery" });
  expect((await schedulerFor(app, `${query}&therapist=priya-sandhu`)).chosen.start).toBe(ten);
  const gone = await schedulerFor(app, `${query}&therapist=tom-ellery`);
  expect(gone).toMatchObject({
    chosen: { start: null },
    goneNote: "10:00 isn’t free with Tom Ellery. Choose another time.",
  });
});

test("another therapist for an appointment that is being moved moves the day as well", async () => {
  const app = await withoutTomOnWednesdays();
  const appointment = await booked(app, { therapist: "imogen-hartley" });
  const query = new URLSearchParams(`day=${WEDNESDAY}&from=2027-05-04`);
  const input = { appointment, choices: choicesFrom(query), therapist: "tom-ellery", locale: "en-GB" };
  const shown = await getReschedule(app, input);
  expect(shown?.chosen.day).toBe(THURSDAY);
  expect(shown?.movedNote).toContain("No times with Tom Ellery on Wednesday 5 May.");
});

test("a day that is nearly full shows times of the next days beneath, until there are six", async () => {
  const app = await demoApp();
  const { kysely } = app.db;
  const hours = kysely.updateTable("working_hours").where("weekday", "=", 3);
  // On Wednesday an hour and a quarter: 9:00 and 9:15.
  await hours.set({ from_minute: 540, to_minute: 615 }).execute();
  const shown = await schedulerFor(app, `day=${WEDNESDAY}&from=${WEDNESDAY}`);
  expect(shown.chosen.day).toBe(WEDNESDAY);
  expect(shown.times.map(({ label }) => label)).toEqual(["09:00", "09:15"]);
  expect(shown.further).toEqual([
    {
      ...{ day: THURSDAY, title: "Thursday 6 May" },
      times: ["09:00", "09:15", "09:30", "09:45"].map((label, index) => ({
        label,
        start: new Date(Date.UTC(2027, 4, 6, 8) + index * 900_000).toISOString(),
      })),
    },
  ]);
  // Of a day with enough, four of the next day fill a desk's column.
  const enough = await schedulerFor(app, `day=${THURSDAY}&from=${WEDNESDAY}`);
  expect(enough.further).toMatchObject([{ day: "2027-05-07", title: "Friday 7 May", isWide: true }]);
  const row = enough.further[0]?.times.map(({ label }) => label) ?? [];
  expect([row.length, row[0], row]).toEqual([4, "09:00", [...new Set(row)].sort()]);
});

test("full days stay in sight though nothing else is free that week", async () => {
  const app = await demoApp();
  // Tom works this Wednesday and the Tuesday after, and Wednesday is taken up.
  await app.db.kysely.deleteFrom("working_hours").where("therapist_id", "=", "demo-tom-ellery").execute();
  for (const [id, day] of [
    ["near", WEDNESDAY],
    ["far", "2027-05-11"],
  ] as const) {
    const opening = { therapist_id: "demo-tom-ellery", kind: "opening", first_day: day, last_day: day };
    const hours = { from_minute: 600, to_minute: 660, reason: null, public_note: null };
    await app.db.kysely
      .insertInto("day_exceptions")
      .values({ id, ...opening, ...hours })
      .execute();
  }
  await booked(app, { therapist: "tom-ellery" });
  const shown = await schedulerFor(app, "therapist=tom-ellery");
  expect(shown.chosen.day).toBe("2027-05-11");
  const cells = shown.days.flatMap(({ date, open }) => (open?.inStrip ? [[date, open.free > 0]] : []));
  expect(cells).toEqual([
    [WEDNESDAY, false],
    ["2027-05-11", true],
  ]);
});

async function withoutTomOnWednesdays() {
  const app = await demoApp();
  await app.db.kysely
    .deleteFrom("working_hours")
    .where("therapist_id", "=", "demo-tom-ellery")
    .where("weekday", "=", 3)
    .execute();
  return app;
}

async function schedulerFor(app: AppContext, query: string) {
  const choices = choicesFrom(new URLSearchParams(`service=deep-tissue-massage&minutes=60&${query}`));
  const scheduler = await getScheduler(app, choices, "en-GB");
  if (!scheduler || "unavailable" in scheduler) throw new Error("Nothing to book");
  return scheduler;
}
