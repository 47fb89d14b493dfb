import type { User } from "#app/accounts/user.ts";
import { getUserByEmail } from "#app/accounts/users.db.server.ts";
import { type ClientKey, type Details, foldedName } from "#app/clients/client.ts";
import { keysOfClient } from "#app/clients/clients.db.server.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import { listAuditLog } from "#app/platform/audit.server.ts";
import type { Person } from "#app/platform/personal-data.server.ts";
import type { AccountBehind } from "#app/privacy/client-record.ts";

type KnownPerson = Person & { users: User[]; keys: ClientKey[] };

/**
 * A client's accounts are those with a proven address that is the client's key. An account that only claims the
 * address, or once booked for this client, may be somebody else's.
 */
export async function personBehind(db: Queries, clientId: string): Promise<KnownPerson> {
  const keys = await keysOfClient(db, clientId);
  const known = (keyKind: string) => keys.filter(({ kind }) => kind === keyKind).map(({ value }) => value);
  const addresses = known("email");
  const users: User[] = [];
  for (const address of addresses) {
    const user = await getUserByEmail(db, address);
    if (user?.emailVerified) users.push(user);
  }
  return { clientId, keys, users, userIds: users.map(({ id }) => id), addresses, phones: known("phone") };
}

export function accountsBehind(client: Details, users: readonly User[]): AccountBehind[] {
  return users.map(({ email, username: name, phone }) => {
    const differs = foldedName(client.name) !== foldedName(name);
    const hasOtherPhone = client.phone !== null && phone !== null && client.phone !== phone;
    return { email, name, phone, differs: differs || hasOtherPhone };
  });
}

const MOST_MERGES = 1000;

/** The records merged into this one, directly or through others: a backup may still hold them apart. */
export async function listMerged(db: Queries, clientId: string): Promise<string[]> {
  const found = [clientId];
  for (const id of found) {
    const entries = await listAuditLog(db, { filter: { kind: "client", subject: id }, from: 0, limit: MOST_MERGES });
    const merged = entries.filter(({ action }) => action === "client.merge").map(({ detail }) => String(detail.merged));
    found.push(...merged.filter((one) => !found.includes(one)));
  }
  return found.slice(1);
}
