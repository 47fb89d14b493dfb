import { expect, test } from "vitest";
import { type BookOutcome, book } from "#app/appointments/booking/book.server.ts";
import { releaseSome } from "#app/appointments/booking/booking.jobs.server.ts";
import { holdSecretOf } from "#app/appointments/booking/booking-holds.db.server.ts";
import { confirmHold, getHoldBySecret } from "#app/appointments/booking/confirm-hold.server.ts";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { getStanding } from "#app/appointments/booking/limit-booking.server.ts";
import { cancelUnproven } from "#app/diary/booking/change-many.server.ts";
import { appointmentListFilterFrom } from "#app/diary/lists/appointment-list.ts";
import { listAppointments } from "#app/diary/lists/list-appointments.server.ts";
import { renderers } from "#app/mails.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { expectBooked, inputFor } from "#tests/support/booking-inputs.ts";
import { practice, waitingKinds } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const SERVICE = "deep-tissue-massage";
const HOUR = 3_600_000;
const WEEK = { from: "2027-05-10", to: "2027-05-16" };
const AHEAD = { from: "2027-05-05", to: "2027-07-30" };

type Days = { from: string; to: string };

async function freeStarts(app: TestApp, days: Days, therapist?: string): Promise<number[]> {
  return (await freeSlots(app, days, therapist)).map(({ start }) => start);
}

async function freeSlots(app: TestApp, days: Days, therapist?: string) {
  const answer = await askFreeTimes(app, { service: SERVICE, therapist, ...days });
  if (answer.kind === "not-found") throw new Error(answer.message);
  return answer.days.flatMap(({ slots }) => slots);
}

/** Books as a stranger; the number makes another person, and `from` is the connection. */
function bookAs(app: TestApp, number: number, { start, from, ...parts }: Stranger): Promise<BookOutcome> {
  const email = `stranger-${number}@example.com`;
  const phone = `+4479460${String(number).padStart(5, "0")}`;
  const input = inputFor({ name: `Stranger ${number}`, email, phone, service: SERVICE, start, ...parts });
  return book(app, visitor, { input, idempotencyKey: null, clientAddress: from });
}

type Stranger = { start: number; from: string } & Partial<Parameters<typeof inputFor>[0]>;

const elsewhere = (number: number) => `2001:db8:${number.toString(16)}::1`;

/** 500 bookings spread over the free times of these days; which share is free afterwards: starts, and each therapist's starts. */
async function attack(app: TestApp, days: Days, from: (number: number) => string) {
  const count = async () => (await freeSlots(app, days)).flatMap(({ therapists }) => therapists).length;
  const [before, ofEach] = [await freeStarts(app, days), await count()];
  for (let number = 0; number < 500; number++) {
    const start = before[(number * 7) % before.length] ?? 0;
    await bookAs(app, number, { start, from: from(number) });
  }
  return { ofAnyone: (await freeStarts(app, days)).length / before.length, ofEach: (await count()) / ofEach };
}

test.each([
  ["500 connections, over all days", AHEAD, elsewhere],
  ["500 connections, in one week", WEEK, elsewhere],
  ["one connection, over all days", AHEAD, () => "198.51.100.7"],
  ["one network of 500 addresses, in one week", WEEK, (number: number) => `2001:db8::${number.toString(16)}`],
] as const)("500 made-up bookings from %s leave 85 %% of the times to everyone else", async (_, days, from) => {
  const app = await demoApp({ config: { rateLimits: true, smtpUrl: "smtp://127.0.0.1:1" } });
  const left = await attack(app, days, from);
  expect(left.ofAnyone).toBeGreaterThanOrEqual(0.85);
  // In one week two times of each day are the least that guests may book, and a day has few.
  expect(left.ofEach).toBeGreaterThanOrEqual(days === AHEAD ? 0.85 : 0.7);
});

