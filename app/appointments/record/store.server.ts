import type { Happening } from "#app/appointments/record/record.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

const MOST = 50;

/** What the audit says of an appointment, the latest first. */
export async function readHistory(db: Queries, appointmentId: string): Promise<Happening[]> {
  return db
    .selectFrom("audit")
    .select(["at", "actor", "action"])
    .where("subject_kind", "=", "appointment")
    .where("subject_id", "=", appointmentId)
    .orderBy("at", "desc")
    .limit(MOST)
    .execute();
}

/** Whose record an appointment belongs to; null while it has none yet. */
export async function readClientId(db: Queries, appointmentId: string): Promise<string | null> {
  const row = await db
    .selectFrom("appointments")
    .select("client_id")
    .where("id", "=", appointmentId)
    .executeTakeFirst();
  return row?.client_id ?? null;
}
