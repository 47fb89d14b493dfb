import { NOTICES } from "#app/accounts/account-notices.ts";
import { openSession } from "#app/accounts/better-auth.gateway.server.ts";
import type { PasswordRefusal } from "#app/accounts/passwords/check-password.server.ts";
import { appKeyOf, keyLetters, newFactorOf } from "#app/accounts/second-factor/new-factor.server.ts";
import { noteKeyChange } from "#app/accounts/second-factor/note-key-change.server.ts";
import {
  hasOpenSetup,
  replaceSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from "#app/accounts/second-factor/second-factors.db.server.ts";
import { spendFirstCode } from "#app/accounts/second-factor/spend-code.server.ts";
import type { Caller, Identity } from "#app/accounts/session.ts";
import { proofRefusal } from "#app/accounts/sign-in/confirm-person.server.ts";
import { endSessionBefore } from "#app/accounts/sign-in/finish-sign-in.server.ts";
import { takeLoginAttempt } from "#app/accounts/sign-in/login-limits.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newSecret } from "#app/platform/ids.server.ts";

/** `setting-up`: the app has its key but has not proved it with a first code. */
export type SecondFactor = "off" | "setting-up" | "on";

type Who = { caller: Caller; identity: Identity };
type Refused = { kind: "refused"; field: "password" | "code"; message: string };

export async function secondFactorOf(app: AppContext, { user }: Identity): Promise<SecondFactor> {
  if (!user) return "off";
  if (user.twoFactor) return "on";
  return (await hasOpenSetup(app.db.kysely, user.id)) ? "setting-up" : "off";
}

/**
 * Creates the key and the backup codes and returns them this once. It takes effect only after a first code proves the
 * app. `password`: a password, or nothing while they have shown lately who they are.
 */
export async function beginSetup(
  app: AppContext,
  who: Who,
  password: string,
): Promise<{ kind: "begun"; uri: string; qr: boolean[][]; key: string; backupCodes: string[] } | Refused> {
  const { user } = who.identity;
  if (!user || user.twoFactor) return { kind: "refused", field: "password", message: NOTICES.wrongPassword };
  const refusal = await proofRefusal(app, who, password);
  if (refusal) return refusedBy(app, refusal);
  const secret = keyLetters(newSecret());
  const { row, backupCodes } = await newFactorOf(app, { userId: user.id, secret });
  await app.db.kysely.transaction().execute((tx) => replaceSecondFactor(tx, { ...row, verified: false }));
  return { kind: "begun", ...(await appKeyOf(app, { secret, email: user.email })), backupCodes };
}

/** Checks the first code; from then on every sign-in by password needs one. */
export async function finishSetup(
  app: AppContext,
  who: Who,
  code: string,
): Promise<{ kind: "on"; cookies: string[] } | Refused> {
  const limited = await limitOf(app, who);
  if (limited) return { ...limited, field: "code" };
  const { user } = who.identity;
  if (!user || user.twoFactor || !(await spendFirstCode(app, user.id, code))) {
    app.log.warn("first code refused");
    return { kind: "refused", field: "code", message: NOTICES.wrongCode };
  }
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    await turnOnSecondFactor(tx, { userId: user.id, now });
    await noteKeyChange(tx, { userId: user.id, actor: who.identity.actor, now, change: "second-factor.on" });
  });
  // A session from before the second factor proves less than one from after it.
  await endSessionBefore(app, who.caller.headers);
  return { kind: "on", cookies: await openSession(app, who.caller.headers, user.id) };
}

/** Asks who they are as any other sensitive change of the account does. */
export async function turnOff(app: AppContext, who: Who, password: string): Promise<{ kind: "off" } | Refused> {
  const { actor, user } = who.identity;
  if (!user) return { kind: "refused", field: "password", message: NOTICES.wrongPassword };
  const refusal = await proofRefusal(app, who, password);
  if (refusal) return refusedBy(app, refusal);
  const change = { userId: user.id, actor, now: app.clock.now(), change: "second-factor.off" } as const;
  await app.db.kysely.transaction().execute(async (tx) => {
    await turnOffSecondFactor(tx, change);
    await noteKeyChange(tx, change);
  });
  return { kind: "off" };
}

function refusedBy(app: AppContext, { message }: PasswordRefusal): Refused {
  app.log.warn("a change of the second factor refused");
  return { kind: "refused", field: "password", message };
}

async function limitOf(app: AppContext, { caller, identity }: Who) {
  const account = identity.user?.id ?? "";
  const verdict = await takeLoginAttempt(app, { attempt: "confirm", address: caller.address, account });
  return verdict.kind === "limited" ? { kind: "refused" as const, message: NOTICES.tooMany } : null;
}
