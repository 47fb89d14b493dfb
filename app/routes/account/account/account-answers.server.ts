import { data, redirect } from "react-router";
import { askAddressChange, askVerification } from "#app/accounts/address/commands.server.ts";
import { type AccountErrors, confirmForm, emailForm, nameForm, passwordForm, readForm } from "#app/accounts/forms.ts";
import { changeName } from "#app/accounts/name/commands.server.ts";
import { changePassword } from "#app/accounts/password/commands.server.ts";
import { type Caller, endOtherSessions, endSession, signOut } from "#app/accounts/session/commands.server.ts";
import type { Identity } from "#app/accounts/session/session.ts";
import { leave } from "#app/appointments/owned/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { type Flash, flash, withCookies } from "#app/routes/account/flash.server.ts";

/** The parts of the page. Each form names its own. */
export type Part = "name" | "address" | "verification" | "password" | "session" | "sessions" | "deletion";
export type AccountReply = { part: Part; toast: string; errors: AccountErrors; typed: Record<string, string> };

type Sent = { world: World; caller: Caller; identity: Identity; form: FormData };
type Answer = ReturnType<typeof data<AccountReply>> | Response;

/** What each part of /account does with its form. */
export const accountAnswers: Record<Part, (sent: Sent) => Promise<Answer>> = {
  name: answerName,
  address: answerAddress,
  verification: answerVerification,
  password: answerPassword,
  session: answerSession,
  sessions: answerSessions,
  deletion: answerDeletion,
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

type Refusal = { message: string; field?: keyof AccountErrors; retryAfterSeconds?: number };

function refusedBy(part: Part, form: FormData, { message, field, retryAfterSeconds }: Refusal): Answer {
  const errors = field ? { [field]: message } : {};
  return refused(part, form, { message, errors, retryAfterSeconds });
}

function refused(
  part: Part,
  form: FormData,
  { message, errors, retryAfterSeconds }: { message: string; errors: AccountErrors; retryAfterSeconds?: number },
): Answer {
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 300);
  const typed = { email: text("email"), username: text("username") };
  const headers = retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : undefined;
  return data({ part, toast: message, errors, typed }, { status: retryAfterSeconds ? 429 : 422, headers });
}

function done(notice: Flash, cookies: readonly string[] = []): Response {
  return redirect("/account", { status: 303, headers: withCookies([...cookies, flash(notice)]) });
}
