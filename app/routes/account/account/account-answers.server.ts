import { redirect } from "react-router";
import { askAddressChange, askVerification } from "#app/accounts/address/commands.server.ts";
import { confirmForm, emailForm, nameForm, passwordForm, readForm } from "#app/accounts/forms.ts";
import { changeName } from "#app/accounts/name/commands.server.ts";
import { changePassword } from "#app/accounts/password/commands.server.ts";
import { endOtherSessions, endSession, signOut } from "#app/accounts/session/commands.server.ts";
import { leave } from "#app/appointments/owned/commands.server.ts";
import { answerCode, answerOff, answerPasskey, answerSetup } from "#app/routes/account/account/keys-answers.server.ts";
import {
  type Answer,
  done,
  type Part,
  refused,
  refusedBy,
  type Sent,
} from "#app/routes/account/account/replies.server.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";

/** What each part of /account does with its form. */
export const accountAnswers: Record<Part, (sent: Sent) => Promise<Answer>> = {
  name: answerName,
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

async function answerName({ world, identity, form }: Sent): Promise<Answer> {
  const read = readForm(nameForm, form);
  if (read.kind === "invalid") return refused("name", form, read);
  await changeName(world, identity, read.form.username);
  return done("saved");
}

async function answerAddress({ world, caller, identity, form }: Sent): Promise<Answer> {
  const read = readForm(emailForm, form);
  if (read.kind === "invalid") return refused("address", form, read);
  const outcome = await askAddressChange(world, { caller, identity }, read.form);
  return outcome.kind === "sent" ? done("checkInbox") : refusedBy("address", form, outcome);
}

async function answerVerification({ world, caller, identity, form }: Sent): Promise<Answer> {
  const outcome = await askVerification(world, { caller, identity });
  return outcome.kind === "sent" ? done("checkInbox") : refusedBy("verification", form, outcome);
}

async function answerPassword({ world, caller, identity, form }: Sent): Promise<Answer> {
  const read = readForm(passwordForm, form);
  if (read.kind === "invalid") return refused("password", form, read);
  const outcome = await changePassword(world, { caller, identity }, read.form);
  return outcome.kind === "changed" ? done("saved", outcome.cookies) : refusedBy("password", form, outcome);
}

async function answerSession({ world, identity, form }: Sent): Promise<Answer> {
  await endSession(world, identity, String(form.get("id") ?? ""));
  return done("sessionEnded");
}

async function answerSessions({ world, identity }: Sent): Promise<Answer> {
  await endOtherSessions(world, identity);
  return done("sessionsEnded");
}

async function answerDeletion({ world, caller, identity, form }: Sent): Promise<Answer> {
  const read = readForm(confirmForm, form);
  if (read.kind === "invalid") return refused("deletion", form, read);
  const outcome = await leave(world, { caller, identity }, read.form.password);
  if (outcome.kind !== "deleted") return refusedBy("deletion", form, outcome);
  const { cookies } = await signOut(world, caller.headers);
  return redirect("/", { status: 303, headers: withCookies([...cookies, flash("accountDeleted")]) });
}
