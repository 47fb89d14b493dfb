import { MISSING } from "#app/accounts/account.form.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import {
  isPasswordRight,
  type PasswordRefusal,
  WRONG_PASSWORD,
} from "#app/accounts/passwords/check-password.server.ts";
import { spendCode } from "#app/accounts/second-factor/spend-code.server.ts";
import type { Caller, Identity } from "#app/accounts/session.ts";
import { resetLoginLimits, takeLoginAttempt } from "#app/accounts/sign-in/login-limits.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";

/** Why a sensitive change can't go ahead, or null: they have shown lately who they are, or show it with what is typed. */
export async function proofRefusal(
  app: AppContext,
  who: { caller: Caller; identity: Identity },
  typed: string,
): Promise<PasswordRefusal | null> {
  const outcome = await confirmPerson(app, who, typed);
  if (outcome.kind === "confirmed") return null;
  if (outcome.kind === "limited") return outcome;
  return typed === "" ? { ...WRONG_PASSWORD, message: MISSING.password } : WRONG_PASSWORD;
}

type ConfirmOutcome =
  | { kind: "confirmed" }
  | { kind: "invalid"; message: string }
  | { kind: "limited"; message: string; retryAfterSeconds: number };

/**
 * Takes a password, or a code where the account has codes, as a fresh proof of who is signed in. It counts for this
 * session and for ten minutes (`needsConfirmation`).
 */
export async function confirmPerson(
  app: AppContext,
  { caller, identity }: { caller: Caller; identity: Identity },
  typed: string,
): Promise<ConfirmOutcome> {
  const { user, sessionId, confirmedFor } = identity;
  if (typed === "") {
    return confirmedFor > 0 ? { kind: "confirmed" } : { kind: "invalid", message: NOTICES.confirmMissing };
  }
  if (!user || !sessionId) return { kind: "invalid", message: NOTICES.notConfirmed };
  const attempt = { attempt: "confirm", address: caller.address, account: user.id } as const;
  const verdict = await takeLoginAttempt(app, attempt);
  if (verdict.kind === "limited") return { ...verdict, message: NOTICES.tooMany };
  const isRight =
    (user.twoFactor && (await spendCode(app, user.id, typed))) || (await isPasswordRight(app, user.id, typed));
  if (!isRight) return { kind: "invalid", message: NOTICES.notConfirmed };
  await resetLoginLimits(app, attempt);
  await app.db.kysely
    .updateTable("sessions")
    .set({ confirmed_at: systemClock.now() })
    .where("id", "=", sessionId)
    .where("userId", "=", user.id)
    .execute();
  return { kind: "confirmed" };
}
