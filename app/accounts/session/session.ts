import { type Actor, visitor } from "#app/accounts/actor.ts";
import type { User } from "#app/accounts/user.ts";

/** One place where a person is signed in. Instants are epoch ms UTC. */
export type Session = {
  id: string;
  createdAt: number;
  lastUsedAt: number;
  address: string | null;
  device: string | null;
  current: boolean;
};

/** Who is calling. `cookies` are Set-Cookie lines that belong on the answer: a session grows older by being used. */
export type Identity = { actor: Actor; user: User | null; sessionId: string | null; cookies: string[] };

export const nobody: Identity = { actor: visitor, user: null, sessionId: null, cookies: [] };

export function actorFrom(user: User): Actor {
  return { kind: user.role === "admin" ? "admin" : "client", userId: user.id };
}

const HOUR = 3_600_000;
const ADMIN_IDLE = 8 * HOUR;

/** Whether a session has been left alone too long: an admin's ends after eight hours, a client's when it runs out. */
export function hasLapsed({ role }: Pick<User, "role">, unusedFor: number): boolean {
  return role === "admin" && unusedFor > ADMIN_IDLE;
}

/** Whether its being used is to be noted: not at each request, as each note is a write. */
export function isNoteDue({ role }: Pick<User, "role">, unusedFor: number): boolean {
  return unusedFor > (role === "admin" ? HOUR / 4 : 24 * HOUR);
}

// The prefix of `gateway.server.ts`, with the one that browsers demand for https.
const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?ly\.session_token=/;

/** Whether a request claims to be signed in. Most don't, and need no look into the database. */
export function claimsSession(headers: Headers): boolean {
  return SESSION_COOKIE.test(headers.get("cookie") ?? "");
}
