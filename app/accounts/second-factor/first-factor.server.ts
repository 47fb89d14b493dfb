import { NOTICES } from "#app/accounts/account-notices.ts";
import { openSession } from "#app/accounts/better-auth.gateway.server.ts";
import { appKeyOf, keyLetters, newFactorOf } from "#app/accounts/second-factor/new-factor.server.ts";
import { noteKeyChange } from "#app/accounts/second-factor/note-key-change.server.ts";
import { replaceSecondFactor, turnOnSecondFactor } from "#app/accounts/second-factor/second-factors.db.server.ts";
import { stepOf } from "#app/accounts/second-factor/spend-code.server.ts";
import type { Caller, Identity } from "#app/accounts/session.ts";
import { endSessionBefore } from "#app/accounts/sign-in/finish-sign-in.server.ts";
import { takeLoginAttempt } from "#app/accounts/sign-in/login-limits.server.ts";
import type { User } from "#app/accounts/user.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { deriveSecret } from "#app/platform/ids.server.ts";

type Who = { caller: Caller; identity: Identity };

/** The key that an app would get, as address, picture and text: the same for the whole session, and stored nowhere. */
export async function firstKeyOf(app: AppContext, { user, sessionId }: Identity & { user: User }) {
  return appKeyOf(app, { secret: secretOf(app, sessionId), email: user.email });
}

type FirstOutcome =
  | { kind: "on"; cookies: string[]; backupCodes: string[] }
  | { kind: "unconfirmed" }
  | { kind: "invalid"; message: string };

/** Turns codes on with the app's first code, for somebody who has just signed in and has no second factor. */
export async function turnOnFirst(app: AppContext, { caller, identity }: Who, code: string): Promise<FirstOutcome> {
  const { user, actor, sessionId, confirmedFor } = identity;
  if (!user || user.twoFactor) return { kind: "invalid", message: NOTICES.wrongCode };
  if (confirmedFor <= 0) return { kind: "unconfirmed" };
  const attempt = { attempt: "confirm", address: caller.address, account: user.id } as const;
  if ((await takeLoginAttempt(app, attempt)).kind === "limited") return { kind: "invalid", message: NOTICES.tooMany };
  const now = app.clock.now();
  const secret = secretOf(app, sessionId);
  const step = stepOf(secret, { code: code.replace(/\s/g, ""), now });
  if (step === null) return { kind: "invalid", message: NOTICES.wrongCode };
  const { row, backupCodes } = await newFactorOf(app, { userId: user.id, secret });
  await app.db.kysely.transaction().execute(async (tx) => {
    await replaceSecondFactor(tx, { ...row, verified: true, lastCodeStep: step });
    await turnOnSecondFactor(tx, { userId: user.id, now });
    await noteKeyChange(tx, { userId: user.id, actor, now, change: "second-factor.on" });
  });
  // A session from before the second factor proves less than one from after it.
  await endSessionBefore(app, caller.headers);
  return { kind: "on", cookies: await openSession(app, caller.headers, user.id), backupCodes };
}

function secretOf(app: AppContext, sessionId: string | null): string {
  return keyLetters(deriveSecret(app.secret, `first-factor:${sessionId}`));
}
