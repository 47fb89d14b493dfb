import { redirect } from "react-router";
import { confirmForm, emailForm, nameForm, parseForm, passwordForm, phoneForm } from "#app/accounts/account.form.ts";
import { askVerification } from "#app/accounts/ask-verification.server.ts";
import { askAddressChange } from "#app/accounts/change-address.server.ts";
import { changeName } from "#app/accounts/change-name.server.ts";
import { changePassword } from "#app/accounts/change-password.server.ts";
import { changePhone } from "#app/accounts/change-phone.server.ts";
import type { AlsoWithin } from "#app/accounts/delete-account.server.ts";
import { signOut } from "#app/accounts/identify.server.ts";
import { endOtherSessions, endSession } from "#app/accounts/own-sessions.server.ts";
import { leave } from "#app/appointments/leave-account.server.ts";
import { canMailLeave } from "#app/practice/read-practice.server.ts";
import { answerCode, answerOff, answerPasskey, answerSetup } from "#app/routes/account/account/keys-answers.server.ts";
import {
  type Answer,
  done,
  type Part,
  refused,
  refusedBy,
  type Sent,
} from "#app/routes/account/account/replies.server.ts";
import { EMPTY_BROWSER, flash, withCookies } from "#app/routes/account/flash.server.ts";
import { phoneOf } from "#app/routes/website/phone.server.ts";
import { noMail } from "#app/settings/no-mail.ts";
import { leaveWithin } from "#app/staff/change-staff.server.ts";

export const accountAnswers: Record<Part, (sent: Sent) => Promise<Answer>> = {
  name: answerName,
  phone: answerPhone,
  address: answerAddress,
  verification: answerVerification,
  password: answerPassword,
  session: answerSession,
  sessions: answerSessions,
  deletion: answerDeletion,
  passkey: answerPasskey,
  setup: answerSetup,
  code: answerCode,
  off: answerOff,
};

async function answerName({ app, identity, form }: Sent): Promise<Answer> {
  const read = parseForm(nameForm, form);
  if (read.kind === "invalid") return refused("name", form, read);
  await changeName(app, identity, read.form.username);
  return done("saved");
}

async function answerPhone({ app, identity, form }: Sent): Promise<Answer> {
  const read = parseForm(phoneForm, form);
  if (read.kind === "invalid") return refused("phone", form, read);
  await changePhone(app, identity, read.form.phone);
  return done("saved");
}

/** Both need a mailed link. */
async function closedWithoutMail(app: Sent["app"]): Promise<string | null> {
  if (await canMailLeave(app)) return null;
  return noMail("an address can’t be confirmed or changed", await phoneOf(app));
}

async function answerAddress({ app, caller, identity, form }: Sent): Promise<Answer> {
  const read = parseForm(emailForm, form);
  if (read.kind === "invalid") return refused("address", form, read);
  const closed = await closedWithoutMail(app);
  if (closed) return refusedBy("address", form, { message: closed });
  const outcome = await askAddressChange(app, { caller, identity }, read.form);
  return outcome.kind === "sent" ? done("checkInbox") : refusedBy("address", form, outcome);
}

async function answerVerification({ app, caller, identity, form }: Sent): Promise<Answer> {
  const closed = await closedWithoutMail(app);
  if (closed) return refusedBy("verification", form, { message: closed });
  const outcome = await askVerification(app, { caller, identity });
  return outcome.kind === "sent" ? done("checkInbox") : refusedBy("verification", form, outcome);
}

async function answerPassword({ app, caller, identity, form }: Sent): Promise<Answer> {
  const read = parseForm(passwordForm, form);
  if (read.kind === "invalid") return refused("password", form, read);
  const outcome = await changePassword(app, { caller, identity }, read.form);
  return outcome.kind === "changed" ? done("saved", outcome.cookies) : refusedBy("password", form, outcome);
}

async function answerSession({ app, identity, form }: Sent): Promise<Answer> {
  const { kind } = await endSession(app, identity, String(form.get("id") ?? ""));
  if (kind === "unknown") throw new Response("There is no such session", { status: 404 });
  return done("sessionEnded");
}

async function answerSessions({ app, identity }: Sent): Promise<Answer> {
  await endOtherSessions(app, identity);
  return done("sessionsEnded");
}

async function answerDeletion({ app, caller, identity, form }: Sent): Promise<Answer> {
  const read = parseForm(confirmForm, form);
  if (read.kind === "invalid") return refused("deletion", form, read);
  const alsoWithin: AlsoWithin = (tx, userId) => leaveWithin(tx, userId, app.clock.now());
  const outcome = await leave(app, { caller, identity }, { password: read.form.password, alsoWithin });
  if (outcome.kind !== "deleted") return refusedBy("deletion", form, outcome);
  const { cookies } = await signOut(app, caller.headers);
  const headers = withCookies([...cookies, flash("accountDeleted")]);
  headers.set("Clear-Site-Data", EMPTY_BROWSER);
  return redirect("/", { status: 303, headers });
}
