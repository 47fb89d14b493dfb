import { data, href, redirect } from "react-router";
import { codeForm, confirmForm, parseForm } from "#app/accounts/account.form.ts";
import { removePasskey } from "#app/accounts/own-passkeys.server.ts";
import { beginSetup, finishSetup, turnOff } from "#app/accounts/second-factor.server.ts";
import { type Answer, done, refused, refusedBy, type Sent } from "#app/routes/account/account/replies.server.ts";

export async function answerPasskey({ app, identity, form }: Sent): Promise<Answer> {
  const { kind } = await removePasskey(app, identity, String(form.get("id") ?? ""));
  if (kind === "unconfirmed") return redirect(`${href("/account/confirm")}?back=%2Faccount`, 303);
  if (kind === "not-found") throw new Response("There is no such passkey", { status: 404 });
  return done("passkeyRemoved");
}

/** Shows the key and the backup codes. No redirect: they appear only this once and are stored nowhere readable. */
export async function answerSetup({ app, caller, identity, form }: Sent): Promise<Answer> {
  const read = parseForm(confirmForm, form);
  if (read.kind === "invalid") return refused("setup", form, read);
  const outcome = await beginSetup(app, { caller, identity }, read.form.password);
  if (outcome.kind === "refused") return refusedBy("setup", form, outcome);
  const key = new URL(outcome.uri).searchParams.get("secret") ?? "";
  const setup = { uri: outcome.uri, qr: outcome.qr, key, backupCodes: outcome.backupCodes };
  return data({ part: "setup" as const, toast: null, errors: {}, typed: {}, setup });
}

export async function answerCode({ app, caller, identity, form }: Sent): Promise<Answer> {
  const read = parseForm(codeForm, form);
  if (read.kind === "invalid") return refused("code", form, read);
  const outcome = await finishSetup(app, { caller, identity }, read.form.code);
  return outcome.kind === "on" ? done("secondFactorOn", outcome.cookies) : refusedBy("code", form, outcome);
}

export async function answerOff({ app, caller, identity, form }: Sent): Promise<Answer> {
  const read = parseForm(confirmForm, form);
  if (read.kind === "invalid") return refused("off", form, read);
  const outcome = await turnOff(app, { caller, identity }, read.form.password);
  return outcome.kind === "off" ? done("secondFactorOff", outcome.cookies) : refusedBy("off", form, outcome);
}
