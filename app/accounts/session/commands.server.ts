import { forgetAttempts, takeAttempt } from "#app/accounts/attempts/commands.server.ts";
import { authOf, refusalCodeOf } from "#app/accounts/gateway.server.ts";
import { NOTICES } from "#app/accounts/notices.ts";
import {
  actorFrom,
  claimsSession,
  hasLapsed,
  type Identity,
  isNoteDue,
  nobody,
  type Session,
} from "#app/accounts/session/session.ts";
import { deleteSession, deleteSessions, listSessions } from "#app/accounts/session/store.server.ts";
import { findUser } from "#app/accounts/store.server.ts";
import type { User } from "#app/accounts/user.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** Who calls: the request's headers with our server's word on the address, and that address. */
export type Caller = { headers: Headers; address: string };

export type SignInOutcome =
  | { kind: "signed-in"; user: User; cookies: string[] }
  /** The password is right; the second factor is asked for next. */
  | { kind: "code-needed"; cookies: string[] }
  | { kind: "refused"; message: string; cookies: string[] }
  | { kind: "limited"; message: string; retryAfterSeconds: number };

/** Who sends this request. No session cookie: nobody, and the database is not asked. */
export async function identify(world: World, headers: Headers): Promise<Identity> {
  if (!claimsSession(headers)) return nobody;
  const asked = { headers, query: { disableRefresh: true }, returnHeaders: true } as const;
  const { response, headers: answer } = await authOf(world).api.getSession(asked);
  const user = response ? await findUser(world.db.kysely, response.user.id) : null;
  if (!response || !user || user.disabled) return { ...nobody, cookies: answer.getSetCookie() };
  // The library stamps its sessions by the machine's clock.
  const unusedFor = systemClock.now() - response.session.updatedAt.getTime();
  if (hasLapsed(user, unusedFor)) return { ...nobody, cookies: (await signOut(world, headers)).cookies };
  const cookies = isNoteDue(user, unusedFor) ? await noteUse(world, headers) : [];
  return { actor: actorFrom(user), user, sessionId: response.session.id, cookies };
}

async function noteUse(world: World, headers: Headers): Promise<string[]> {
  const { headers: answer } = await authOf(world).api.getSession({ headers, returnHeaders: true });
  return answer.getSetCookie();
}

/** Signs in with address and password. The answer and its time are the same for an unknown address and a wrong password. */
export async function signIn(
  world: World,
  caller: Caller,
  { email, password }: { email: string; password: string },
): Promise<SignInOutcome> {
  const attempt = { attempt: "sign-in", address: caller.address, whose: email } as const;
  const verdict = await takeAttempt(world, attempt);
  if (verdict.kind === "limited") return { ...verdict, message: NOTICES.tooMany };
  const outcome = await tryPassword(world, caller, { email, password });
  if (outcome.kind === "signed-in" || outcome.kind === "code-needed") await forgetAttempts(world, attempt);
  return outcome;
}

/** The same without counting: for callers that have counted already. */
export async function tryPassword(
  world: World,
  { headers }: Caller,
  { email, password }: { email: string; password: string },
): Promise<Exclude<SignInOutcome, { kind: "limited" }>> {
  try {
    const api = authOf(world).api;
    const { response, headers: answer } = await api.signInEmail({
      body: { email, password },
      headers,
      returnHeaders: true,
    });
    const cookies = answer.getSetCookie();
    if ("twoFactorRedirect" in response) return { kind: "code-needed", cookies };
    return await welcome(world, headers, { userId: response.user.id, cookies });
  } catch (error) {
    world.log.warn({ code: refusalCodeOf(error) }, "sign-in refused");
    return { kind: "refused", message: NOTICES.wrongCredentials, cookies: [] };
  }
}

/** The second step of signing in, for who has a second factor: a code of the app, or one of the backup codes. */
export async function signInWithCode(world: World, caller: Caller, code: string): Promise<SignInOutcome> {
  const attempt = { attempt: "confirm", address: caller.address, whose: caller.address } as const;
  const verdict = await takeAttempt(world, attempt);
  if (verdict.kind === "limited") return { ...verdict, message: NOTICES.tooMany };
  const typed = code.replace(/\s/g, "");
  const { api } = authOf(world);
  const asked = { body: { code: typed }, headers: caller.headers, returnHeaders: true } as const;
  try {
    const { response, headers } = await (/^\d{6}$/.test(typed) ? api.verifyTOTP(asked) : api.verifyBackupCode(asked));
    await forgetAttempts(world, attempt);
    return await welcome(world, caller.headers, { userId: response.user.id, cookies: headers.getSetCookie() });
  } catch (error) {
    world.log.warn({ code: refusalCodeOf(error) }, "second factor refused");
    return { kind: "refused", message: NOTICES.wrongCode, cookies: [] };
  }
}

/** Ends this session for good, and clears its cookies. */
export async function signOut(world: World, headers: Headers): Promise<{ cookies: string[] }> {
  const { headers: answer } = await authOf(world).api.signOut({ headers, returnHeaders: true });
  return { cookies: answer.getSetCookie() };
}

/** Where this person is signed in. */
export async function sessionsOf(world: World, { user, sessionId }: Identity): Promise<Session[]> {
  if (!user) return [];
  return listSessions(world.db.kysely, { userId: user.id, currentId: sessionId, now: world.clock.now() });
}

/** Signs this person out elsewhere. Somebody else's session is as unknown as one that never was. */
export async function endSession(world: World, { user }: Identity, id: string): Promise<{ kind: "ended" | "unknown" }> {
  const ended = user !== null && (await deleteSession(world.db.kysely, { id, userId: user.id }));
  return { kind: ended ? "ended" : "unknown" };
}

/** Signs this person out everywhere else. */
export async function endOtherSessions(world: World, { user, sessionId }: Identity): Promise<void> {
  if (!user) return;
  const ends = { userId: user.id, keep: sessionId };
  await world.db.kysely.transaction().execute((tx) => deleteSessions(tx, ends));
}

/** The end of every way of signing in: the person as they are stored, and the session that was open before ended. */
export async function welcome(
  world: World,
  headers: Headers,
  { userId, cookies }: { userId: string; cookies: string[] },
): Promise<Exclude<SignInOutcome, { kind: "limited" }>> {
  const before = await identify(world, headers);
  const user = await findUser(world.db.kysely, userId);
  if (!user) return { kind: "refused", message: NOTICES.noRecord, cookies: (await signOut(world, headers)).cookies };
  if (user.disabled) {
    await world.db.kysely.transaction().execute((tx) => deleteSessions(tx, { userId, keep: null }));
    return { kind: "refused", message: NOTICES.disabled, cookies: (await signOut(world, headers)).cookies };
  }
  // The library leaves the session that was open before alive; nobody would ever end it.
  if (before.user && before.sessionId)
    await deleteSession(world.db.kysely, { id: before.sessionId, userId: before.user.id });
  return { kind: "signed-in", user, cookies };
}
