import { expect, test } from "vitest";
import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment, getOtherOfTwo, listBookedWith } from "#app/appointments/appointments.db.server.ts";
import { bookSeveral } from "#app/appointments/booking/book-several.server.ts";
import type { BookingInput } from "#app/appointments/booking/booking.form.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { at, booked, expectBooked, inputFor, rowCounts } from "#tests/support/booking-inputs.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const forTwo = (app: TestApp, input: Partial<BookingInput> = {}, idempotencyKey: string | null = null) =>
  bookSeveral(app, visitor, {
    input: inputFor(input),
    several: { people: 2 },
    idempotencyKey,
    clientAddress: "192.0.2.1",
  });

async function bothIn(app: TestApp, input: Partial<BookingInput> = {}): Promise<[Appointment, Appointment]> {
  const { appointment } = expectBooked(await forTwo(app, input));
  const other = await getOtherOfTwo(app.db.kysely, appointment);
  if (!other) throw new Error("The second one is missing");
  return [appointment, other];
}

async function clientMails(app: TestApp): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("outbox").select("kind").orderBy("kind").execute();
  return rows.map(({ kind }) => kind).filter((kind) => kind.endsWith("-client"));
}

const holderOf = ({ id }: Appointment) => ({ kind: "holder", appointmentId: id }) as const;

const nowOf = async (app: TestApp, { id }: Appointment) => {
  const found = await getAppointment(app.db.kysely, id);
  if (!found) throw new Error("The appointment is missing");
  return found;
};

test("two people get one time with two therapists, one mail, and an appointment each", async () => {
  const app = await demoApp();
  const [first, second] = await bothIn(app, { therapist: "tom-ellery", price: 11_600 });
  expect(first.therapistId).toBe("demo-tom-ellery");
  expect(second.therapistId).not.toBe(first.therapistId);
  expect([second.start, second.name, second.pricePence]).toEqual([first.start, "Ada Smith", 5800]);
  expect(await clientMails(app)).toEqual(["series-booked-client"]);
});

test("with one therapist free nothing is booked, and neither with another price", async () => {
  const app = await demoApp();
  for (const therapist of ["tom-ellery", "priya-sandhu"]) await booked(app, { therapist });
  const before = await rowCounts(app);
  expect(await forTwo(app)).toMatchObject({ kind: "taken" });
  expect(await forTwo(app, { start: at("12:00"), price: 5800 })).toMatchObject({
    kind: "repriced",
    message: "That time costs £116.00. Check it, and confirm if you’re happy",
  });
  expect(await rowCounts(app)).toEqual(before);
});

test("six at once for three therapists: one pair is booked whole, the others get nothing", async () => {
  const app = await demoApp();
  const outcomes = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((nth) => forTwo(app, { email: `ada-${nth}@example.com`, phone: `+44163296000${nth}` })),
  );
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["booked", "taken", "taken", "taken", "taken", "taken"]);
  expect((await rowCounts(app)).appointments).toBe(2);
});

test("a form sent twice books once, and a changed one is refused", async () => {
  const app = await demoApp();
  const first = expectBooked(await forTwo(app, {}, "one-form"));
  const again = expectBooked(await forTwo(app, {}, "one-form"));
  expect([again.again, again.appointment.id]).toEqual([true, first.appointment.id]);
  expect(await forTwo(app, { name: "Bo" }, "one-form")).toEqual({ kind: "key-used" });
});

test("both are cancelled together in one mail, or one alone", async () => {
  const app = await demoApp();
  const [first, second] = await bothIn(app);
  await cancel(app, holderOf(first), { appointmentId: first.id, reason: null, both: true });
  for (const each of [first, second]) expect(viewStatus((await nowOf(app, each)).status)).toBe("Cancelled");
  expect(await clientMails(app)).toEqual(["series-booked-client", "series-cancelled-client"]);
  const [third, fourth] = await bothIn(app, { start: at("12:00") });
  await cancel(app, holderOf(third), { appointmentId: third.id, reason: null });
  expect(viewStatus((await nowOf(app, fourth)).status)).toBe("Confirmed");
});

test("both move together or neither, or one alone", async () => {
  const app = await demoApp();
  const [first, second] = await bothIn(app, { therapist: "imogen-hartley" });
  const move = { appointmentId: first.id, therapist: null, both: true };
  expect(await reschedule(app, holderOf(first), { ...move, start: at("12:00") })).toMatchObject({
    kind: "rescheduled",
  });
  expect([(await nowOf(app, first)).start, (await nowOf(app, second)).start]).toEqual([at("12:00"), at("12:00")]);
  // Imogen and Tom work until five, Priya until three: at half past three only one is left.
  await booked(app, { therapist: "tom-ellery", start: at("15:30") });
  expect(await reschedule(app, holderOf(first), { ...move, start: at("15:30") })).toEqual({
    kind: "invalid",
    message: "Only one therapist is free then. Choose another time, or move one of the two",
  });
  expect((await nowOf(app, first)).start).toBe(at("12:00"));
  await reschedule(app, holderOf(first), { ...move, both: false, start: at("15:30") });
  expect([(await nowOf(app, first)).start, (await nowOf(app, second)).start]).toEqual([at("15:30"), at("12:00")]);
  expect(await getOtherOfTwo(app.db.kysely, await nowOf(app, first))).toBeNull();
});

