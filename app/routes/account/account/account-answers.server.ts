import { data, href, redirect } from "react-router";
import {
  codeForm,
  emailForm,
  nameForm,
  parseForm,
  passwordForm,
  phoneForm,
  proofForm,
} from "#app/accounts/account.form.ts";
import { askVerification } from "#app/accounts/confirm-address.server.ts";
import { signOut } from "#app/accounts/identify.server.ts";
import { askAddressChange, changeName, changePhone } from "#app/accounts/own-details.server.ts";
import { endOtherSessions, endSession } from "#app/accounts/own-sessions.server.ts";
import { changePassword } from "#app/accounts/passwords/set-password.server.ts";
import { removePasskey } from "#app/accounts/second-factor/own-passkeys.server.ts";
import { beginSetup, finishSetup, turnOff } from "#app/accounts/second-factor/second-factor.server.ts";
import type { AlsoWithin } from "#app/accounts/users/delete-account.server.ts";
import { leave } from "#app/appointments/clients/client-account.server.ts";
import { removeCard } from "#app/payments/online/kept-cards.server.ts";
import { canMailLeave } from "#app/practice/read-practice.server.ts";
import {
  type Answer,
  done,
  type Part,
  refused,
  refusedBy,
  type Sent,
} from "#app/routes/account/account/replies.server.ts";
import { EMPTY_BROWSER, flash, withCookies } from "#app/routes/account/flash.server.ts";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { noMail } from "#app/settings/no-mail.ts";
import { leaveWithin } from "#app/team/change-staff.server.ts";

async function answerPasskey({ app, identity, form }: Sent): Promise<Answer> {
  const { kind } = await removePasskey(app, identity, String(form.get("id") ?? ""));
  if (kind === "unconfirmed") return redirect(`${href("/account/confirm")}?back=%2Faccount`, 303);
  if (kind === "not-found") throw new Response("There is no such passkey", { status: 404 });
  return done("passkeyRemoved");
}

/** Shows the key and the backup codes. No redirect: they appear only this once and are stored nowhere readable. */
async function answerSetup({ app, caller, identity, form }: Sent): Promise<Answer> {
  const read = parseForm(proofForm, form);
  if (read.kind === "invalid") return refused("setup", form, read);
  const outcome = await beginSetup(app, { caller, identity }, read.form.password);
  if (outcome.kind === "refused") return refusedBy("setup", form, outcome);
  const { kind: _, ...setup } = outcome;
  return data({ part: "setup" as const, toast: null, errors: {}, typed: {}, setup });
}

async function answerCode({ app, caller, identity, form }: Sent): Promise<Answer> {
  const read = parseForm(codeForm, form);
  if (read.kind === "invalid") return refused("code", form, read);
  const outcome = await finishSetup(app, { caller, identity }, read.form.code);
  return outcome.kind === "on" ? done("secondFactorOn", outcome.cookies) : refusedBy("code", form, outcome);
}

async function answerOff({ app, caller, identity, form }: Sent): Promise<Answer> {
  const read = parseForm(proofForm, form);
  if (read.kind === "invalid") return refused("off", form, read);
  const outcome = await turnOff(app, { caller, identity }, read.form.password);
  return outcome.kind === "off" ? done("secondFactorOff") : refusedBy("off", form, outcome);
}

async function answerCard({ app, identity, form }: Sent): Promise<Answer> {
  const owner = { kind: "client" as const, userId: identity.user?.id ?? "" };
  const { kind } = await removeCard(app, owner, String(form.get("id") ?? ""));
  if (kind === "not-found") throw new Response("There is no such card", { status: 404 });
  return done("cardRemoved");
}

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
  card: answerCard,
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
  if (kind === "not-found") throw new Response("There is no such session", { status: 404 });
  return done("sessionEnded");
}

async function answerSessions({ app, identity }: Sent): Promise<Answer> {
  await endOtherSessions(app, identity);
  return done("sessionsEnded");
}

async function answerDeletion({ app, caller, identity, form }: Sent): Promise<Answer> {
  const read = parseForm(proofForm, form);
  if (read.kind === "invalid") return refused("deletion", form, read);
  const alsoWithin: AlsoWithin = (tx, userId) => leaveWithin(tx, userId, app.clock.now());
  const outcome = await leave(app, { caller, identity }, { password: read.form.password, alsoWithin });
  if (outcome.kind !== "deleted") return refusedBy("deletion", form, outcome);
  const { cookies } = await signOut(app, caller.headers);
  const headers = withCookies([...cookies, flash("accountDeleted")]);
  headers.set("Clear-Site-Data", EMPTY_BROWSER);
  return redirect("/", { status: 303, headers });
}
