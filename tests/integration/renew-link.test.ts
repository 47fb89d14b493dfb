import { expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { changeContact } from "#app/appointments/clients/change-contact.server.ts";
import { linkGuestBookings } from "#app/appointments/clients/client-account.server.ts";
import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { renewLink } from "#app/appointments/requests/send-links.server.ts";
import { getClient } from "#app/clients/clients.db.server.ts";
import { renderers } from "#app/mails.server.ts";
import { changeContact as changeClient } from "#app/privacy/change-client-contact.server.ts";
import { adminActor, NOT_ADMINS } from "#tests/support/admin.ts";
import { booked, expectBooked, tryToBook } from "#tests/support/booking-inputs.ts";
import { clientOf } from "#tests/support/clients.ts";
import { waitingKinds } from "#tests/support/practice.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const WRONG = { name: "Ada Smith", phone: "+441632960001", email: "bob@example.com" };
const RIGHT = { ...WRONG, email: "ada@example.com" };
const LINK = "appointment-link-client";

/** The link as a person has it now, and what it opens. */
async function linkOf(app: TestApp, id: string): Promise<string> {
  const appointment = await getAppointment(app.db.kysely, id);
  if (!appointment) throw new Error("no such appointment");
  return manageSecretOf(app, appointment);
}

test("a corrected address ends the old link and is mailed a new one", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const first = expectBooked(await tryToBook(app, WRONG, "a-key"));
  const { id } = first.appointment;
  await changeContact(app, admin, { appointmentId: id, version: 1, contact: RIGHT });
  expect(await getManaged(app, first.manageSecret)).toBeNull();
  const link = await linkOf(app, id);
  expect((await getManaged(app, link))?.appointment.id).toBe(id);
  expect(await waitingKinds(app)).toContain(LINK);
  const mail = await renderers[LINK](app, { appointmentId: id });
  expect(mail?.to.address).toBe(RIGHT.email);
  expect(mail?.text).toContain(`/booking/${link}`);
  // The form that booked it, sent once more, says nothing of the new link.
  expect((await tryToBook(app, WRONG, "a-key")).kind).toBe("booked");
  const again = expectBooked(await tryToBook(app, WRONG, "a-key"));
  expect(again.manageSecret).not.toBe(link);
  expect(again.appointment.id).not.toBe(id);
});

test("a corrected name or number, or the same address in capitals, leaves the link", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { id } = await booked(app, RIGHT);
  const link = await linkOf(app, id);
  const contact = { name: "Ada Smythe", phone: "+441632960009", email: "ADA@example.com" };
  await changeContact(app, admin, { appointmentId: id, version: 1, contact });
  expect((await getManaged(app, link))?.appointment.id).toBe(id);
  expect(await waitingKinds(app)).not.toContain(LINK);
});

test("a client's corrected address ends the links of what they have ahead", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { id } = await booked(app, WRONG);
  const old = await linkOf(app, id);
  const clientId = await clientOf(app, id);
  const version = (await getClient(app.db.kysely, clientId))?.contactVersion ?? 0;
  await changeClient(app, admin, { id: clientId, version, contact: RIGHT, ahead: true });
  expect(await getManaged(app, old)).toBeNull();
  expect(await waitingKinds(app)).toContain(LINK);
});

test("whoever was given the booking for the wrong address has it no longer; whoever made it keeps it", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const bob = await personIn(app, { email: WRONG.email });
  const { id } = await booked(app, WRONG);
  await linkGuestBookings(app, { id: bob.id, email: bob.email, emailVerified: true });
  expect((await getAppointment(app.db.kysely, id))?.userId).toBe(bob.id);
  await changeContact(app, admin, { appointmentId: id, version: 1, contact: RIGHT });
  expect((await getAppointment(app.db.kysely, id))?.userId).toBeNull();

  const own = expectBooked(
    await tryToBook(app, { ...WRONG, therapist: "tom-ellery" }, null, { kind: "client", userId: bob.id }),
  );
  await changeContact(app, admin, { appointmentId: own.appointment.id, version: 1, contact: RIGHT });
  expect((await getAppointment(app.db.kysely, own.appointment.id))?.userId).toBe(bob.id);
});

test("the practice makes a new link by one press, as often as it likes", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { id } = await booked(app, RIGHT);
  const links = [await linkOf(app, id)];
  for (let press = 0; press < 2; press++) {
    expect(await renewLink(app, admin, { appointmentId: id })).toEqual({ kind: "renewed", mailedTo: RIGHT.email });
    links.push(await linkOf(app, id));
  }
  expect(new Set(links).size).toBe(3);
  const opens = await Promise.all(links.map(async (link) => (await getManaged(app, link)) !== null));
  expect(opens).toEqual([false, false, true]);
  for (const actor of NOT_ADMINS) {
    expect(await renewLink(app, actor, { appointmentId: id })).toEqual({ kind: "not-found" });
  }
});
