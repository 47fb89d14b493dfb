import type { Contact } from "#app/clients/client.ts";
import { insertClients, insertKeysOfMany } from "#app/clients/clients.db.server.ts";
import { type Placed, placeClients } from "#app/clients/place-clients.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";

/** Thrown when a booking took one of their keys a moment ago: roll back and try again. */
export class LostKey extends Error {}

/** `since`: when they became a client, epoch ms UTC. `isExisting`: they have been to the practice before. */
export type Listed = { contact: Contact; since: number; isExisting: boolean };

/**
 * Adds the people of a list who are not clients yet, and changes nobody who is. Says of each, in order, whose record is
 * theirs.
 */
export async function addClients(tx: Tx, people: readonly Listed[]): Promise<Placed[]> {
  const placed = await placeClients(
    tx,
    people.map(({ contact }) => contact),
  );
  const added = placed.flatMap((one, index) => {
    const { since = 0, isExisting = false } = people[index] ?? {};
    return one.isNew ? [{ ...one, now: since, isExisting }] : [];
  });
  await insertClients(
    tx,
    added.map(({ id, now, isExisting, contact: { name, email, phone } }) => ({
      id,
      now,
      isExisting,
      name,
      email,
      phone,
    })),
  );
  // As a booking does: the address first, then the number, so that neither waits for the other.
  for (const kind of ["email", "phone"] as const) {
    const keys = added
      .flatMap(({ id, keys: own }) => own.map((key) => ({ ...key, clientId: id })))
      .filter((key) => key.kind === kind)
      .sort((one, other) => (one.value < other.value ? -1 : 1));
    if ((await insertKeysOfMany(tx, keys)).length < keys.length) throw new LostKey("a key was taken a moment ago");
  }
  return placed;
}
