import { expect, test } from "vitest";
import { findById } from "#app/appointments/store.server.ts";
import { readRecord } from "#app/client-records/commands.server.ts";
import { changeContact, readContact } from "#app/client-records/contact/commands.server.ts";
import { erase } from "#app/client-records/erasure/commands.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { waitingKinds } from "#tests/support/practice.ts";
import { at, booked } from "#tests/support/wishes.ts";
import { demoWorld } from "#tests/support/world.ts";

const ADA = { name: "Ada Smith", phone: "+441632960001", email: "ada@example.com" };
const MOVED = { ...ADA, email: "ada@example.org" };

/** A client with an appointment ahead, and the version that her page shows. */
async function adaIn(world: Awaited<ReturnType<typeof demoWorld>>) {
  const admin = await adminActor(world);
  const visit = await booked(world, ADA);
  const id = await clientOf(world, visit.id);
  const found = await readContact(world, admin, id);
  return { admin, visit, id, version: found?.client.contactVersion ?? 0, isAhead: found?.isAhead };
}

test("a client's details are corrected in the record, and in what is ahead if it is wished", async () => {
  const world = await demoWorld();
  const { admin, visit, id, version, isAhead } = await adaIn(world);
  expect(isAhead).toBe(true);
  const mails = await waitingKinds(world);
  const outcome = await changeContact(world, admin, { id, version, contact: MOVED, ahead: true });
  expect(outcome).toEqual({ kind: "saved", corrected: 1 });
  expect((await readRecord(world, admin, id))?.client).toMatchObject(MOVED);
  expect(await findById(world.db.kysely, visit.id)).toMatchObject(MOVED);
  expect(await waitingKinds(world)).toEqual(mails);
  expect(await auditActions(world, "client")).toEqual(["client.contact"]);
  expect(await auditActions(world, "appointment")).toEqual(["appointment.book", "appointment.contact"]);
});

test("what was given for one appointment alone stays, and so does what is over", async () => {
  const world = await demoWorld();
  const { admin, visit, id } = await adaIn(world);
  const son = await booked(world, { ...ADA, start: at("12:00"), name: "Sam Smith" });
  const over = await booked(world, { ...ADA, start: at("14:00") });
  await makePast(world, over.id);
  const version = (await readContact(world, admin, id))?.client.contactVersion ?? 0;
  const contact = { ...MOVED, name: "Ada Smythe" };
  expect(await changeContact(world, admin, { id, version, contact, ahead: true })).toMatchObject({ corrected: 2 });
  const nameAndMail = async (appointment: { id: string }) => {
    const found = await findById(world.db.kysely, appointment.id);
    return [found?.name, found?.email];
  };
  expect(await nameAndMail(visit)).toEqual(["Ada Smythe", MOVED.email]);
  expect(await nameAndMail(son)).toEqual(["Sam Smith", MOVED.email]);
  expect(await nameAndMail(over)).toEqual([ADA.name, ADA.email]);
});

test("the next booking with the new address is theirs; a slip of the pen is nobody's any more", async () => {
  const world = await demoWorld();
  const { admin, id, version } = await adaIn(world);
  await changeContact(world, admin, { id, version, contact: MOVED, ahead: true });
  const known = (await readRecord(world, admin, id))?.keys.map(({ value }) => value);
  expect(known).toEqual([MOVED.email, MOVED.phone]);
  const again = await booked(world, { ...MOVED, start: at("12:00"), phone: "+441632960005" });
  expect(await clientOf(world, again.id)).toBe(id);
  const stranger = await booked(world, { ...ADA, start: at("14:00"), name: "Adam", phone: "+441632960007" });
  expect(await clientOf(world, stranger.id)).not.toBe(id);
});

test("an address that they have booked with stays known, and one of another record is offered for merging", async () => {
  const world = await demoWorld();
  const { admin, id } = await adaIn(world);
  const other = await booked(world, { name: "Zoe", email: MOVED.email, phone: "+441632960008", start: at("12:00") });
  const version = (await readContact(world, admin, id))?.client.contactVersion ?? 0;
  await changeContact(world, admin, { id, version, contact: MOVED, ahead: false });
  const record = await readRecord(world, admin, id);
  expect(record?.keys.map(({ value }) => value)).toEqual([ADA.email, ADA.phone]);
  expect(record?.alike.map((line) => line.id)).toEqual([await clientOf(world, other.id)]);
});

test("a booking or a save in between makes an edit stale", async () => {
  const world = await demoWorld();
  const { admin, id, version } = await adaIn(world);
  await booked(world, { ...ADA, start: at("12:00"), phone: "+441632960004" });
  const late = await changeContact(world, admin, { id, version, contact: MOVED, ahead: false });
  expect(late).toMatchObject({ kind: "stale", current: { phone: "+441632960004", contactVersion: version + 1 } });
  const saves = [MOVED, ADA].map((contact) =>
    changeContact(world, admin, { id, version: version + 1, contact, ahead: true }),
  );
  expect((await Promise.all(saves)).map(({ kind }) => kind).sort()).toEqual(["saved", "stale"]);
});

test("all of it may be missing, and nobody else may see or write it", async () => {
  const world = await demoWorld();
  const { admin, visit, id, version } = await adaIn(world);
  const contact = { name: null, phone: null, email: null };
  for (const actor of NOT_ADMINS) {
    expect(await readContact(world, actor, id)).toBeNull();
    expect(await changeContact(world, actor, { id, version, contact, ahead: true })).toEqual({ kind: "not-found" });
  }
  expect(await changeContact(world, admin, { id, version, contact, ahead: false })).toMatchObject({ kind: "saved" });
  expect((await readRecord(world, admin, id))?.client).toMatchObject(contact);
  await makePast(world, visit.id);
  await erase(world, admin, { id });
  expect(await readContact(world, admin, id)).toBeNull();
});
