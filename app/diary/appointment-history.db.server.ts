import type { AuditEvent } from "#app/diary/appointment-detail.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { isClientWithin } from "#app/platform/database/within-reach.server.ts";
import type { Reach } from "#app/platform/permissions.ts";

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

/** Null while the appointment is not linked to a client, or to one beyond reach. */
export async function getClientId(
  db: Queries,
  { appointmentId, reach }: { appointmentId: string; reach: Reach | null },
): Promise<string | null> {
  if (reach === null) return null;
  const row = await db
    .selectFrom("appointments")
    .$if(reach !== "all", (query) =>
      query.innerJoin("clients", "clients.id", "appointments.client_id").where(isClientWithin(reach)),
    )
    .select("client_id")
    .where("appointments.id", "=", appointmentId)
    .executeTakeFirst();
  return row?.client_id ?? null;
}
