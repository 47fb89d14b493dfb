import { CANCELLED } from "#app/appointments/appointment.ts";
import type { AppointmentContact } from "#app/appointments/contact/contact.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** The contact details of an appointment as they stand. `isErased`: its client was, so there are none to correct. */
export type StoredContact = AppointmentContact & {
  id: string;
  start: number;
  status: string;
  version: number;
  isErased: boolean;
};

/** The contact details of one appointment. */
export async function findContact(db: Queries, id: string): Promise<StoredContact | null> {
  const row = await contactsIn(db).where("appointments.id", "=", id).executeTakeFirst();
  return row ? contactFrom(row) : null;
}

/** The same of every appointment that a client has ahead. */
export async function listContactsAhead(
  db: Queries,
  { clientId, now }: { clientId: string; now: number },
): Promise<StoredContact[]> {
  const rows = await contactsIn(db)
    .where("client_id", "=", clientId)
    .where("starts_at", ">", now)
    .where("status", "!=", CANCELLED)
    .orderBy("starts_at")
    .orderBy("appointments.id")
    .execute();
  return rows.map(contactFrom);
}

/** Writes contact details over the version that was read. False when somebody has saved others in between. */
export async function writeContact(
  tx: Tx,
  { id, read, contact, now }: { id: string; read: number; contact: AppointmentContact; now: number },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("appointments")
    .set({ ...contact, contact_version: read + 1, updated_at: now })
    .where("id", "=", id)
    .where("contact_version", "=", read)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** Whether any appointment of this client was booked with this address or number. */
export async function isBookedWith(
  db: Queries,
  { clientId, kind, value }: { clientId: string; kind: "email" | "phone"; value: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("appointments")
    .select("id")
    .where("client_id", "=", clientId)
    .where((eb) => eb(eb.fn<string>("lower", [kind]), "=", value))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function contactsIn(db: Queries) {
  return db
    .selectFrom("appointments")
    .leftJoin("clients", "clients.id", "appointments.client_id")
    .select(["appointments.id", "starts_at", "status", "appointments.contact_version", "erased_at"])
    .select(["appointments.name", "appointments.phone", "appointments.email"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof contactsIn>["execute"]>>[number];

function contactFrom({ starts_at, contact_version, erased_at, ...row }: Row): StoredContact {
  return { ...row, start: starts_at, version: contact_version, isErased: erased_at !== null };
}
