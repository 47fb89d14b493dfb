import { NOTICES } from "#app/accounts/account-notices.ts";
import { authOf, hashPassword, provenBy, refusalCodeOf } from "#app/accounts/better-auth.gateway.server.ts";
import { checkPassword, isPasswordRight } from "#app/accounts/passwords/check-password.server.ts";
import { openHashKeys } from "#app/accounts/passwords/imported-hash.server.ts";
import { isImported } from "#app/accounts/passwords/imported-password.ts";
import { getPasswordHash, replacePassword } from "#app/accounts/passwords/passwords.db.server.ts";
import type { Challenge, SignInCredential } from "#app/accounts/second-factor/passkey.form.ts";
import { spendCode } from "#app/accounts/second-factor/spend-code.server.ts";
import type { Caller } from "#app/accounts/session.ts";
import {
  type Admission,
  endSessionBefore,
  finishSignIn,
  noteFirstTry,
  refusalOf,
  signInOf,
} from "#app/accounts/sign-in/finish-sign-in.server.ts";
import { resetLoginLimits, takeLoginAttempt, type Verdict } from "#app/accounts/sign-in/login-limits.server.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";

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
    await openHashKeys(app);
    const request = { body: { email, password }, headers: caller.headers };
    const { userId } = await provenBy(() => authOf(app).api.signInEmail(request));
    const takenOver = await takeOverPassword(app, { userId, password });
    if (takenOver.kind === "conflict") return wrong;
    const admission = await finishSignIn(app, caller, { proof: "password", userId });
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

type TakeOver =
  | { kind: "ours" }
  /** `isWeak`: it opened the old door, and nobody could choose it here today. */
  | { kind: "taken-over"; isWeak: boolean }
  /** Somebody set another password in between. */
  | { kind: "conflict" };

/** After a right password of another system: hashes it as we do, if the cell is still the one that was compared. */
export async function takeOverPassword(
  app: AppContext,
  { userId, password }: { userId: string; password: string },
): Promise<TakeOver> {
  const cell = await getPasswordHash(app.db.kysely, userId);
  const user = cell !== null && isImported(cell) ? await getUser(app.db.kysely, userId) : null;
  if (cell === null || !user) return { kind: "ours" };
  const hash = await hashPassword(app, password);
  const now = app.clock.now();
  const isReplaced = await app.db.kysely.transaction().execute(async (tx) => {
    if (!(await replacePassword(tx, { userId, from: cell, hash, now }))) return false;
    const subject = { kind: "user", id: userId };
    await writeAudit(tx, { at: now, actor: "system", action: "account.password-moved", subject });
    return true;
  });
  // Another sign-in with the same password may have been first.
  if (!isReplaced) return (await isPasswordRight(app, userId, password)) ? { kind: "ours" } : { kind: "conflict" };
  return { kind: "taken-over", isWeak: (await checkPassword(app, password, user)) !== null };
}

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
  return finishSignIn(app, caller, { proof: "code", userId: signIn.userId, signIn });
}

type GoogleStart = { kind: "go"; url: string; cookies: string[] } | { kind: "off" } | { kind: "limited" };

/** Starts to sign in with Google; `back` is our address to return to. Null unless both halves of the key are set. */
export async function startGoogle(app: AppContext, { headers, address }: Caller, back: string): Promise<GoogleStart> {
  if (!app.config.google) return { kind: "off" };
  const verdict = await takeLoginAttempt(app, { attempt: "sign-in", address, account: null });
  if (verdict.kind === "limited") return { kind: "limited" };
  const body = { provider: "google", callbackURL: back, errorCallbackURL: "/login", disableRedirect: true };
  const answer = await authOf(app).api.signInSocial({ body, headers, returnHeaders: true });
  if (!answer.response.url) throw new Error("The accounts library returned no address for Google");
  return { kind: "go", url: answer.response.url, cookies: answer.headers.getSetCookie() };
}

/** `back`: the address that `startGoogle` was given. */
type GoogleEnd = { outcome: Admission; back: string | null };

/**
 * Handles Google's answer, checked by the library: finds or opens an account, or joins the Google account to one
 * whose address is verified (whoever opened an unverified one may not own it). This is only a first factor. Null:
 * Google is not set up.
 */
export async function finishGoogle(app: AppContext, caller: Caller, query: URLSearchParams): Promise<GoogleEnd | null> {
  if (!app.config.google) return null;
  const answer = { params: { id: "google" }, query: Object.fromEntries(query), headers: caller.headers };
  try {
    const { userId, back } = await provenBy(() => authOf(app).api.callbackOAuth(answer));
    return { outcome: await finishSignIn(app, caller, { proof: "google", userId }), back };
  } catch (error) {
    app.log.warn({ code: refusalCodeOf(error) }, "sign-in by Google refused");
    return { outcome: { kind: "refused", message: NOTICES.googleFailed, cookies: [] }, back: null };
  }
}

/** Starts to sign in with a passkey. Names no account: the browser offers the passkeys it has. */
export async function challengeForSignIn(app: AppContext, { headers, address }: Caller): Promise<Challenge> {
  const verdict = await takeLoginAttempt(app, { attempt: "sign-in", address, account: null });
  if (verdict.kind === "limited") return { kind: "refused", message: NOTICES.tooMany };
  const answer = await authOf(app).api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true });
  return { kind: "challenge", options: answer.response, cookies: answer.headers.getSetCookie() };
}

/** Signs in with a passkey. One that its owner unlocked counts as two factors, so no code is needed. */
export async function signInWithPasskey(
  app: AppContext,
  caller: Caller,
  credential: SignInCredential,
): Promise<Admission> {
  try {
    const answer = { body: { response: credential }, headers: caller.headers };
    const { userId } = await provenBy(() => authOf(app).api.verifyPasskeyAuthentication(answer));
    return await finishSignIn(app, caller, { proof: "passkey", userId });
  } catch (error) {
    app.log.warn({ code: refusalCodeOf(error) }, "sign-in by passkey refused");
    return { kind: "refused", message: NOTICES.passkeyFailed, cookies: [] };
  }
}
