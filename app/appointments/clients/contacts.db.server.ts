import { isStanding } from "#app/appointments/appointments.db.server.ts";
import type { AppointmentContact } from "#app/appointments/clients/contact.ts";
import type { VisitAddress } from "#app/appointments/home-visit.ts";
import { type Venue, venueColumns, venueFrom } from "#app/appointments/venue.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import type { Scope } from "#app/platform/permissions.ts";
import { foldedLines } from "#app/platform/search-text.ts";

/** `isErased`: the client was erased, so there are no details to correct. */
export type StoredContact = AppointmentContact & {
  id: string;
  therapistId: string;
  start: number;
  end: number;
  venue: Venue;
  status: string;
  version: number;
  isErased: boolean;
};

export async function getAppointmentContact(db: Queries, id: string): Promise<StoredContact | null> {
  const row = await contactsIn(db).where("appointments.id", "=", id).executeTakeFirst();
  return row ? contactFrom(row) : null;
}

export async function listContactsAhead(
  db: Queries,
  { clientId, now, scope }: { clientId: string; now: number; scope: Scope },
): Promise<StoredContact[]> {
  const rows = await contactsIn(db)
    .where("client_id", "=", clientId)
    .where("starts_at", ">", now)
    .where(isStanding)
    .where(isWithin(scope))
    .orderBy("starts_at")
    .orderBy("appointments.id")
    .execute();
  return rows.map(contactFrom);
}

/** False when somebody has saved since this version was read. Without `visit` its address stays. */
export async function writeContact(
  tx: Tx,
  read: StoredContact,
  { contact, visit, now }: { contact: AppointmentContact; visit?: VisitAddress | null; now: number },
): Promise<boolean> {
  const address = visit === undefined ? {} : venueColumns({ ...read.venue, visit });
  const outcome = await tx
    .updateTable("appointments")
    .set({ ...contact, ...address, search: foldedLines(contact.name, contact.email) })
    .set({ contact_version: read.version + 1, updated_at: now })
    .where("id", "=", read.id)
    .where("contact_version", "=", read.version)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

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
    .select(["appointments.id", "therapist_id", "starts_at", "ends_at", "status"])
    .select(["appointments.contact_version", "erased_at"])
    .select(["venue", "venue_name", "visit_address", "visit_postcode", "visit_access"])
    .select(["appointments.name", "appointments.phone", "appointments.email"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof contactsIn>["execute"]>>[number];

function contactFrom(row: Row): StoredContact {
  const { id, status, name, phone, email, contact_version: version } = row;
  const times = { start: row.starts_at, end: row.ends_at };
  const isErased = row.erased_at !== null;
  return {
    id,
    therapistId: row.therapist_id,
    ...times,
    status,
    name,
    phone,
    email,
    version,
    isErased,
    venue: venueFrom(row),
  };
}

/** Writes whose an imported appointment is. False if it has a client by now. */
export async function setClient(
  tx: Tx,
  appointmentId: string,
  {
    client,
    now,
  }: { client: { id: string; name: string | null; email: string | null; phone: string | null }; now: number },
): Promise<boolean> {
  const { id, name, email, phone } = client;
  const outcome = await tx
    .updateTable("appointments")
    .set({ client_id: id, name, email, phone, search: foldedLines(name, email), updated_at: now })
    .where("id", "=", appointmentId)
    .where("client_id", "is", null)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}
