import { closePending } from "#app/accounts/account-links.db.server.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { openSession } from "#app/accounts/better-auth.gateway.server.ts";
import { identify, signOut } from "#app/accounts/identify.server.ts";
import { NO_HASH } from "#app/accounts/passwords/imported-password.ts";
import { getHashByEmail } from "#app/accounts/passwords/passwords.db.server.ts";
import { askPasswordReset } from "#app/accounts/passwords/reset-password.server.ts";
import type { Caller } from "#app/accounts/session.ts";
import {
  deleteSession,
  deleteSessions,
  deleteSignIn,
  getSignIn,
  storeSignIn,
} from "#app/accounts/sessions.db.server.ts";
import { rememberPlace } from "#app/accounts/sign-in/known-places.db.server.ts";
import { afterProof, BEGUN, type Proof, SIGN_IN_LIFE, type SignIn } from "#app/accounts/sign-in/sign-in.ts";
import { FACTOR_GRACE, lacksFactor, needsFactor, type User } from "#app/accounts/user.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import { type AppContext, processAppOf } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

export type Admission =
  /** `isWeak`: the password moved in with them, and is weaker than we ask for today. */
  | { kind: "signed-in"; user: User; cookies: string[]; isWeak?: boolean }
  /** The first factor is right; the second comes next. No session is open yet. */
  | { kind: "code-needed"; cookies: string[] }
  | { kind: "refused"; message: string; cookies: string[] };

type GivenProof = { proof: Proof; userId: string; signIn?: SignIn };

/** Decides what one more proof opens: a session, if no other factor is needed. Every way of signing in ends here. */
export async function finishSignIn(
  app: AppContext,
  { headers, address }: Caller,
  { proof, userId, signIn = BEGUN }: GivenProof,
): Promise<Admission> {
  const user = await getUser(app.db.kysely, userId);
  const refusal = await refusalOf(app, headers, user);
  if (refusal || !user) return refusal ?? { kind: "refused", message: NOTICES.noRecord, cookies: [] };
  // Where a second factor is needed and a passkey is the only one, the password alone opens nothing.
  const twoFactor = user.twoFactor || (user.hasPasskey && needsFactor(user));
  const next = afterProof(signIn, { proof, userId }, { twoFactor });
  if (next.kind === "begun") return { kind: "refused", message: NOTICES.wrongCode, cookies: [] };
  if (next.kind === "code-needed") {
    const secret = await storeSignIn(app.db.kysely, { ...next, now: app.clock.now() });
    return { kind: "code-needed", cookies: [signInCookie(app, secret, SIGN_IN_LIFE / 1000)] };
  }
  await endSessionBefore(app, headers);
  const cookies = await opened(app, { headers, address }, { proof, userId });
  // Read again after the session stands: a record may go at any moment, and its sign-in must not be called a success.
  const stored = await getUser(app.db.kysely, userId);
  if (!cookies || !stored) return noRecord(app, headers);
  if (stored.staff === null && lacksFactor(stored) && stored.factorDueAt === null) {
    const due = { factor_due_at: app.clock.now() + FACTOR_GRACE };
    await app.db.kysely.updateTable("users").set(due).where("id", "=", userId).execute();
  }
  return { kind: "signed-in", user: stored, cookies: [...cookies, signInCookie(app, "", 0)] };
}

/** The cookies of a new session. Null if the user's record is no longer there. */
async function opened(
  app: AppContext,
  { headers, address }: Caller,
  { proof, userId }: { proof: Proof; userId: string },
): Promise<string[] | null> {
  try {
    // A mailbox (Google's word) or a second factor proves the owner, so whatever a person with only the password had
    // started is closed (decisions/0140).
    if (proof !== "password") await app.db.kysely.transaction().execute((tx) => closePending(tx, userId));
    await rememberPlace(app.db.kysely, { userId, address, key: app.secret, now: app.clock.now() });
    return await openSession(app, headers, userId);
  } catch (error) {
    if (await getUser(app.db.kysely, userId)) throw error;
    return null;
  }
}

/** Specification section 8: no user record after a sign-in. The session ends. */
async function noRecord(app: AppContext, headers: Headers): Promise<Extract<Admission, { kind: "refused" }>> {
  return { kind: "refused", message: NOTICES.noRecord, cookies: (await signOut(app, headers)).cookies };
}

/** Why this person may not sign in at all (no account, or disabled). Closes whatever was open for them. */
export async function refusalOf(
  app: AppContext,
  headers: Headers,
  user: User | null,
): Promise<Extract<Admission, { kind: "refused" }> | null> {
  if (!user) return noRecord(app, headers);
  if (!user.disabled) return null;
  const { id: userId } = user;
  await app.db.kysely.transaction().execute((tx) => deleteSessions(tx, { userId, keep: null }));
  return { kind: "refused", message: NOTICES.disabled, cookies: (await signOut(app, headers)).cookies };
}

/** Ends the browser's previous session: nothing else would ever end it. */
export async function endSessionBefore(app: AppContext, headers: Headers): Promise<void> {
  const { user, sessionId } = await identify(app, headers);
  if (user && sessionId) await deleteSession(app.db.kysely, { id: sessionId, userId: user.id });
}

/** This browser's pending sign-in, which still needs its code. `end` uses it up, and succeeds for one caller only. */
export async function signInOf(app: AppContext, headers: Headers) {
  const secret = COOKIE.exec(headers.get("cookie") ?? "")?.[1];
  if (secret === undefined) return null;
  const signIn = await getSignIn(app.db.kysely, { secret, now: app.clock.now() });
  return signIn && { signIn, end: () => deleteSignIn(app.db.kysely, secret) };
}

const COOKIE = /(?:^|;\s*)(?:__Secure-)?ly\.sign_in=([\w-]+)/;

// Not a session cookie: it opens only the page that asks for the code.
function signInCookie(app: AppContext, secret: string, seconds: number): string {
  const https = app.config.publicUrl.startsWith("https:");
  const line = `ly.sign_in=${secret}; Max-Age=${seconds}; Path=/login; HttpOnly; SameSite=Lax`;
  return https ? `__Secure-${line}; Secure` : line;
}

const EVERY = 2_000;
const MOST = 1_000;

const tries = new WeakMap<AppContext, Map<string, Caller>>();

/**
 * Notes a refused try for somebody whose password did not move in with them; their link is mailed later, so that the
 * answer takes as long as anybody's.
 */
export async function noteFirstTry(app: AppContext, caller: Caller, email: string): Promise<void> {
  const address = email.toLowerCase();
  const noted = tries.get(processAppOf(app)) ?? new Map<string, Caller>();
  const cell = await getHashByEmail(app.db.kysely, address);
  if (cell === NO_HASH && noted.size < MOST) tries.set(processAppOf(app), noted.set(address, caller));
}

/** Mails the noted people the link that sets a password, within the limits of any reset. */
export async function mailFirstLinks(app: AppContext): Promise<void> {
  const noted = tries.get(app);
  tries.delete(app);
  for (const [address, caller] of noted ?? []) await askPasswordReset(app, caller, address);
}

/** Does so every few seconds. Returns a function that stops it. */
export function startMailingFirstLinks(app: AppContext): () => Promise<void> {
  return repeat(app, { every: EVERY, job: mailFirstLinks, failed: "a link for a new password could not be mailed" });
}
