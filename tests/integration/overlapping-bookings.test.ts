import { expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { moveHere } from "#app/appointments/booking/move-here.server.ts";
import { appointmentListFilterFrom } from "#app/diary/lists/appointment-list.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import { listAppointments } from "#app/diary/lists/list-appointments.server.ts";
import { renderers } from "#app/mails.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { at, expectBooked, inputFor } from "#tests/support/booking-inputs.ts";
import { practice } from "#tests/support/practice.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const ADA = { name: "Ada Smith", email: "ada@example.com", phone: "+441632960001" };
const FIRST = { ...ADA, therapist: "imogen-hartley", start: at("10:00") };
const SECOND = { ...ADA, therapist: "tom-ellery", start: at("10:30") };

type More = { own?: string[]; overlap?: "both" };

const bookAs = (app: TestApp, actor: Actor, input: object, more: More = {}) =>
  book(app, actor, { input: inputFor(input), idempotencyKey: null, clientAddress: "192.0.2.1", ...more });

async function firstBooked(actor: Actor = visitor) {
  const app = await demoApp();
  const { appointment, manageSecret } = expectBooked(await bookAs(app, actor, FIRST));
  return { app, first: appointment, secret: manageSecret };
}

test("the same browser is asked once, and books both when it says so", async () => {
  const { app, first, secret } = await firstBooked();
  const asked = await bookAs(app, visitor, SECOND, { own: ["other", secret] });
  expect(asked).toMatchObject({ kind: "overlaps", first: { id: first.id }, manageSecret: secret });
  expect(
    await app.db.kysely.selectFrom("appointments").select("id").where("email", "=", ADA.email).execute(),
  ).toHaveLength(1);
  expectBooked(await bookAs(app, visitor, SECOND, { own: [secret], overlap: "both" }));
  // What touches does not overlap.
  expectBooked(
    await bookAs(app, visitor, { ...SECOND, therapist: "priya-sandhu", start: at("11:00") }, { own: [secret] }),
  );
});

test("who is signed in is asked about bookings of the account and of its verified address", async () => {
  const app = await demoApp();
  const { id: userId } = await personIn(app, { email: ADA.email });
  const ada = { kind: "client", userId } as const;
  expectBooked(await bookAs(app, visitor, FIRST));
  expect(await bookAs(app, ada, SECOND)).toMatchObject({ kind: "overlaps" });
  const { id: otherId } = await personIn(app, { email: "bo@example.com" });
  const bo = { kind: "client", userId: otherId } as const;
  expectBooked(await bookAs(app, bo, { ...FIRST, email: "bo@example.com", start: at("14:00") }));
  expect(await bookAs(app, bo, { ...SECOND, email: "other@example.com", start: at("14:30") })).toMatchObject({
    kind: "overlaps",
  });
});

test("moving it here moves the first, and another treatment takes its place", async () => {
  const { app, first, secret } = await firstBooked();
  const asked = { idempotencyKey: null, clientAddress: "192.0.2.1", own: [secret], secret };
  expect(await moveHere(app, visitor, { ...asked, input: inputFor({ ...SECOND, minutes: 60 }) })).toEqual({
    kind: "moved",
    manageSecret: secret,
  });
  expect(await getAppointment(app.db.kysely, first.id)).toMatchObject({
    ...{ start: at("10:30"), therapistId: "demo-tom-ellery", status: "Confirmed" },
  });
  const longer = inputFor({ ...FIRST, start: at("10:45"), minutes: 90 });
  expectBooked((await moveHere(app, visitor, { ...asked, input: longer })) as Awaited<ReturnType<typeof book>>);
  expect(await getAppointment(app.db.kysely, first.id)).toMatchObject({ status: "Cancelled" });
});

test("what cannot be moved online stays, and nothing is booked", async () => {
  const { app, first, secret } = await firstBooked();
  app.clock.set(first.start - 3_600_000);
  const asked = { idempotencyKey: null, clientAddress: "192.0.2.1", own: [secret], secret };
  const input = inputFor({ ...SECOND, start: at("14:00") });
  expect(await moveHere(app, visitor, { ...asked, input })).toMatchObject({ kind: "refused" });
  expect(
    await app.db.kysely.selectFrom("appointments").select("id").where("email", "=", ADA.email).execute(),
  ).toHaveLength(1);
});

test("who types someone else's details learns nothing: the answer and its statements are the same", async () => {
  const { app } = await firstBooked();
  const strangers = { with: SECOND, without: { ...SECOND, start: at("14:00") } };
  const seen = [];
  for (const input of [strangers.with, strangers.without]) {
    let outcome: unknown;
    const statements = await statementsOf(app, async (counted) => {
      outcome = await bookAs(counted as TestApp, visitor, input);
    });
    const { appointment, holdUntil, again, kind } = expectBooked(outcome as Awaited<ReturnType<typeof book>>);
    seen.push({ statements, status: appointment.status, holdUntil, again, kind });
  }
  expect(seen[0]).toEqual(seen[1]);
});

test("the email to the address asks: keep both, or cancel one", async () => {
  const { app, first, secret } = await firstBooked();
  const second = expectBooked(await bookAs(app, visitor, SECOND));
  const mail = await renderers["appointment-confirmed-client"](app, { appointmentId: second.appointment.id });
  expect(mail?.text).toContain("You have another appointment at this time");
  expect(mail?.text).toContain(`/booking/${secret}/cancel`);
  expect(mail?.text).toContain(`/booking/${second.manageSecret}/cancel`);
  // The same phone under another address: its reader hears nothing of Ada.
  const other = expectBooked(
    await bookAs(app, visitor, { ...SECOND, email: "eve@example.com", therapist: "priya-sandhu" }),
  );
  const theirs = await renderers["appointment-confirmed-client"](app, { appointmentId: other.appointment.id });
  expect(theirs?.text).not.toContain("another appointment");
  expect(theirs?.text).not.toContain(first.reference);
});

test("the practice sees both as a possible double, and a therapist does not", async () => {
  const { app, first } = await firstBooked();
  const { appointment: second } = expectBooked(await bookAs(app, visitor, { ...SECOND, email: "a.smith@example.com" }));
  const record = await getAppointmentRecord(app, practice, first.id);
  expect(record?.double).toEqual({ id: second.id, start: second.start });
  const filter = appointmentListFilterFrom(new URLSearchParams("q=Ada+Smith"));
  const { rows } = await listAppointments(app, practice, { filter, sort: "date", down: false, page: 1 });
  expect(rows.filter(({ isDouble }) => isDouble).map(({ id }) => id)).toEqual([first.id, second.id]);
  const tom = {
    kind: "staff",
    userId: "tom",
    roles: ["therapist"],
    therapistId: "demo-tom-ellery",
    choices: [],
  } as const;
  expect((await getAppointmentRecord(app, tom, second.id))?.double).toBeNull();
});
