import { expect, test } from "vitest";
import { book } from "#app/appointments/booking/book.server.ts";
import { linkGuestBookings } from "#app/appointments/clients/client-account.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { addNote, removeNote } from "#app/clients/client-notes.server.ts";
import { bookForPractice } from "#app/diary/booking/book-for-practice.server.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { changeContact } from "#app/privacy/change-client-contact.server.ts";
import { getRecord, readClients } from "#app/privacy/get-client-record.server.ts";
import { confirmMatch } from "#app/privacy/settle-details.server.ts";
import { adminActor, auditActions } from "#tests/support/admin.ts";
import { at, booked, expectBooked, inputFor } from "#tests/support/booking-inputs.ts";
import { clientOf } from "#tests/support/clients.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const ADA = { name: "Ada Smith", email: "ada@example.com", phone: "+441632960001" };
const THURSDAY = "2027-05-06";

async function twoTherapists() {
  const app = await demoApp();
  const owner = await adminActor(app);
  const tom: Actor = {
    kind: "staff",
    userId: "tom",
    roles: ["therapist"],
    therapistId: "demo-tom-ellery",
    choices: [],
  };
  const { id } = await booked(app, { ...ADA, therapist: "imogen-hartley" });
  const clientId = await clientOf(app, id);
  const note = await addNote(app, owner, { clientId, words: "Prefers the window" });
  if (note.kind !== "added") throw new Error(note.kind);
  return { app, owner, tom, clientId, noteId: note.id };
}

async function bookedByTom(app: TestApp, tom: Actor, roles: object = {}): Promise<string> {
  const input = {
    ...{ service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery", day: THURSDAY, time: 600 },
    ...{ ...ADA, name: "Somebody", client: undefined, tell: undefined, despite: "on" as const },
    ...roles,
  };
  const outcome = await bookForPractice(app, tom, { input: input as never });
  if (outcome.kind !== "booked") throw new Error(JSON.stringify(outcome));
  return outcome.appointment.id;
}

type Tried = Pick<Awaited<ReturnType<typeof twoTherapists>>, "app" | "tom" | "clientId" | "noteId">;

async function expectClosed({ app, tom, clientId, noteId }: Tried): Promise<void> {
  expect(await getRecord(app, tom, clientId)).toBeNull();
  const listed = await readClients(app, tom, { text: "Ada", sort: "name", down: false, page: 1 } as never);
  expect(listed.clients.map(({ id }) => id)).not.toContain(clientId);
  const contact = { name: "Eve", email: "eve@example.com", phone: null };
  expect(await changeContact(app, tom, { id: clientId, version: 1, contact, ahead: true })).toMatchObject({
    kind: "not-found",
  });
  expect(await addNote(app, tom, { clientId, words: "Mine now" })).toEqual({ kind: "not-found" });
  expect(await removeNote(app, tom, { clientId, noteId })).toEqual({ kind: "not-found" });
}

test("a therapist who types the email of a colleague's client gets what was typed and no more", async () => {
  const made = await twoTherapists();
  const { app, tom, owner, clientId } = made;
  const id = await bookedByTom(app, tom);
  await expectClosed(made);
  const record = await getAppointmentRecord(app, tom, id);
  expect(record).toMatchObject({ clientId: null, isMatchOpen: false, row: { name: "Somebody" } });
  const [line] = await app.db.kysely.selectFrom("audit").select("detail").where("subject_id", "=", id).execute();
  expect(line?.detail).toContain('"match":"unconfirmed"');
  // The record that Tom can't see can't be chosen either.
  await bookedByTom(app, tom, { time: 840, client: clientId });
  await expectClosed(made);

  expect(await confirmMatch(app, tom, { appointmentId: id })).toEqual({ kind: "not-found" });
  expect(await confirmMatch(app, owner, { appointmentId: id })).toEqual({ kind: "confirmed" });
  expect(await confirmMatch(app, owner, { appointmentId: id })).toEqual({ kind: "not-found" });
  expect((await getRecord(app, tom, clientId))?.client.name).toBe("Ada Smith");
  expect(await auditActions(app, "client")).toContain("client.match");
});

test("a client whom a therapist writes down anew is theirs at once", async () => {
  const { app, tom } = await twoTherapists();
  const id = await bookedByTom(app, tom, { name: "Bo Walker", email: "bo@example.com", phone: "+441632960002" });
  expect((await getRecord(app, tom, await clientOf(app, id)))?.client.name).toBe("Bo Walker");
});

test("a stranger's booking opens the record once they have attended, and not when it was written down afterwards", async () => {
  const made = await twoTherapists();
  const { app, tom, clientId } = made;
  const input = inputFor({ ...ADA, therapist: "tom-ellery", start: at("14:00") });
  const online = { input, idempotencyKey: null, clientAddress: "192.0.2.1" };
  const { appointment } = expectBooked(await book(app, visitor, online));
  await expectClosed(made);
  app.clock.set(appointment.start + 60_000);
  await markAttendance(app, tom, { appointmentId: appointment.id, attendance: "arrived", seen: "expected" });
  expect((await getRecord(app, tom, clientId))?.client.name).toBe("Ada Smith");

  await app.db.kysely
    .updateTable("appointments")
    .set({ created_at: appointment.end })
    .where("id", "=", appointment.id)
    .execute();
  expect(await getRecord(app, tom, clientId)).toBeNull();
});

test("a stranger's booking opens the record when they prove the address", async () => {
  const made = await twoTherapists();
  const { app, tom, clientId } = made;
  const input = inputFor({ ...ADA, therapist: "tom-ellery", start: at("14:00") });
  await book(app, visitor, { input, idempotencyKey: null, clientAddress: "192.0.2.1" });
  await expectClosed(made);
  const { id } = await personIn(app, { email: ADA.email });
  await linkGuestBookings(app, { id, email: ADA.email, emailVerified: true });
  expect((await getRecord(app, tom, clientId))?.client.name).toBe("Ada Smith");
});

test("a note is removed by its author and by owners, and by nobody else", async () => {
  const { app, tom, owner, noteId } = await twoTherapists();
  const id = await bookedByTom(app, tom, { name: "Bo Walker", email: "bo@example.com", phone: "+441632960002" });
  const clientId = await clientOf(app, id);
  const theirs = await addNote(app, owner, { clientId, words: "Of the owner" });
  const own = await addNote(app, tom, { clientId, words: "Of Tom" });
  if (theirs.kind !== "added" || own.kind !== "added") throw new Error("not added");
  const notes = (await getRecord(app, tom, clientId))?.notes ?? [];
  expect(notes.map(({ words, canRemove }) => [words, canRemove]).sort()).toEqual([
    ["Of Tom", true],
    ["Of the owner", false],
  ]);
  expect(await removeNote(app, tom, { clientId, noteId: theirs.id })).toEqual({ kind: "not-found" });
  expect(await removeNote(app, tom, { clientId, noteId })).toEqual({ kind: "not-found" });
  expect(await removeNote(app, tom, { clientId, noteId: own.id })).toEqual({ kind: "removed" });
  expect(await removeNote(app, owner, { clientId, noteId: theirs.id })).toEqual({ kind: "removed" });
});
