import { expect, test } from "vitest";
import { askPasswordReset } from "#app/accounts/passwords/reset-password.server.ts";
import { signUp } from "#app/accounts/sign-in/sign-up.server.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { CANCEL_UNDO_MS, cancel } from "#app/appointments/cancel.server.ts";
import { leave } from "#app/appointments/clients/client-account.server.ts";
import { askToCreateAccount } from "#app/appointments/requests/create-account-from-booking.server.ts";
import { askBookingLinks } from "#app/appointments/requests/send-links.server.ts";
import { saveNote } from "#app/appointments/save-note.server.ts";
import { deleteAppointment } from "#app/diary/booking/delete-appointment.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { deleteMessage, replyTo } from "#app/messages/change-message.server.ts";
import { forgetSome } from "#app/messages/messages.jobs.server.ts";
import { receiveComplaint } from "#app/messages/receive-complaint.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { overwriteMarked } from "#app/platform/database/overwrite-deleted.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { merge } from "#app/privacy/merge-clients.server.ts";
import { invitePerson } from "#app/team/invite-person.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { at, booked, expectBooked, tryToBook } from "#tests/support/booking-inputs.ts";
import { foundAnywhere, foundInTables } from "#tests/support/canaries.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { practice } from "#tests/support/practice.ts";
import { PASSWORD, personIn } from "#tests/support/signed-in.ts";
import { demoApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

// None of these words stands anywhere in the demo practice.
const WHO = { name: "Canary Quillfeather", email: "Canary@quillfeather.example", phone: "+441632960777" };
const PERSON = ["quillfeather", "canary", "1632960777", "01632 960 777"];
const WORDS = {
  reason: "a wobbly xylophone",
  note: "hums while lying down",
  text: "Is your zeppelin insured?",
  said: "arrives by unicycle",
};
const ALL = [...PERSON, ...Object.values(WORDS)];
const YEAR = 365 * 86_400_000;

test("an appointment that is deleted takes every mail about it along, and an erasure finds nothing of it", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { appointmentId, clientId } = await bookedCanary(app);
  await moveAppointment(app, practice, { appointmentId, start: at("13:00"), despite: true });
  await written(app);
  expect(await deleteAppointment(app, admin, { appointmentId })).toEqual({ kind: "removed" });
  const left = await foundInTables(app, ALL);
  expect(left.filter((place) => !/ in (clients|client_keys)\./.test(place))).toEqual([]);
  expect(await erase(app, admin, { id: clientId, personalData })).toEqual({ kind: "erased" });
  expect(await foundAnywhere(app, ALL)).toEqual([]);
});

test("a cancellation that waits is sent though its appointment was deleted, and leaves nothing", async () => {
  const app = await demoApp();
  const server = await mailServer();
  const { appointmentId, clientId } = await bookedCanary(app);
  await sendAll(app, worker(server.url));
  await cancel(app, practice, { appointmentId, reason: WORDS.reason });
  await deleteAppointment(app, practice, { appointmentId });
  server.arrived.length = 0;
  app.clock.set(app.clock.now() + CANCEL_UNDO_MS);
  await sendAll(app, worker(server.url));
  expect(server.arrived.map(({ recipients, mail }) => [recipients, mail.subject])).toEqual([
    [[WHO.email], "Sorry, we need to cancel Wednesday 5 May"],
  ]);
  expect(server.arrived[0]?.mail.text).toContain(WORDS.reason);
  expect(server.arrived[0]?.mail.attachments.map(({ mimeType }) => mimeType)).toContain("application/ics");
  expect(await sendAll(app, worker(server.url))).toBe(0);
  const places = (await foundInTables(app, ALL)).filter((place) => !/ in (clients|client_keys)\./.test(place));
  expect(places).toEqual([]);
  expect((await erase(app, await adminActor(app), { id: clientId, personalData })).kind).toBe("erased");
  expect(await foundAnywhere(app, ALL)).toEqual([]);
});

test.for([true, false])(
  "a cancellation that outlives its appointment is reached by erasing, readable: %s",
  async (readable) => {
    const app = await demoApp();
    const admin = await adminActor(app);
    const { appointmentId, clientId } = await bookedCanary(app);
    await cancel(app, practice, { appointmentId, reason: WORDS.reason });
    await deleteAppointment(app, practice, { appointmentId });
    if (readable) await written(app);
    const other = await booked(app, { name: "Someone Else", email: "else@example.com", phone: "+441632960009" });
    const otherId = await clientOf(app, other.id);
    await merge(app, admin, { id: otherId, otherId: clientId, personalData });
    await makePast(app, other.id);
    expect(await foundInTables(app, [WORDS.reason])).not.toEqual([]);
    expect(await erase(app, admin, { id: otherId, personalData })).toEqual({ kind: "erased" });
    expect(await foundAnywhere(app, ALL)).toEqual([]);
  },
);

test("erasing reaches an account with its mails and links, mails to the practice, and what the person wrote", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { appointmentId, clientId } = await bookedCanary(app);
  await personIn(app, { name: WHO.name, email: WHO.email.toLowerCase() });
  await askPasswordReset(app, caller, WHO.email);
  await cancel(app, { kind: "holder", appointmentId }, { appointmentId, reason: WORDS.reason });
  await saveNote(app, admin, { appointmentId, words: WORDS.note, version: 0 });
  await receiveMessage(app, letter);
  await receiveComplaint(app, { ...grievance, reply: "01632 960 777", email: null }, "a-key");
  await written(app);
  await app.db.kysely
    .updateTable("outbox")
    .set({ last_error: `550 no such user ${WHO.email}` })
    .execute();
  expect(await foundInTables(app, ALL)).not.toEqual([]);
  expect(await erase(app, admin, { id: clientId, personalData })).toEqual({ kind: "erased" });
  expect(await foundAnywhere(app, ALL)).toEqual([]);
});

