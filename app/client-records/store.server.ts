import { findUser, findUserByEmail } from "#app/accounts/store.server.ts";
import type { User } from "#app/accounts/user.ts";
import { keysOfClient } from "#app/clients/store.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

/** Who a client is to the other rooms: their accounts, and their addresses in lower case. */
export type Person = { users: User[]; addresses: string[] };

/**
 * The accounts of a client are those they booked with, and whoever has proved that one of their addresses is theirs:
 * an account that merely claims the address may be somebody else's.
 */
export async function personBehind(db: Queries, clientId: string): Promise<Person> {
  const keys = await keysOfClient(db, clientId);
  const users = new Map<string, User>();
  for (const { kind, value } of keys) {
    const user = kind === "account" ? await findUser(db, value) : kind === "email" ? await verified(db, value) : null;
    if (user) users.set(user.id, user);
  }
  const known = keys.filter(({ kind }) => kind === "email").map(({ value }) => value);
  const addresses = new Set([...known, ...[...users.values()].map(({ email }) => email.toLowerCase())]);
  return { users: [...users.values()], addresses: [...addresses] };
}

async function verified(db: Queries, email: string): Promise<User | null> {
  const user = await findUserByEmail(db, email);
  return user?.emailVerified ? user : null;
}
