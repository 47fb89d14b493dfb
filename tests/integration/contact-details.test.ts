import { expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { changeContact, getContact } from "#app/appointments/clients/change-contact.server.ts";
import type { AppointmentContact } from "#app/appointments/clients/contact.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { waitingKinds, walkedIn } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

const CORRECT = { name: "Ada Smythe", phone: "+441632960009", email: "ada@example.org" };
// More than the reminder's hours ahead.
const NEXT_WEEK = "2027-05-12";
const NOTHING = { name: null, phone: null, email: null };

test("an appointment's contact details are corrected, noted in the audit without them, and a new link is mailed", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { id } = await booked(app);
  const before = await waitingKinds(app);
  expect(await changeContact(app, admin, { appointmentId: id, version: 1, contact: CORRECT })).toEqual({
    kind: "saved",
  });
  expect(await getAppointment(app.db.kysely, id)).toMatchObject(CORRECT);
  expect(await waitingKinds(app)).toEqual([...before, "appointment-link-client"].sort());
  expect(await auditActions(app, "appointment")).toEqual(["appointment.book", "appointment.contact"]);
  expect(await detailOf(app, "appointment.contact")).toBe('{"changed":"name phone email"}');
});

test("an edit of an older version is refused and answered with what stands", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { id } = await booked(app);
  await changeContact(app, admin, { appointmentId: id, version: 1, contact: CORRECT });
  const late = await changeContact(app, admin, { appointmentId: id, version: 1, contact: NOTHING });
  expect(late).toMatchObject({ kind: "conflict", current: { ...CORRECT, version: 2 } });
  expect(await getAppointment(app.db.kysely, id)).toMatchObject(CORRECT);
});

test("of two edits at once one is saved and the other is stale", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { id } = await booked(app);
  const outcomes = await Promise.all(
    [CORRECT, NOTHING].map((contact) => changeContact(app, admin, { appointmentId: id, version: 1, contact })),
  );
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["conflict", "saved"]);
});

test("whoever gets an address gets a reminder too; an address taken out takes the mails with it", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { id } = await walkedIn(app, { day: NEXT_WEEK });
  expect(await waitingKinds(app)).toEqual([]);
  const save = (version: number, contact: AppointmentContact) =>
    changeContact(app, admin, { appointmentId: id, version, contact });
  await save(1, CORRECT);
  expect(await waitingKinds(app)).toEqual(["appointment-reminder-client"]);
  await save(2, NOTHING);
  await save(3, CORRECT);
  expect(await waitingKinds(app)).toEqual(["appointment-reminder-client"]);
});

test("what is cancelled or over is corrected without a reminder", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const off = await walkedIn(app, { day: NEXT_WEEK });
  await cancel(app, admin, { appointmentId: off.id, reason: null });
  const over = await walkedIn(app, { time: "13:00", name: "Vera" });
  await makePast(app, over.id);
  for (const { id } of [off, over])
    await changeContact(app, admin, { appointmentId: id, version: 1, contact: CORRECT });
  expect((await waitingKinds(app)).filter((kind) => kind.includes("reminder"))).toEqual([]);
});

test("the details of somebody who was erased can't be written back", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { id } = await booked(app);
  await makePast(app, id);
  await erase(app, admin, { id: await clientOf(app, id), personalData });
  expect(await getContact(app, admin, id)).toBeNull();
  const contact = CORRECT;
  expect(await changeContact(app, admin, { appointmentId: id, version: 1, contact })).toEqual({ kind: "not-found" });
  expect(await getAppointment(app.db.kysely, id)).toMatchObject(NOTHING);
});

test("nobody but the practice reads or corrects them", async () => {
  const app = await demoApp();
  const { id } = await booked(app);
  for (const actor of NOT_ADMINS) {
    expect(await getContact(app, actor, id)).toBeNull();
    const outcome = await changeContact(app, actor, { appointmentId: id, version: 1, contact: NOTHING });
    expect(outcome).toEqual({ kind: "not-found" });
  }
});

async function detailOf(app: AppContext, action: string) {
  const row = await app.db.kysely.selectFrom("audit").select("detail").where("action", "=", action).executeTakeFirst();
  return row?.detail;
}
