import { expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import { changeContact, getContact } from "#app/privacy/change-client-contact.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { getRecord } from "#app/privacy/get-client-record.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { waitingKinds, walkedIn } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

const ADA = { name: "Ada Smith", phone: "+441632960001", email: "ada@example.com" };
const MOVED = { ...ADA, email: "ada@example.org" };

/** A client with an appointment ahead, and the version that her page shows. */
async function adaIn(app: Awaited<ReturnType<typeof demoApp>>) {
  const admin = await adminActor(app);
  const requestInfo = await booked(app, ADA);
  const id = await clientOf(app, requestInfo.id);
  const found = await getContact(app, admin, id);
  return { admin, requestInfo, id, version: found?.client.contactVersion ?? 0, isAhead: found?.isAhead };
}

test("a client's details are corrected in the record, and in what is ahead if it is wished", async () => {
  const app = await demoApp();
  const { admin, requestInfo, id, version, isAhead } = await adaIn(app);
  expect(isAhead).toBe(true);
  const mails = await waitingKinds(app);
  const outcome = await changeContact(app, admin, { id, version, contact: MOVED, ahead: true });
  expect(outcome).toEqual({ kind: "saved", corrected: 1 });
  expect((await getRecord(app, admin, id))?.client).toMatchObject(MOVED);
  expect(await getAppointment(app.db.kysely, requestInfo.id)).toMatchObject(MOVED);
  expect(await waitingKinds(app)).toEqual([...mails, "appointment-link-client"].sort());
  expect(await auditActions(app, "client")).toEqual(["client.contact"]);
  expect(await auditActions(app, "appointment")).toEqual(["appointment.book", "appointment.contact"]);
});

test("what was given for one appointment alone stays, and so does what is over", async () => {
  const app = await demoApp();
  const { admin, requestInfo, id } = await adaIn(app);
  const son = await booked(app, { ...ADA, start: at("12:00"), name: "Sam Smith" });
  const over = await booked(app, { ...ADA, start: at("14:00") });
  await makePast(app, over.id);
  const version = (await getContact(app, admin, id))?.client.contactVersion ?? 0;
  const contact = { ...MOVED, name: "Ada Smythe" };
  expect(await changeContact(app, admin, { id, version, contact, ahead: true })).toMatchObject({ corrected: 2 });
  const nameAndMail = async (appointment: { id: string }) => {
    const found = await getAppointment(app.db.kysely, appointment.id);
    return [found?.name, found?.email];
  };
  expect(await nameAndMail(requestInfo)).toEqual(["Ada Smythe", MOVED.email]);
  expect(await nameAndMail(son)).toEqual(["Sam Smith", MOVED.email]);
  expect(await nameAndMail(over)).toEqual([ADA.name, ADA.email]);
});

test("the next booking with the new address is theirs; a slip of the pen is nobody's any more", async () => {
  const app = await demoApp();
  const { admin, id, version } = await adaIn(app);
  await changeContact(app, admin, { id, version, contact: MOVED, ahead: true });
  const known = (await getRecord(app, admin, id))?.keys.map(({ value }) => value);
  expect(known).toEqual([MOVED.email, MOVED.phone]);
  const again = await booked(app, { ...MOVED, start: at("12:00"), phone: "+441632960005" });
  expect(await clientOf(app, again.id)).toBe(id);
  const stranger = await booked(app, { ...ADA, start: at("14:00"), name: "Adam", phone: "+441632960007" });
  expect(await clientOf(app, stranger.id)).not.toBe(id);
});

test("an address that they have booked with stays known, and one of another record is offered for merging", async () => {
  const app = await demoApp();
  const { admin, id } = await adaIn(app);
  const other = await booked(app, { name: "Zoe", email: MOVED.email, phone: "+441632960008", start: at("12:00") });
  const version = (await getContact(app, admin, id))?.client.contactVersion ?? 0;
  await changeContact(app, admin, { id, version, contact: MOVED, ahead: false });
  const record = await getRecord(app, admin, id);
  expect(record?.keys.map(({ value }) => value)).toEqual([ADA.email, ADA.phone]);
  expect(record?.alike.map((line) => line.id)).toEqual([await clientOf(app, other.id)]);
});

test("the practice's booking or save in between makes an edit stale, a stranger's booking does not", async () => {
  const app = await demoApp();
  const { admin, id, version } = await adaIn(app);
  await booked(app, { ...ADA, start: at("12:00"), phone: "+441632960003" });
  await walkedIn(app, { time: "14:00", name: ADA.name, email: ADA.email, phone: "01632 960 004" });
  const late = await changeContact(app, admin, { id, version, contact: MOVED, ahead: false });
  expect(late).toMatchObject({ kind: "conflict", current: { phone: "+441632960004", contactVersion: version + 1 } });
  const saves = [MOVED, ADA].map((contact) =>
    changeContact(app, admin, { id, version: version + 1, contact, ahead: true }),
  );
  expect((await Promise.all(saves)).map(({ kind }) => kind).sort()).toEqual(["conflict", "saved"]);
});

test("all of it may be missing, and nobody else may see or write it", async () => {
  const app = await demoApp();
  const { admin, requestInfo, id, version } = await adaIn(app);
  const contact = { name: null, phone: null, email: null };
  for (const actor of NOT_ADMINS) {
    expect(await getContact(app, actor, id)).toBeNull();
    expect(await changeContact(app, actor, { id, version, contact, ahead: true })).toEqual({ kind: "not-found" });
  }
  expect(await changeContact(app, admin, { id, version, contact, ahead: false })).toMatchObject({ kind: "saved" });
  expect((await getRecord(app, admin, id))?.client).toMatchObject(contact);
  await makePast(app, requestInfo.id);
  await erase(app, admin, { id, personalData });
  expect(await getContact(app, admin, id)).toBeNull();
});
