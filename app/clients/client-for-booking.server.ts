import { getUser } from "#app/accounts/users.db.server.ts";
import { type Contact, clientAmong, type Details, keysOf, otherDetails } from "#app/clients/client.ts";
import {
  deleteClient,
  getKnownClient,
  insertClient,
  insertKeys,
  lockClient,
  writeDetails,
} from "#app/clients/clients.db.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";

const TRIES = 5;

/**
 * Who gives the details; `clientId`: the record that the practice chose. `import`: the practice's older papers, which
 * identify people as the practice does but are not the latest facts.
 */
type Booker = Contact & { by: "person" | "practice" | "import"; clientId?: string | null };

/**
 * `differs`: a stranger typed other details than the record has, for the practice to judge. `isProven`: the practice,
 * or a signed-in client with the very address that was typed. `isBlocked`: books nothing online.
 */
type FoundClient = { id: string; differs: boolean; isProven: boolean; isNew: boolean; isBlocked: boolean };

/**
 * Finds or creates the client of a booking. Runs in the booking's transaction before its claims, so that no two
 * bookings deadlock. Only the practice and a client with a proven address change the record; other details stay on
 * the booking (decisions/0150).
 */
export async function clientFor(tx: Tx, booker: Booker, now: number): Promise<FoundClient> {
  const { known, mayWrite } = await whatCounts(tx, booker);
  const { by, clientId: chosen = null } = booker;
  // Anybody can type somebody's number and name: that only suggests a match, and the practice merges.
  const sure = by === "person" ? { ...known, phone: null } : known;
  const chosenClient = chosen === null ? null : await lockClient(tx, chosen, now);
  const found: Found =
    chosenClient ?? (await lockedMatch(tx, sure, now)) ?? (await newClient(tx, { known, sure, now }));
  const { name, email, phone } = known;
  const details = { ...(name && { name }), ...(email && { email }), ...(phone && { phone }) };
  if (mayWrite && !found.isNew) {
    await insertKeys(tx, found.id, keysOf(known));
    await writeDetails(tx, found.id, details);
  }
  const record = mayWrite ? { ...found, ...details } : found;
  const differs = by === "person" && Object.keys(otherDetails(record, booker)).length > 0;
  return {
    id: found.id,
    differs,
    isProven: mayWrite && email?.toLowerCase() === booker.email?.toLowerCase(),
    isNew: found.isNew ?? false,
    isBlocked: (found.blockedAt ?? null) !== null,
  };
}

type Found = Details & { id: string; isNew?: boolean; blockedAt?: number | null };

/**
 * The details that identify a person: for a client with an account, the address that they proved replaces the one
 * typed.
 */
async function whatCounts(
  tx: Tx,
  { by, userId, name, email, phone }: Booker,
): Promise<{ known: Contact; mayWrite: boolean }> {
  if (by !== "person") return { known: { userId, name, email, phone }, mayWrite: by === "practice" };
  const user = userId ? await getUser(tx, userId) : null;
  if (!user?.emailVerified) return { known: { userId: null, name, email, phone }, mayWrite: false };
  return { known: { userId, name, email: user.email, phone }, mayWrite: true };
}

/** The existing client, searched again if it was merged or erased while we waited for the lock. */
async function lockedMatch(tx: Tx, contact: Contact, now: number): Promise<Found | null> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const found = clientAmong(await getKnownClient(tx, keysOf(contact)), contact);
    if (!found) return null;
    const client = await lockClient(tx, found, now);
    if (client) return client;
  }
  return null;
}

/** A new client, unless a parallel booking of the same person created theirs first. */
async function newClient(tx: Tx, { known, sure, now }: { known: Contact; sure: Contact; now: number }): Promise<Found> {
  const id = newId();
  const details = { name: known.name || null, email: known.email || null, phone: known.phone || null };
  await insertClient(tx, { id, now, ...details });
  const own = await insertKeys(tx, id, keysOf(sure));
  // If every key was free, no other client can match.
  const first = own.length < keysOf(sure).length ? await lockedMatch(tx, sure, now) : null;
  if (first && first.id !== id) {
    // The parallel booking has the surest key; delete the new record and its other keys.
    await deleteClient(tx, id);
    return first;
  }
  // Not before: who waits for a client's lock must not hold a key that its holder may insert (deadlock).
  await insertKeys(
    tx,
    id,
    keysOf(known).filter(({ kind }) => !keysOf(sure).some((key) => key.kind === kind)),
  );
  return { id, ...details, isNew: true };
}

/** Learns a number from a booking made signed in; one that is known already stays. */
export async function learnPhone(tx: Tx, { id, phone }: { id: string; phone: string }): Promise<void> {
  await tx.updateTable("users").set({ phone }).where("id", "=", id).where("phone", "is", null).execute();
}

/** The address of this account, if whoever has it has opened a link that we mailed there. */
export async function getProvenEmail(db: Queries, userId: string): Promise<string | null> {
  const user = await getUser(db, userId);
  return user?.emailVerified ? user.email : null;
}