const THURSDAY = "2027-05-06";
const WEEK_AFTER = "2027-05-12";

const atTimes = (
  app: TestApp,
  also: readonly number[],
  input: Partial<BookingInput> = {},
  given: Partial<Parameters<typeof bookSeveral>[2]> = {},
) => {
  const asked = { input: inputFor(input), several: { also }, idempotencyKey: null, clientAddress: "192.0.2.1" };
  return bookSeveral(app, visitor, { ...asked, ...given });
};

test("several times are booked with one mail, and each is changed alone", async () => {
  const app = await demoApp();
  const also = [at("11:30", WEEK_AFTER), at("11:30", THURSDAY)];
  const { appointment } = expectBooked(await atTimes(app, also, { therapist: "imogen-hartley", price: 17_400 }));
  const others = await listBookedWith(app.db.kysely, appointment);
  expect([appointment, ...others].map(({ start }) => start)).toEqual([at("10:00"), ...also.toReversed()]);
  expect(others.map(({ therapistId }) => therapistId)).toEqual(["demo-imogen-hartley", "demo-imogen-hartley"]);
  expect(others.map(({ series }) => series?.position)).toEqual([2, 3]);
  const mails = (await clientMails(app)).filter((kind) => kind !== "appointment-reminder-client");
  expect(mails).toEqual(["series-booked-client"]);
  const [thursday] = others;
  if (!thursday) throw new Error("Thursday is missing");
  await cancel(app, holderOf(thursday), { appointmentId: thursday.id, reason: null });
  expect((await listBookedWith(app.db.kysely, appointment)).map(({ start }) => start)).toEqual([
    at("11:30", WEEK_AFTER),
  ]);
});

test("when one of several times went, none is booked, and the refusal names it", async () => {
  const app = await demoApp();
  await booked(app, { therapist: "imogen-hartley", start: at("11:30", THURSDAY), email: "eve@example.com" });
  const before = await rowCounts(app);
  expect(await atTimes(app, [at("11:30", THURSDAY)], { therapist: "imogen-hartley" })).toMatchObject({
    kind: "refused",
    message: "Thu 6 May, 11:30: That time has just been taken. Nothing is booked yet",
  });
  expect(await atTimes(app, [at("10:30")])).toMatchObject({
    kind: "invalid",
    message: "Two of these times overlap. Remove one of them",
  });
  expect(await atTimes(app, [at("10:00", THURSDAY)], { price: 5800 })).toMatchObject({ kind: "repriced" });
  expect(await atTimes(app, [at("02:00", THURSDAY)])).toMatchObject({
    kind: "invalid",
    message: expect.stringMatching(/^Thu 6 May, 02:00: That treatment is not given at that time/),
  });
  expect(await rowCounts(app)).toEqual(before);
});

test("six at once for the same two times of one therapist: one is booked whole, the others get nothing", async () => {
  const app = await demoApp();
  const outcomes = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((nth) =>
      atTimes(app, [nth % 2 ? at("11:30") : at("10:00")], {
        ...{ email: `ada-${nth}@example.com`, phone: `+44163296000${nth}` },
        ...{ therapist: "imogen-hartley", start: nth % 2 ? at("10:00") : at("11:30") },
      }),
    ),
  );
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual([
    "booked",
    "refused",
    "refused",
    "refused",
    "refused",
    "refused",
  ]);
  expect((await rowCounts(app)).appointments).toBe(2);
});

test("limits count each of several, and a time that its client has already is not booked twice", async () => {
  const app = await demoApp({ config: { rateLimits: true, smtpUrl: "smtp://127.0.0.1:1" } });
  const also = [at("10:00", THURSDAY), at("10:00", WEEK_AFTER)];
  const { manageSecret } = expectBooked(await atTimes(app, also));
  const before = await rowCounts(app);
  expect(await atTimes(app, [at("14:00", THURSDAY)], { start: at("14:00") })).toMatchObject({
    kind: "invalid",
    message: "These can’t be booked together online just now. Book one after the other, or call",
  });
  const own = [manageSecret];
  const other = { email: "eve@example.com", phone: "+441632960002", start: at("15:00", WEEK_AFTER) };
  expect(await atTimes(app, [at("10:15")], other, { own })).toMatchObject({
    kind: "invalid",
    message: "Wed 5 May, 10:15: you already have an appointment then",
  });
  expect(await rowCounts(app)).toEqual(before);
});

test("a form for several that was sent twice books once, and one with another time is refused", async () => {
  const app = await demoApp();
  const first = expectBooked(await atTimes(app, [at("12:00")], {}, { idempotencyKey: "one-form" }));
  const again = expectBooked(await atTimes(app, [at("12:00")], {}, { idempotencyKey: "one-form" }));
  expect([again.again, again.appointment.id]).toEqual([true, first.appointment.id]);
  expect(await atTimes(app, [at("14:00")], {}, { idempotencyKey: "one-form" })).toEqual({ kind: "key-used" });
});

test("several that would be paid when booking are booked one at a time", async () => {
  const app = await demoApp();
  const prepay = async () => ({ pence: 1000, until: at("10:00"), note: async () => {} });
  const outcome = await atTimes(app, [at("12:00")], {}, { prepay });
  expect(outcome).toMatchObject({ kind: "invalid", message: expect.stringMatching(/one after the other/) });
  expect((await rowCounts(app)).appointments).toBe(0);
});
