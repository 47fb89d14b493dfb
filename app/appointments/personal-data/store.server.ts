import { sql } from "kysely";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** All that is stored of a client's appointments, for the person themselves, in order of time. */
export async function readVisitData(db: Queries, clientId: string) {
  return db
    .selectFrom("appointments")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .leftJoin("appointment_notes", "appointment_notes.appointment_id", "appointments.id")
    .leftJoin("cancellations", "cancellations.appointment_id", "appointments.id")
    .select(["appointments.id", "reference", "service_title", "minutes", "price_pence", "starts_at", "ends_at"])
    .select(["status", "appointments.name", "phone", "email", "created_at", "therapists.name as therapist"])
    .select(["attendances.state", "words", "cancellations.at as cancelled_at", "reason"])
    .where("client_id", "=", clientId)
    .orderBy("starts_at")
    .orderBy("appointments.id")
    .execute();
}

/** Takes from a client's appointments whatever says who it was, and closes their links. Their ids. */
export async function anonymiseVisits(tx: Tx, { clientId, now }: { clientId: string; now: number }): Promise<string[]> {
  const rows = await tx.selectFrom("appointments").select("id").where("client_id", "=", clientId).execute();
  const ids = rows.map(({ id }) => id);
  const nobody = { name: null, phone: null, email: null, user_id: null, idempotency_key: null };
  await tx
    .updateTable("appointments")
    // No secret has this for its hash.
    .set({ ...nobody, manage_hash: sql`'erased ' || id`, updated_at: now })
    .where("client_id", "=", clientId)
    .execute();
  const theirs = tx.selectFrom("appointments").select("id").where("client_id", "=", clientId);
  await tx.deleteFrom("appointment_notes").where("appointment_id", "in", theirs).execute();
  await tx.updateTable("cancellations").set({ reason: null }).where("appointment_id", "in", theirs).execute();
  return ids;
}
