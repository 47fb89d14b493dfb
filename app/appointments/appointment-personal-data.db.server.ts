import { sql } from "kysely";
import { CANCELLED } from "#app/appointments/appointment.ts";
import { NOTHING_OF_ADDRESS } from "#app/appointments/venue.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

export async function listAppointmentData(db: Queries, clientId: string) {
  return db
    .selectFrom("appointments")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .leftJoin("appointment_notes", "appointment_notes.appointment_id", "appointments.id")
    .leftJoin("move_requests", "move_requests.appointment_id", "appointments.id")
    .leftJoin("cancellations", "cancellations.appointment_id", "appointments.id")
    .select([
      "appointments.id",
      "reference",
      "service_title",
      "minutes",
      "price_pence",
      "appointments.starts_at",
      "ends_at",
    ])
    .select([
      "status",
      "appointments.name",
      "phone",
      "email",
      "appointments.created_at",
      "therapists.name as therapist",
    ])
    .select([
      "practical_note",
      "venue",
      "venue_name",
      "visit_address",
      "visit_postcode",
      "visit_access",
      "source",
      "series_id",
      "series_position",
      "series_total",
      "attendances.state",
      "appointment_notes.words",
      "move_requests.words as asked",
      "cancellations.at as cancelled_at",
      "reason",
      "asked_by",
      "reason_code",
      "late",
    ])
    .where("client_id", "=", clientId)
    .orderBy("appointments.starts_at")
    .orderBy("appointments.id")
    .execute();
}

export async function anonymiseAppointments(
  tx: Tx,
  { clientId, now }: { clientId: string; now: number },
): Promise<string[]> {
  const rows = await tx.selectFrom("appointments").select("id").where("client_id", "=", clientId).execute();
  const ids = rows.map(({ id }) => id);
  const nobody = {
    name: null,
    phone: null,
    email: null,
    practical_note: null,
    ...NOTHING_OF_ADDRESS,
    search: null,
    user_id: null,
    idempotency_key: null,
    idempotency_body: null,
  };
  await tx
    .updateTable("appointments")
    // No secret hashes to this value.
    .set({ ...nobody, manage_hash: sql`'erased ' || id`, updated_at: now })
    .where("client_id", "=", clientId)
    .execute();
  const theirs = tx.selectFrom("appointments").select("id").where("client_id", "=", clientId);
  await tx.deleteFrom("account_offers").where("appointment_id", "in", theirs).execute();
  await tx.deleteFrom("move_requests").where("appointment_id", "in", theirs).execute();
  await tx.deleteFrom("appointment_notes").where("appointment_id", "in", theirs).execute();
  await tx.updateTable("cancellations").set({ reason: null }).where("appointment_id", "in", theirs).execute();
  return ids;
}

/** Cancels a client's appointments from this instant on and frees their time. No mail is sent. */
export async function cancelFrom(
  tx: Tx,
  { clientId, at, now }: { clientId: string; at: number; now: number },
): Promise<void> {
  const ahead = tx
    .selectFrom("appointments")
    .select("id")
    .where("client_id", "=", clientId)
    .where("starts_at", ">", at);
  await tx.deleteFrom("appointment_claims").where("appointment_id", "in", ahead).execute();
  await tx.updateTable("appointments").set({ status: CANCELLED, updated_at: now }).where("id", "in", ahead).execute();
}
