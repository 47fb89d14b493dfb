import { type Actor, actorName } from "#app/accounts/actor.ts";
import { correctAhead } from "#app/appointments/contact/commands.server.ts";
import { type AppointmentContact, differing } from "#app/appointments/contact/contact.ts";
import { isBookedWith } from "#app/appointments/contact/store.server.ts";
import { hasVisitAhead } from "#app/appointments/visits/store.server.ts";
import { type Client, keysOf } from "#app/clients/client.ts";
import { deleteKey, findClient, insertKeys, lockClient, writeDetails } from "#app/clients/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { readSettings } from "#app/settings/store.server.ts";

export type ClientContactOutcome =
  | { kind: "saved"; corrected: number }
  /** Somebody else saved in between, the practice or the client with a booking: nothing is written. */
  | { kind: "stale"; current: Client }
  | { kind: "not-found" };

/** `ahead`: put the same right in the appointments that they have ahead. */
type Correction = { id: string; version: number; contact: AppointmentContact; ahead: boolean };

/** The client whose details may be corrected, and whether they have an appointment ahead. For admins alone. */
export async function readContact(
  world: World,
  actor: Actor,
  id: string,
): Promise<{ client: Client; isAhead: boolean } | null> {
  if (actor.kind !== "admin") return null;
  const db = world.db.kysely;
  const client = await findClient(db, id);
  if (!client || client.erasedAt !== null) return null;
  return { client, isAhead: await hasVisitAhead(db, { clientId: id, now: world.clock.now() }) };
}

/** Corrects a client's name, number and address. Nobody is written to about it. For admins alone. */
export async function changeContact(
  world: World,
  actor: Actor,
  { id, version, contact, ahead }: Correction,
): Promise<ClientContactOutcome> {
  if (actor.kind !== "admin") return { kind: "not-found" };
  const { bookingRules } = await readSettings(world.db.kysely, world.log);
  return world.db.kysely.transaction().execute(async (tx): Promise<ClientContactOutcome> => {
    const now = world.clock.now();
    if (!(await lockClient(tx, id))) return { kind: "not-found" };
    const before = await findClient(tx, id);
    if (!before) return { kind: "not-found" };
    if (before.contactVersion !== version) return { kind: "stale", current: before };
    const saving = { actor, now, reminderHours: bookingRules.reminderHours };
    const corrected = ahead ? await correctAhead(tx, { ...saving, clientId: id, before, after: contact }) : 0;
    await insertKeys(tx, id, keysOf({ userId: null, ...contact }));
    await forgetUnused(tx, { before, after: contact });
    await writeDetails(tx, id, contact);
    await writeAudit(tx, {
      ...{ at: now, actor: actorName(actor), action: "client.contact" },
      subject: { kind: "client", id },
      detail: { changed: differing(before, contact).join(" "), appointments: corrected },
    });
    return { kind: "saved", corrected };
  });
}

/** An address that was never theirs, a slip of the pen, must not bring its owner's bookings into this record. */
async function forgetUnused(tx: Tx, { before, after }: { before: Client; after: AppointmentContact }): Promise<void> {
  const stillTheirs = new Set(keysOf({ userId: null, ...after }).map(({ value }) => value));
  for (const { kind, value } of keysOf({ userId: null, email: before.email, phone: before.phone })) {
    if (kind === "account" || stillTheirs.has(value)) continue;
    if (!(await isBookedWith(tx, { clientId: before.id, kind, value }))) {
      await deleteKey(tx, before.id, { kind, value });
    }
  }
}