test("an invitation to work here is erased with the person, and the mails to the owners that name them", async () => {
  const app = await demoApp();
  const actor = await adminActor(app);
  const { appointmentId, clientId } = await bookedCanary(app);
  const input = { email: WHO.email.toLowerCase(), roles: ["reception"] as const, therapist: null };
  expect((await invitePerson(app, actor, input)).kind).toBe("sent");
  await written(app);
  await makePast(app, appointmentId);
  expect(await erase(app, actor, { id: clientId, personalData })).toEqual({ kind: "erased" });
  expect(await foundAnywhere(app, ALL)).toEqual([]);
});

test("a link that was asked for with an address without an account is erased, too", async () => {
  const app = await demoApp();
  const { appointmentId, clientId } = await bookedCanary(app);
  await askPasswordReset(app, caller, WHO.email);
  await makePast(app, appointmentId);
  expect(await erase(app, await adminActor(app), { id: clientId, personalData })).toEqual({ kind: "erased" });
  expect(await foundAnywhere(app, ALL)).toEqual([]);
});

test("what was asked by mail, the links of bookings and the offer to keep details, is erased with the person", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { appointmentId, clientId } = await bookedCanary(app);
  const appointment = await getAppointment(app.db.kysely, appointmentId);
  if (!appointment) throw new Error("No appointment");
  await askToCreateAccount(app, appointment);
  await askBookingLinks(app, WHO.email);
  await written(app);
  expect(await foundInTables(app, ["appointment-account-client"])).not.toEqual([]);
  await makePast(app, appointmentId);
  expect(await erase(app, admin, { id: clientId, personalData })).toEqual({ kind: "erased" });
  expect(await foundAnywhere(app, [...ALL, "keep-details?token="])).toEqual([]);
  expect(await app.db.kysely.selectFrom("account_offers").selectAll().execute()).toEqual([]);
});

test("a number remembered in an account goes with it", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const { id } = await personIn(app, { name: WHO.name, email: WHO.email.toLowerCase() });
  const actor = { kind: "client", userId: id } as const;
  const { appointment } = expectBooked(await tryToBook(app, { ...WHO, therapist: "tom-ellery" }, null, actor));
  expect(await foundInTables(app, ["1632960777"])).toContain("1632960777 in users.phone");
  await makePast(app, appointment.id);
  expect(await erase(app, admin, { id: await clientOf(app, appointment.id), personalData })).toEqual({
    kind: "erased",
  });
  expect(await foundAnywhere(app, ALL)).toEqual([]);
});

test.for(["enquiry", "complaint"])(
  "what is deleted of the practice's messages is gone with its mails: %s",
  async (what) => {
    const app = await demoApp();
    const outcome =
      what === "enquiry" ? await receiveMessage(app, letter) : await receiveComplaint(app, grievance, "a-key");
    if (outcome.kind !== "received") throw new Error(outcome.kind);
    await replyTo(app, practice, { id: outcome.id, text: WORDS.note });
    await written(app);
    expect(await deleteMessage(app, practice, outcome.id)).toEqual({ kind: "changed" });
    await overwriteMarked(app.db);
    expect(await foundAnywhere(app, ALL)).toEqual([]);
  },
);

test("what is older than the privacy notice says is gone with its mails and replies", async () => {
  const app = await demoApp();
  const outcome = await receiveMessage(app, letter);
  if (outcome.kind === "received") await replyTo(app, practice, { id: outcome.id, text: WORDS.note });
  await receiveComplaint(app, grievance, "a-key");
  await written(app);
  app.clock.set(TUESDAY_NINE + 7 * YEAR);
  expect(await forgetSome(app)).toBe(2);
  await overwriteMarked(app.db);
  expect(await foundAnywhere(app, ALL)).toEqual([]);
});

test("whoever deletes their account leaves nothing of it", async () => {
  const app = await demoApp();
  const email = WHO.email.toLowerCase();
  const opened = await signUp(app, caller, { email, password: PASSWORD, username: "canary_1" });
  if (opened.kind !== "signed-up" || !opened.user) throw new Error(opened.kind);
  await askPasswordReset(app, caller, email);
  await written(app);
  const actor = { kind: "client", userId: opened.user.id };
  const identity = { user: opened.user, actor, sessionId: null, confirmedFor: 60_000 } as never;
  expect(await leave(app, { caller, identity }, { password: "" })).toEqual({ kind: "deleted" });
  expect(await foundAnywhere(app, ALL)).toEqual([]);
});

const letter = {
  firstName: "Canary",
  lastName: "Quillfeather",
  email: WHO.email,
  subject: "Zeppelin",
  message: WORDS.text,
};

const grievance = {
  about: "treatment" as const,
  name: WHO.name,
  reply: WHO.email,
  email: WHO.email,
  happened: WORDS.text,
  remedy: WORDS.reason,
};

const caller = { address: "203.0.113.7", headers: new Headers() };

/** Everybody's mails as they stand, readable to the practice. */
async function written(app: AppContext): Promise<void> {
  const past = { ...app, clock: { now: () => app.clock.now() + 60_000 } };
  await sendAll(past, worker(null));
}

async function bookedCanary(app: AppContext) {
  const { id: appointmentId } = await booked(app, { ...WHO, therapist: "tom-ellery", note: WORDS.said });
  return { appointmentId, clientId: await clientOf(app, appointmentId) };
}
