import { rolesInForce, rolesOf, type User } from "#app/accounts/user.ts";
import { type Actor, type TeamChoice, type TeamRole, visitor } from "#app/platform/permissions.ts";

/** One place where a person is signed in. Instants are epoch ms UTC. */
export type Session = {
  id: string;
  createdAt: number;
  lastUsedAt: number;
  address: string | null;
  device: string | null;
  current: boolean;
};

/** Who sends a request. `cookies`: Set-Cookie lines for the answer, as use extends a session. */
export type Identity = {
  actor: Actor;
  user: User | null;
  sessionId: string | null;
  cookies: string[];
  /** For so many ms more nobody is asked again who they are. */
  confirmedFor: number;
};

export const nobody: Identity = { actor: visitor, user: null, sessionId: null, cookies: [], confirmedFor: 0 };

/** How long a password or a code counts for what needs a recent one, in ms. */
export const CONFIRMED_FOR = 600_000;

/** On the public site: whoever is no owner is a client there, also somebody of the practice. */
export function actorFrom(user: User): Actor {
  return { kind: rolesInForce(user).includes("owner") ? "admin" : "client", userId: user.id };
}

/** On the practice's side. `roles`: those in force, by default. */
export function practiceActorFrom(
  user: User,
  choices: readonly TeamChoice[],
  roles: readonly TeamRole[] = rolesInForce(user),
): Actor {
  if (roles.includes("owner")) return { kind: "admin", userId: user.id };
  if (roles.length === 0) return { kind: "client", userId: user.id };
  const therapistId = roles.includes("therapist") ? (user.staff?.therapistId ?? null) : null;
  return { kind: "staff", userId: user.id, roles, therapistId, choices };
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ADMIN_IDLE = 8 * HOUR;

/** How long a session lasts at most, however often it is used. Shorter for the practice (decisions/0140). */
export const LONGEST_SESSION = 90 * DAY;
export const LONGEST_ADMIN_SESSION = 7 * DAY;

type Ages = { unusedFor: number; age: number };

/** Whether a session has ended: it is too old, or somebody of the practice left it unused for eight hours. */
export function hasLapsed(user: Pick<User, "role" | "staff">, { unusedFor, age }: Ages): boolean {
  if (rolesOf(user).length === 0) return age > LONGEST_SESSION;
  return unusedFor > ADMIN_IDLE || age > LONGEST_ADMIN_SESSION;
}

/** Whether to record this use: not at each request, as each record is a write. */
export function isNoteDue(user: Pick<User, "role" | "staff">, unusedFor: number): boolean {
  return unusedFor > (rolesOf(user).length > 0 ? HOUR / 4 : DAY);
}

// The prefix set in better-auth.gateway.server.ts, with the one that browsers require for https.
const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?ly\.session_token=/;

/** Whether a request has a session cookie at all. Most have none and need no query. */
export function claimsSession(headers: Headers): boolean {
  return SESSION_COOKIE.test(headers.get("cookie") ?? "");
}

/** The request's headers with the client address that our server determined, and that address. */
export type Caller = { headers: Headers; address: string };
