import { expect, test } from "vitest";
import { at, booked, rowCounts, therapistOf, tryToBook } from "#tests/support/booking-inputs.ts";
import { demoApp } from "#tests/support/test-app.ts";

const NOTHING = { appointments: 0, appointment_claims: 0, outbox: 0, audit: 0 };

// The clock stands at 9:00 on Tuesday 4 May 2027; two hours’ notice, ninety days ahead.
test.each([
  ["an unknown service", { service: "hot-stones" }, "service", /not offered/],
  ["a service by enquiry", { service: "event-massage" }, "service", /can’t be booked online/],
  ["a length it does not come in", { minutes: 30 }, "minutes", /length/],
  ["an unknown therapist", { therapist: "nobody" }, "therapist", /Choose another/],
  [
    "a therapist who does not give it",
    { service: "joint-mobilization", therapist: "tom-ellery" },
    "therapist",
    /does not/,
  ],
  ["a time in the past", { start: at("08:00", "2027-05-04") }, "start", /has passed/],
  ["a time inside the notice", { start: at("10:45", "2027-05-04") }, "start", /at least 2 hours’ notice/],
  ["a day past the horizon", { start: at("10:00", "2027-08-03") }, "start", /up to 90 days/],
  ["a time before hours", { start: at("08:45") }, "start", /at that time/],
  ["an end after hours", { start: at("16:15") }, "start", /at that time/],
  ["a day off", { start: at("10:00", "2027-05-09") }, "start", /at that time/],
  ["a bank holiday", { start: at("10:00", "2027-05-31") }, "start", /at that time/],
  ["a lunch break", { start: at("12:30"), therapist: "imogen-hartley" }, "start", /at that time/],
  ["a minute off the grid", { start: at("10:05") }, "start", /that minute/],
  ["seconds off the grid", { start: at("10:00") + 1000 }, "start", /that minute/],
])("%s is refused by name and leaves nothing", async (_, input, field, message) => {
  const app = await demoApp();
  const outcome = await tryToBook(app, input, "draft");
  expect(outcome).toEqual({ kind: "invalid", field, message: expect.stringMatching(message) });
  expect(await rowCounts(app)).toEqual(NOTHING);
});

test("the first minute after the notice and the last day of the horizon can be booked", async () => {
  const app = await demoApp();
  expect((await booked(app, { start: at("11:00", "2027-05-04") })).start).toBe(at("11:00", "2027-05-04"));
  expect((await booked(app, { start: at("09:00", "2027-08-02") })).start).toBe(at("09:00", "2027-08-02"));
});

test("'anyone' goes to whoever has the fewest bookings that day, then in the listed order, then to nobody", async () => {
  const app = await demoApp();
  await booked(app, { therapist: "imogen-hartley", start: at("14:00") });
  const takers = [await booked(app), await booked(app), await booked(app)].map(therapistOf);
  expect(takers).toEqual(["tom-ellery", "priya-sandhu", "imogen-hartley"]);
  expect((await tryToBook(app)).kind).toBe("taken");
});

test("the turnaround keeps the next start away, before and after", async () => {
  const app = await demoApp();
  const tom = { therapist: "tom-ellery" };
  await booked(app, { ...tom, start: at("11:00") });
  // The booking holds 11:00 to 12:15; an hour needs the 75 minutes before it free.
  for (const start of ["10:00", "10:30", "11:00", "11:45", "12:00"]) {
    expect((await tryToBook(app, { ...tom, start: at(start) })).kind, start).toBe("taken");
  }
  await booked(app, { ...tom, start: at("09:45") });
  await booked(app, { ...tom, start: at("12:15") });
});

test("a buffer may lie outside working hours, and is claimed there", async () => {
  const app = await demoApp();
  await app.db.kysely
    .updateTable("services")
    .set({ buffer_before: 10 })
    .where("slug", "=", "deep-tissue-massage")
    .execute();
  const first = await booked(app, { start: at("09:00") });
  const last = await booked(app, { start: at("16:00") });
  expect([first.blockStart, last.blockEnd]).toEqual([at("08:50"), at("17:15")]);
});

test("'just taken' names the three nearest free times", async () => {
  const app = await demoApp();
  const tom = { therapist: "tom-ellery" };
  await booked(app, { ...tom, start: at("11:00") });
  const outcome = await tryToBook(app, { ...tom, start: at("11:00") });
  if (outcome.kind !== "taken") throw new Error(outcome.kind);
  expect(outcome.message).toBe("That time has just been taken");
  expect(outcome.near.map(({ start }) => start).sort()).toEqual([at("09:30"), at("09:45"), at("12:15")]);
  const names = outcome.others.map(({ name }) => name);
  expect(names.sort()).toEqual(["Imogen Hartley", "Priya Sandhu"]);
  await booked(app, { therapist: "priya-sandhu", start: at("11:00") });
  const again = await tryToBook(app, { ...tom, start: at("11:00") });
  expect(again.kind === "taken" && again.others.map(({ name }) => name)).toEqual(["Imogen Hartley"]);
});

test("with anyone asked for, nobody else is left to name", async () => {
  const app = await demoApp();
  for (const therapist of ["tom-ellery", "imogen-hartley", "priya-sandhu"]) await booked(app, { therapist });
  const outcome = await tryToBook(app);
  expect(outcome.kind === "taken" && outcome.others).toEqual([]);
});

test("a cancelled appointment's time can be booked again", async () => {
  const app = await demoApp();
  const tom = { therapist: "tom-ellery" };
  const { id } = await booked(app, tom);
  await app.db.kysely.updateTable("appointments").set({ status: "Cancelled" }).where("id", "=", id).execute();
  await app.db.kysely.deleteFrom("appointment_claims").where("appointment_id", "=", id).execute();
  expect((await booked(app, tom)).id).not.toBe(id);
});
