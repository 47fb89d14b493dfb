import type { AuditEvent } from "#app/diary/appointment-detail.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

const MOST = 50;

export async function listHistory(db: Queries, appointmentId: string): Promise<AuditEvent[]> {
  return db
    .selectFrom("audit")
    .select(["at", "actor", "action"])
    .where("subject_kind", "=", "appointment")
    .where("subject_id", "=", appointmentId)
    .orderBy("at", "desc")
    .limit(MOST)
    .execute();
}

/** Null while the appointment is not linked to a client. */
export async function getClientId(db: Queries, appointmentId: string): Promise<string | null> {
  const row = await db
    .selectFrom("appointments")
    .select("client_id")
    .where("id", "=", appointmentId)
    .executeTakeFirst();
  return row?.client_id ?? null;
}
