import { NOTICES } from "#app/accounts/account-notices.ts";
import { admit, signInOf } from "#app/accounts/admit.server.ts";
import { resetLoginLimits, takeLoginAttempt } from "#app/accounts/login-limits.server.ts";
import type { Caller } from "#app/accounts/session.ts";
import { type SignInOutcome, turnedAwayBy } from "#app/accounts/sign-in.server.ts";
import { spendCode } from "#app/accounts/spend-code.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** Completes a sign-in with a code from the app or a backup code. */
export async function signInWithCode(app: AppContext, caller: Caller, code: string): Promise<SignInOutcome> {
  const begun = await signInOf(app, caller.headers);
  const attempt = { attempt: "code", address: caller.address, account: begun?.signIn.userId ?? null } as const;
  const turnedAway = turnedAwayBy(await takeLoginAttempt(app, attempt));
  if (turnedAway) return turnedAway;
  const isRight = begun !== null && (await spendCode(app, begun.signIn.userId, code)) && (await begun.end());
  if (!begun || !isRight) {
    app.log.warn("second factor refused");
    return { kind: "refused", message: NOTICES.wrongCode, cookies: [] };
  }
  await resetLoginLimits(app, attempt);
  const { signIn } = begun;
  return admit(app, caller, { proof: "code", userId: signIn.userId, signIn });
}