test("one mailbox is one mailbox, however its address is written, and no other is counted with it", async () => {
  const app = await demoApp();
  const starts = await freeStarts(app, AHEAD);
  const emails = ["s_m@example.com", "S_m+one@example.com", "s_m+two@Example.com"];
  const others = ["sam+three@example.com", "s_m+four@example.org", "s_mm@example.com"];
  for (const [number, email] of [...emails, ...others].entries()) {
    await bookAs(app, number, { start: starts[number * 9] ?? 0, from: elsewhere(number), email });
  }
  const asked = { phone: "", origin: "", date: "2027-05-10", zone: "Europe/London", key: null, now: app.clock.now() };
  const countOf = async (email: string) => (await getStanding(app.db.kysely, { ...asked, email })).byEmail;
  expect(await Promise.all(["s_m@example.com", "s_m+new@example.com"].map(countOf))).toEqual([3, 3]);
});

test("who books more slowly than the hour's limit does not get further in a day", async () => {
  const app = await demoApp({ config: { rateLimits: true, smtpUrl: "smtp://127.0.0.1:1" } });
  const before = await freeStarts(app, WEEK);
  for (let number = 0; number < 120; number++) {
    app.clock.set(app.clock.now() + 6 * 60_000);
    await releaseSome(app);
    await bookAs(app, number, { start: before[(number * 7) % before.length] ?? 0, from: elsewhere(number) });
  }
  const kept = await app.db.kysely.selectFrom("appointments").selectAll().where("origin", "is not", null).execute();
  const standing = kept.filter(({ status }) => status === "Confirmed");
  // A quarter of each day's 24 hours of work, or four bookings.
  expect(
    Math.max(
      ...Map.groupBy(standing, ({ starts_at }) => Math.floor(starts_at / 86_400_000))
        .values()
        .map((day) => day.length),
    ),
  ).toBeLessThanOrEqual(5);
});

async function thirdGuest() {
  const app = await demoApp({ config: { rateLimits: true, smtpUrl: "smtp://127.0.0.1:1" } });
  const starts = await freeStarts(app, { from: "2027-05-11", to: "2027-05-11" }, "imogen-hartley");
  const [first = 0, second = 0, third = 0] = [starts[0], starts[8], starts[16]];
  expectBooked(await bookAs(app, 1, { start: first, from: elsewhere(1) }));
  expectBooked(await bookAs(app, 2, { start: second, from: elsewhere(2) }));
  await app.db.kysely.deleteFrom("outbox").execute();
  const start = third;
  const key = "draft";
  const input = inputFor({ email: "ada@example.com", service: SERVICE, therapist: "imogen-hartley", start });
  const send = (parts: object = {}) =>
    book(app, visitor, { input: { ...input, ...parts }, idempotencyKey: key, clientAddress: elsewhere(3) });
  return { app, start, send };
}

async function requestIdOf(app: TestApp): Promise<string> {
  return (await app.db.kysely.selectFrom("booking_requests").select("id").executeTakeFirstOrThrow()).id;
}

test("a guest beyond the share of a day is mailed a link, and the diary hears nothing of it", async () => {
  const { app, start, send } = await thirdGuest();
  const counts = () =>
    Promise.all(
      (["appointments", "appointment_claims", "clients", "client_keys"] as const).map(
        async (table) => (await app.db.kysely.selectFrom(table).selectAll().execute()).length,
      ),
    );
  const before = await counts();
  expect(await send()).toMatchObject({ kind: "link-sent", start });
  expect(await counts()).toEqual(before);
  expect(await waitingKinds(app)).toEqual(["booking-request-client"]);
  expect(await send()).toMatchObject({ kind: "link-sent", start });
  expect(await send({ name: "Other" })).toMatchObject({ kind: "key-used" });
  expect(await waitingKinds(app)).toEqual(["booking-request-client"]);

  const requestId = await requestIdOf(app);
  const secret = holdSecretOf(app, requestId);
  const mail = await renderers["booking-request-client"](app, { requestId });
  expect(mail?.text).toContain(`/booking/${secret}/keep`);
  expect(mail?.text).toContain("if it is still free");
  expect(await getHoldBySecret(app, secret)).toMatchObject({ state: "request" });
  const kept = await confirmHold(app, secret);
  expect(kept).toMatchObject({ kind: "kept" });
  expect(await confirmHold(app, secret)).toEqual(kept);
  const row = await app.db.kysely.selectFrom("appointments").selectAll().where("id", "=", requestId).execute();
  expect(row).toMatchObject([{ status: "Confirmed", starts_at: start, unproven: 0 }]);
  expect(await waitingKinds(app)).toContain("appointment-confirmed-practice");
  expect(await send()).toMatchObject({ kind: "booked", again: true });
});

