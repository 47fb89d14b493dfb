import { NOTICES } from "#app/accounts/account-notices.ts";
import { type Admission, admit, endSessionBefore, refusalOf } from "#app/accounts/admit.server.ts";
import { authOf, provenBy, refusalCodeOf } from "#app/accounts/better-auth.gateway.server.ts";
import { noteFirstTry } from "#app/accounts/first-tries.server.ts";
import { openForeignKeys } from "#app/accounts/foreign-hashing.server.ts";
import { resetLoginLimits, takeLoginAttempt, type Verdict } from "#app/accounts/login-limits.server.ts";
import type { Caller } from "#app/accounts/session.ts";
import { takeOverPassword } from "#app/accounts/take-over-password.server.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

export type SignInOutcome = Admission | { kind: "limited"; message: string; retryAfterSeconds: number };

/** Signs in with address and password. An unknown address and a wrong password get the same answer in the same time. */
export async function signIn(
  app: AppContext,
  caller: Caller,
  { email, password }: { email: string; password: string },
): Promise<SignInOutcome> {
  const attempt = { attempt: "sign-in", address: caller.address, account: email } as const;
  const turnedAway = turnedAwayBy(await takeLoginAttempt(app, attempt));
  if (turnedAway) return turnedAway;
  const outcome = await tryPassword(app, caller, { email, password });
  if (outcome.kind === "signed-in" || outcome.kind === "code-needed") await resetLoginLimits(app, attempt);
  return outcome;
}

/** The same without counting, for callers that have already counted the attempt. */
export async function tryPassword(
  app: AppContext,
  caller: Caller,
  { email, password }: { email: string; password: string },
): Promise<Admission> {
  const wrong = { kind: "refused" as const, message: NOTICES.wrongCredentials, cookies: [] };
  try {
    await openForeignKeys(app);
    const request = { body: { email, password }, headers: caller.headers };
    const { userId } = await provenBy(() => authOf(app).api.signInEmail(request));
    const takenOver = await takeOverPassword(app, { userId, password });
    if (takenOver.kind === "lost") return wrong;
    const admission = await admit(app, caller, { proof: "password", userId });
    const isWeak = takenOver.kind === "taken-over" && takenOver.isWeak;
    return admission.kind === "signed-in" ? { ...admission, isWeak } : admission;
  } catch (error) {
    app.log.warn({ code: refusalCodeOf(error) }, "sign-in refused");
    await noteFirstTry(app, caller, email);
    return wrong;
  }
}

/** After a sign-up opened a session: reads the stored user and ends the browser's previous session. */
export async function finishSignUp(
  app: AppContext,
  headers: Headers,
  { userId, cookies }: { userId: string; cookies: string[] },
): Promise<Exclude<Admission, { kind: "code-needed" }>> {
  const user = await getUser(app.db.kysely, userId);
  const refusal = await refusalOf(app, headers, user);
  if (refusal || !user) return refusal ?? { kind: "refused", message: NOTICES.noRecord, cookies: [] };
  await endSessionBefore(app, headers);
  return { kind: "signed-in", user, cookies };
}

export function turnedAwayBy(verdict: Verdict): Extract<SignInOutcome, { kind: "limited" }> | null {
  if (verdict.kind !== "limited") return null;
  const message = verdict.by === "others" ? NOTICES.slowed : NOTICES.tooMany;
  return { kind: "limited", message, retryAfterSeconds: verdict.retryAfterSeconds };
}
