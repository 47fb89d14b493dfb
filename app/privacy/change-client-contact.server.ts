import { z } from "zod";
import { correctAhead } from "#app/appointments/clients/change-contact.server.ts";
import { hasAppointmentAhead } from "#app/appointments/clients/client-history.db.server.ts";
import { type AppointmentContact, differing } from "#app/appointments/clients/contact.ts";
import { isBookedWith } from "#app/appointments/clients/contacts.db.server.ts";
import { retryOnConflict } from "#app/appointments/schedule.server.ts";
import { type Client, keysOf } from "#app/clients/client.ts";
import { clientsWithin, deleteKey, insertKeys, lockClient, writeDetails } from "#app/clients/clients.db.server.ts";
import { knownPersonFields } from "#app/clients/person.form.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { tickBox } from "#app/platform/form-schemas.ts";
import { type Actor, actorName, scopeFor } from "#app/platform/permissions.ts";

export const clientContactForm = z.object({ ...knownPersonFields, ahead: tickBox() });

type ClientContactOutcome =
  | { kind: "saved"; corrected: number }
  /** The practice, or the client with a booking, saved in between: nothing is written. */
  | { kind: "conflict"; current: Client }
  | { kind: "not-found" };

/** `ahead`: correct their future appointments within scope too. */
type Correction = { id: string; version: number; contact: AppointmentContact; ahead: boolean };

/** A client's details for correction, and whether they have a future appointment. */
export async function getContact(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<{ client: Client; isAhead: boolean } | null> {
  const scope = scopeFor(actor, "change", "clients");
  if (scope === null) return null;
  const db = app.db.kysely;
  const [client] = await clientsWithin(db, [id], scope);
  if (!client || client.erasedAt !== null) return null;
  const booked = scopeFor(actor, "change", "appointments");
  const now = app.clock.now();
  return { client, isAhead: booked !== null && (await hasAppointmentAhead(db, { clientId: id, now, scope: booked })) };
}

/** Corrects a client's name, number and address. A corrected address gets new manage links. */
export async function changeContact(
  app: AppContext,
  actor: Actor,
  { id, version, contact, ahead }: Correction,
): Promise<ClientContactOutcome> {
  const scope = scopeFor(actor, "change", "clients");
  if (scope === null) return { kind: "not-found" };
  return retryOnConflict(app, async (tx, now): Promise<ClientContactOutcome> => {
    // Both are asked also of an id that there is not: one beyond scope takes as long.
    const isThere = await lockClient(tx, id);
    const [before] = await clientsWithin(tx, [id], scope);
    if (!isThere || !before) return { kind: "not-found" };
    if (before.contactVersion !== version) return { kind: "conflict", current: before };
    const corrected = ahead ? await correctAhead(tx, { app, actor, now, clientId: id, before, after: contact }) : 0;
    await insertKeys(tx, id, keysOf({ userId: null, ...contact }));
    await forgetUnused(tx, { before, after: contact });
    await writeDetails(tx, id, contact);
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "client.contact",
      subject: { kind: "client", id },
      detail: { changed: differing(before, contact).join(" "), appointments: corrected },
    });
    return { kind: "saved", corrected };
  });
}

/** A mistyped address was never theirs: it must not bring its real owner's bookings into this record. */
async function forgetUnused(tx: Tx, { before, after }: { before: Client; after: AppointmentContact }): Promise<void> {
  const stillTheirs = new Set(keysOf({ userId: null, ...after }).map(({ value }) => value));
  for (const { kind, value } of keysOf({ userId: null, email: before.email, phone: before.phone })) {
    if (kind === "account" || stillTheirs.has(value)) continue;
    if (!(await isBookedWith(tx, { clientId: before.id, kind, value }))) {
      await deleteKey(tx, before.id, { kind, value });
    }
  }
}
