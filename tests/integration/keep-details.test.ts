import { expect, test } from "vitest";
import { isPasswordRight } from "#app/accounts/passwords/check-password.server.ts";
import { signUp } from "#app/accounts/sign-in/sign-up.server.ts";
import { getUserByEmail } from "#app/accounts/users.db.server.ts";
import { changeContact, getContact } from "#app/appointments/clients/change-contact.server.ts";
import { listOwned } from "#app/appointments/clients/own-appointments.db.server.ts";
import {
  askToCreateAccount,
  choosePassword,
  createAccountFromBooking,
  getOfferedDetails,
} from "#app/appointments/requests/create-account-from-booking.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { booked } from "#tests/support/booked.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { outboxOf, sendAll, worker } from "#tests/support/post.ts";
import { PASSWORD } from "#tests/support/signed-in.ts";
import { demoApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
const KIND = "appointment-account-client";
const EMAIL = "sam@example.com";
const caller = { address: "203.0.113.7", headers: new Headers() };
const typed = { username: "Sam Carter", password: PASSWORD };

test("the link makes a confirmed account with name, number and bookings, once", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  await askToCreateAccount(app, appointment);
  const token = await mailedToken(app);
  expect(await getOfferedDetails(app, token)).toEqual({
    ...{ name: "Sam Carter", email: EMAIL, phone: "+447700900982", hash: null },
  });
  expect(await getUserByEmail(app.db.kysely, EMAIL)).toBeNull();

  const outcome = await createAccountFromBooking(app, caller, { token, ...typed });
  if (outcome.kind !== "opened") throw new Error(outcome.kind);
  expect(outcome.cookies.join()).toContain("session_token");
  const user = await getUserByEmail(app.db.kysely, EMAIL);
  expect(user).toMatchObject({ username: "Sam Carter", phone: "+447700900982", emailVerified: true, role: "user" });
  expect((await listOwned(app.db.kysely, user?.id ?? "")).map(({ id }) => id)).toEqual([appointment.id]);
  expect(await getOfferedDetails(app, token)).toBeNull();
  expect((await createAccountFromBooking(app, caller, { token, ...typed })).kind).toBe("not-found");
});

test("a password that was chosen in this browser is asked no more; another browser's, or another booking's, counts for nothing", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  const chosen = await choosePassword(app, appointment, PASSWORD);
  const forAnother = await choosePassword(app, { ...appointment, id: "another" }, PASSWORD);
  if (!("sealed" in chosen && "sealed" in forAnother)) throw new Error("Refused");
  expect(await choosePassword(app, appointment, "short")).toMatchObject({ kind: "invalid" });
  await askToCreateAccount(app, appointment);
  const token = await mailedToken(app);
  const blank = { token, username: "Sam Carter", password: "" };
  for (const sealed of [null, "v1.made.up.text", forAnother.sealed])
    expect(await createAccountFromBooking(app, caller, { ...blank, chosen: sealed })).toMatchObject({
      kind: "invalid",
    });
  expect((await createAccountFromBooking(app, caller, { ...blank, chosen: chosen.sealed })).kind).toBe("opened");
  const user = await getUserByEmail(app.db.kysely, EMAIL);
  expect(await isPasswordRight(app, user?.id ?? "", PASSWORD)).toBe(true);
});

test("two presses at once make one account", async () => {
  const app = await demoApp();
  await askToCreateAccount(app, (await booked(app)).appointment);
  const token = await mailedToken(app);
  const press = () => createAccountFromBooking(app, caller, { token, ...typed });
  const outcomes = await Promise.all([press(), press()]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["not-found", "opened"]);
  expect(await app.db.kysely.selectFrom("users").select("emailVerified").execute()).toHaveLength(1);
});

test("a weak password makes nothing, and the link works on", async () => {
  const app = await demoApp();
  await askToCreateAccount(app, (await booked(app)).appointment);
  const token = await mailedToken(app);
  expect((await createAccountFromBooking(app, caller, { token, username: "Sam", password: "password12" })).kind).toBe(
    "invalid",
  );
  expect(await getUserByEmail(app.db.kysely, EMAIL)).toBeNull();
  expect((await createAccountFromBooking(app, caller, { token, ...typed })).kind).toBe("opened");
});

test("a stranger's guess, an old link, and one from before another asking open nothing", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  await askToCreateAccount(app, appointment);
  const first = await mailedToken(app);
  app.clock.set(app.clock.now() + HOUR);
  await askToCreateAccount(app, appointment);
  const second = await mailedToken(app);
  expect(second).not.toBe(first);
  for (const token of ["a-guess", "", first])
    expect((await createAccountFromBooking(app, caller, { token, ...typed })).kind).toBe("not-found");
  app.clock.set(app.clock.now() + 72 * HOUR);
  expect((await createAccountFromBooking(app, caller, { token: second, ...typed })).kind).toBe("not-found");
  expect(await getUserByEmail(app.db.kysely, EMAIL)).toBeNull();
});

test("a corrected address ends the link, whose mail was somebody else's", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  await askToCreateAccount(app, appointment);
  const token = await mailedToken(app);
  const admin = await adminActor(app);
  const contact = await getContact(app, admin, appointment.id);
  const corrected = { name: "Sam Carter", phone: "+447700900982", email: "right@example.com" };
  const change = { appointmentId: appointment.id, version: contact?.version ?? 0, contact: corrected };
  expect((await changeContact(app, admin, change)).kind).toBe("saved");
  expect((await createAccountFromBooking(app, caller, { token, ...typed })).kind).toBe("not-found");
});

test("an address with an account gets the same rows, and a mail without a link", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  await signUp(app, caller, { email: EMAIL, password: PASSWORD, username: "Sam" });
  await askToCreateAccount(app, appointment);
  expect((await app.db.kysely.selectFrom("account_offers").selectAll().execute()).length).toBe(1);
  const mail = await mailed(app);
  expect(mail.subject).toBe("You already have a Limber Yard account");
  expect(mail.text).not.toContain("token=");
});

test("three mails an hour at most, and none for a booking of an account", async () => {
  const app = await demoApp({ config: { rateLimits: true } });
  const { appointment } = await booked(app);
  for (let press = 0; press < 6; press++) await askToCreateAccount(app, appointment);
  await askToCreateAccount(app, { ...appointment, id: "another", userId: "somebody" });
  expect((await outboxOf(app)).filter(({ kind }) => kind === KIND)).toHaveLength(3);
});

async function mailed(app: AppContext): Promise<{ subject?: string; text: string }> {
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  const found = server.arrived.findLast(({ mail }) => /account|details/.test(mail.subject ?? ""));
  if (!found) throw new Error("no mail");
  expect(found.recipients).toEqual([EMAIL]);
  return { subject: found.mail.subject, text: found.mail.text ?? "" };
}

async function mailedToken(app: AppContext): Promise<string> {
  return /token=([\w-]+)/.exec((await mailed(app)).text)?.[1] ?? "";
}
