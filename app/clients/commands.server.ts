import { type Contact, keysOf } from "#app/clients/client.ts";
import { clientAmong } from "#app/clients/matching.ts";
import {
  deleteClient,
  findKnown,
  insertClient,
  insertKeys,
  lockClient,
  moveKeys,
  writeDetails,
} from "#app/clients/store.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";

const TRIES = 5;

/**
 * The client whose booking this is: found by account, address or phone, or made. Part of the booking's transaction,
 * before its claims: then no two bookings wait for each other. What the person gave last is what the record shows.
 */
export async function clientFor(tx: Tx, contact: Booker, now: number): Promise<string> {
  const keys = keysOf(contact);
  const { clientId: chosen = null } = contact;
  const isChosen = chosen !== null && (await lockClient(tx, chosen));
  const id = isChosen ? chosen : ((await lockedMatch(tx, contact)) ?? (await clientWithKeys(tx, { contact, now })));
  await insertKeys(tx, id, keys);
  const { name, email, phone } = contact;
  await writeDetails(tx, id, {
    ...(name && { name }),
    ...(email && { email }),
    ...(phone && { phone }),
    booked_at: now,
  });
  return id;
}

/** `clientId`: whose record the practice has chosen. */
type Booker = Contact & { clientId?: string | null };

/** The client that is known already. Looked for again when it was merged or erased while we waited for it. */
async function lockedMatch(tx: Tx, contact: Contact): Promise<string | null> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const found = clientAmong(await findKnown(tx, keysOf(contact)), contact);
    if (!found || (await lockClient(tx, found))) return found;
  }
  return null;
}

/** A new client, unless another booking of the same person was a moment faster: then theirs. */
async function clientWithKeys(tx: Tx, { contact, now }: { contact: Contact; now: number }): Promise<string> {
  const id = newId();
  await insertClient(tx, { id, now });
  await insertKeys(tx, id, keysOf(contact));
  const first = await lockedMatch(tx, contact);
  if (!first || first === id) return id;
  // The faster one has the surest key; this one's others go over to it with the empty record.
  await moveKeys(tx, { from: id, to: first });
  await deleteClient(tx, id);
  return first;
}
