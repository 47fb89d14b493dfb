import { expect, test } from "vitest";
import { cancel } from "#app/appointments/changes/commands.server.ts";
import { changeContact, readContact } from "#app/appointments/contact/commands.server.ts";
import type { AppointmentContact } from "#app/appointments/contact/contact.ts";
import { findById } from "#app/appointments/store.server.ts";
import { erase } from "#app/client-records/erasure/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { waitingKinds, walkedIn } from "#tests/support/practice.ts";
import { booked } from "#tests/support/wishes.ts";
import { demoWorld } from "#tests/support/world.ts";

const CORRECT = { name: "Ada Smythe", phone: "+441632960009", email: "ada@example.org" };
// More than the reminder's hours ahead.
const NEXT_WEEK = "2027-05-12";
const NOTHING = { name: null, phone: null, email: null };

test("an appointment's contact details are corrected, noted in the audit without them, and nobody is told", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const { id } = await booked(world);
  const before = await waitingKinds(world);
  expect(await changeContact(world, admin, { appointmentId: id, version: 1, contact: CORRECT })).toEqual({
    kind: "saved",
  });
  expect(await findById(world.db.kysely, id)).toMatchObject(CORRECT);
  expect(await waitingKinds(world)).toEqual(before);
  expect(await auditActions(world, "appointment")).toEqual(["appointment.book", "appointment.contact"]);
  expect(await detailOf(world, "appointment.contact")).toBe('{"changed":"name phone email"}');
});

test("an edit of an older version is refused and answered with what stands", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const { id } = await booked(world);
  await changeContact(world, admin, { appointmentId: id, version: 1, contact: CORRECT });
  const late = await changeContact(world, admin, { appointmentId: id, version: 1, contact: NOTHING });
  expect(late).toMatchObject({ kind: "stale", current: { ...CORRECT, version: 2 } });
  expect(await findById(world.db.kysely, id)).toMatchObject(CORRECT);
});

test("of two edits at once one is saved and the other is stale", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const { id } = await booked(world);
  const outcomes = await Promise.all(
    [CORRECT, NOTHING].map((contact) => changeContact(world, admin, { appointmentId: id, version: 1, contact })),
  );
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["saved", "stale"]);
});

test("whoever gets an address gets a reminder too; an address taken out takes the mails with it", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const { id } = await walkedIn(world, { day: NEXT_WEEK });
  expect(await waitingKinds(world)).toEqual([]);
  const save = (version: number, contact: AppointmentContact) =>
    changeContact(world, admin, { appointmentId: id, version, contact });
  await save(1, CORRECT);
  expect(await waitingKinds(world)).toEqual(["appointment-reminder-client"]);
  await save(2, NOTHING);
  await save(3, CORRECT);
  expect(await waitingKinds(world)).toEqual(["appointment-reminder-client"]);
});

test("what is cancelled or over is corrected without a reminder", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const off = await walkedIn(world, { day: NEXT_WEEK });
  await cancel(world, admin, { appointmentId: off.id, reason: null });
  const over = await walkedIn(world, { time: "13:00", name: "Vera" });
  await makePast(world, over.id);
  for (const { id } of [off, over])
    await changeContact(world, admin, { appointmentId: id, version: 1, contact: CORRECT });
  expect((await waitingKinds(world)).filter((kind) => kind.includes("reminder"))).toEqual([]);
});

test("the details of somebody who was erased can't be written back", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const { id } = await booked(world);
  await makePast(world, id);
  await erase(world, admin, { id: await clientOf(world, id) });
  expect(await readContact(world, admin, id)).toBeNull();
  const contact = CORRECT;
  expect(await changeContact(world, admin, { appointmentId: id, version: 1, contact })).toEqual({ kind: "not-found" });
  expect(await findById(world.db.kysely, id)).toMatchObject(NOTHING);
});

test("nobody but the practice reads or corrects them", async () => {
  const world = await demoWorld();
  const { id } = await booked(world);
  for (const actor of NOT_ADMINS) {
    expect(await readContact(world, actor, id)).toBeNull();
    const outcome = await changeContact(world, actor, { appointmentId: id, version: 1, contact: NOTHING });
    expect(outcome).toEqual({ kind: "not-found" });
  }
});

async function detailOf(world: World, action: string) {
  const row = await world.db.kysely
    .selectFrom("audit")
    .select("detail")
    .where("action", "=", action)
    .executeTakeFirst();
  return row?.detail;
}
