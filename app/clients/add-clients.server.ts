import {
  type Client,
  type ClientKey,
  type Contact,
  clientAmong,
  type Details,
  foldedName,
  type Known,
  keysOf,
} from "#app/clients/client.ts";
import { listPossibleDuplicates } from "#app/clients/client-list.db.server.ts";
import {
  getKnownClient,
  insertClient,
  insertClients,
  insertKeys,
  insertKeysOfMany,
  listNamesakes,
} from "#app/clients/clients.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, may } from "#app/platform/permissions.ts";

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

/** Whose record a person is, or a new one; `keys`: those that a new client gets, as nobody has them. */
type Placed = { id: string; isNew: boolean; contact: Contact; keys: ClientKey[] };

/** What has been met so far: keys with their clients, and those without a key of their own by name and number. */
export type Met = { keys: Map<string, Known>; namesakes: Map<string, string> };

export function nobodyMet(): Met {
  return { keys: new Map(), namesakes: new Map() };
}

/**
 * Says of each person of a list whose record is theirs, by the matching of bookings. Somebody with no address, and no
 * number or a relative's, is known by name and number as they stand. Writes nothing; `met` carries what earlier calls
 * found and placed.
 */
export async function placeClients(db: Queries, people: readonly Contact[], met: Met = nobodyMet()): Promise<Placed[]> {
  const unmet = people.flatMap(keysOf).filter((key) => !met.keys.has(labelOf(key)));
  for (const known of await getKnownClient(db, unmet)) met.keys.set(labelOf(known), known);
  const keyless = people.filter((person) => keysOf(person).every((key) => met.keys.has(labelOf(key))));
  for (const { id, ...namesake } of await listNamesakes(db, keyless)) met.namesakes.set(namesakeOf(namesake), id);
  return people.map((person) => place(person, met));
}

function place(contact: Contact, met: Met): Placed {
  const keys = keysOf(contact);
  const known = keys.flatMap((key) => met.keys.get(labelOf(key)) ?? []);
  const own = keys.filter((key) => !met.keys.has(labelOf(key)));
  const match = clientAmong(known, contact) ?? (own.length === 0 ? met.namesakes.get(namesakeOf(contact)) : null);
  if (match) return { id: match, isNew: false, contact, keys: [] };
  const id = newId();
  for (const key of own) met.keys.set(labelOf(key), { ...key, clientId: id, name: contact.name });
  if (contact.phone || own.length === 0) met.namesakes.set(namesakeOf(contact), id);
  return { id, isNew: true, contact, keys: own };
}

function labelOf({ kind, value }: ClientKey): string {
  return `${kind} ${value}`;
}

function namesakeOf({ name, phone }: Pick<Contact, "name" | "phone">): string {
  return `${foldedName(name)}\n${phone ?? ""}`;
}

type AddClientOutcome =
  | { kind: "added"; id: string }
  /** Clients of this name, number or address; nothing is written. */
  | { kind: "conflict"; alike: Client[] }
  | { kind: "forbidden" };

/** Adds a client without a booking. `despite`: the practice has seen who is alike, and this is someone else. */
export async function addClient(
  app: AppContext,
  actor: Actor,
  { despite, ...details }: Details & { despite: boolean },
): Promise<AddClientOutcome> {
  if (!may(actor, "change", "new clients")) return { kind: "forbidden" };
  return app.db.kysely.transaction().execute(async (tx): Promise<AddClientOutcome> => {
    const id = newId();
    const alike = despite ? [] : await listPossibleDuplicates(tx, { id, ...details }, "all");
    if (alike.length > 0) return { kind: "conflict", alike };
    const now = app.clock.now();
    await insertClient(tx, { id, now, ...details });
    await insertKeys(tx, id, keysOf({ userId: null, ...details }));
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "client.add", subject: { kind: "client", id } });
    return { kind: "added", id };
  });
}
