import type { User } from "#app/accounts/user.ts";
import { type Actor, visitor } from "#app/platform/actor.ts";

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
export type Identity = { actor: Actor; user: User | null; sessionId: string | null; cookies: string[] };

export const nobody: Identity = { actor: visitor, user: null, sessionId: null, cookies: [] };

export function actorFrom(user: User): Actor {
  return { kind: user.role === "admin" ? "admin" : "client", userId: user.id };
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ADMIN_IDLE = 8 * HOUR;

/** How long a session lasts at most, however often it is used. An admin's is shorter (decisions/0225). */
export const LONGEST_SESSION = 90 * DAY;
const LONGEST_ADMIN_SESSION = 7 * DAY;

type Ages = { unusedFor: number; age: number };

/** Whether a session has ended: it is too old, or an admin left it unused for eight hours. */
export function hasLapsed({ role }: Pick<User, "role">, { unusedFor, age }: Ages): boolean {
  if (role !== "admin") return age > LONGEST_SESSION;
  return unusedFor > ADMIN_IDLE || age > LONGEST_ADMIN_SESSION;
}

/** Whether to record this use: not at each request, as each record is a write. */
export function isNoteDue({ role }: Pick<User, "role">, unusedFor: number): boolean {
  return unusedFor > (role === "admin" ? HOUR / 4 : DAY);
}

// The prefix set in better-auth.gateway.server.ts, with the one that browsers require for https.
const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?ly\.session_token=/;

/** Whether a request has a session cookie at all. Most have none and need no query. */
export function claimsSession(headers: Headers): boolean {
  return SESSION_COOKIE.test(headers.get("cookie") ?? "");
}

/** The request's headers with the client address that our server determined, and that address. */
export type Caller = { headers: Headers; address: string };