test("a link whose time someone else has booked says so, and books nothing", async () => {
  const { app, start, send } = await thirdGuest();
  await send();
  const input = inputFor({ service: SERVICE, therapist: "imogen-hartley", start });
  expectBooked(await book(app, practice, { input, idempotencyKey: null }));
  const secret = holdSecretOf(app, await requestIdOf(app));
  const outcome = await confirmHold(app, secret);
  expect(outcome).toMatchObject({ kind: "refused" });
  expect(await confirmHold(app, secret)).toEqual(outcome);
});

test("a link works for a day, and then what was typed is deleted", async () => {
  const { app, send } = await thirdGuest();
  await send();
  const secret = holdSecretOf(app, await requestIdOf(app));
  app.clock.set(app.clock.now() + 24 * HOUR);
  expect(await confirmHold(app, secret)).toEqual({ kind: "released" });
  while ((await releaseSome(app)) > 0);
  expect(await app.db.kysely.selectFrom("booking_requests").selectAll().execute()).toEqual([]);
});

test("two presses at once book once", async () => {
  const { app, send } = await thirdGuest();
  await send();
  const requestId = await requestIdOf(app);
  const both = await Promise.all([1, 2].map(() => confirmHold(app, holdSecretOf(app, requestId))));
  expect(both.map(({ kind }) => kind)).toEqual(["kept", "kept"]);
});

test("one person has three holds at most, whatever day they are for", async () => {
  const app = await demoApp({ config: { rateLimits: true, smtpUrl: "smtp://127.0.0.1:1" } });
  const starts = [];
  for (const day of [10, 11, 12, 13, 14, 17, 18, 19]) {
    const date = `2027-05-${day}`;
    starts.push((await freeStarts(app, { from: date, to: date }))[0] ?? 0);
  }
  const kinds = [];
  for (const [number, start] of starts.entries()) {
    const outcome = await bookAs(app, number, { start, from: elsewhere(number), email: "ada@example.com" });
    kinds.push(outcome.kind === "booked" ? outcome.appointment.status : outcome.kind);
  }
  const expected = ["Confirmed", "Confirmed", "Confirmed", "Confirmed", "Pending", "Pending", "Pending", "link-sent"];
  expect(kinds).toEqual(expected);
});

test("the practice sees unconfirmed bookings together and cancels them in one step", async () => {
  const { app, send } = await thirdGuest();
  await send();
  const filter = appointmentListFilterFrom(new URLSearchParams("proof=none"));
  const place = { sort: "date", down: false, page: 1 } as const;
  const listed = async () => (await listAppointments(app, practice, { filter, ...place })).rows.map(({ name }) => name);
  expect(await listed()).toEqual(["Stranger 1", "Stranger 2"]);
  await confirmHold(app, holdSecretOf(app, await requestIdOf(app)));
  expect(await listed()).toEqual(["Stranger 1", "Stranger 2"]);
  expect(await cancelUnproven(app, practice)).toEqual({ done: 2, left: 0 });
  expect(await listed()).toEqual([]);
  const mails = await app.db.kysely
    .selectFrom("outbox")
    .select("by_stranger")
    .where("kind", "=", "appointment-cancelled-client")
    .execute();
  expect(mails).toEqual([{ by_stranger: 1 }, { by_stranger: 1 }]);
});
