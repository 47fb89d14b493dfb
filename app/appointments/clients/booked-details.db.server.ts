import type { DetailsDifference } from "#app/appointments/clients/contact.ts";
import { otherDetails } from "#app/clients/client.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";

/** Differences that the practice has not reviewed, for one appointment or one client, in order of time. */
export async function listDifferences(
  db: Queries,
  { clientId, appointmentId }: { clientId?: string; appointmentId?: string },
): Promise<DetailsDifference[]> {
  const rows = await db
    .selectFrom("appointments")
    .innerJoin("clients", "clients.id", "appointments.client_id")
    .select(["appointments.id", "client_id", "starts_at", "clients.contact_version"])
    .select(["appointments.name", "appointments.email", "appointments.phone"])
    .select(["clients.name as known_name", "clients.email as known_email", "clients.phone as known_phone"])
    .where("details_differ", "=", 1)
    .where("erased_at", "is", null)
    .$if(clientId !== undefined, (query) => query.where("client_id", "=", clientId ?? ""))
    .$if(appointmentId !== undefined, (query) => query.where("appointments.id", "=", appointmentId ?? ""))
    .orderBy("starts_at")
    .orderBy("appointments.id")
    .execute();
  return rows
    .map(({ id, client_id, starts_at, contact_version, known_name, known_email, known_phone, ...booked }) => ({
      appointmentId: id,
      clientId: client_id ?? "",
      start: starts_at,
      version: contact_version,
      booked,
      record: { name: known_name, email: known_email, phone: known_phone },
    }))
    .filter(({ record, booked }) => Object.keys(otherDetails(record, booked)).length > 0);
}

export async function closeDifference(tx: Tx, appointmentId: string): Promise<void> {
  await tx.updateTable("appointments").set({ details_differ: 0 }).where("id", "=", appointmentId).execute();
}

export async function getMatch(
  db: Queries,
  appointmentId: string,
): Promise<{ clientId: string | null; isOpen: boolean } | null> {
  const row = await db
    .selectFrom("appointments")
    .select(["client_id", "opens_record"])
    .where("id", "=", appointmentId)
    .executeTakeFirst();
  return row ? { clientId: row.client_id, isOpen: row.opens_record === 1 } : null;
}

export async function openRecord(tx: Tx, appointmentId: string): Promise<void> {
  await tx.updateTable("appointments").set({ opens_record: 1 }).where("id", "=", appointmentId).execute();
}
