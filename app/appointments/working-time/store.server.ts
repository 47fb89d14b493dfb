import { CANCELLED } from "#app/appointments/appointment.ts";
import type { Upcoming } from "#app/appointments/working-time/stranded.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

/** Appointments that are not over and not cancelled, in order. */
export async function readUpcoming(
  db: Queries,
  { therapistIds, now }: { therapistIds: readonly string[]; now: number },
): Promise<Upcoming[]> {
  if (therapistIds.length === 0) return [];
  const rows = await db
    .selectFrom("appointments")
    .select(["id", "therapist_id", "starts_at", "ends_at", "name", "service_title"])
    .where("therapist_id", "in", [...therapistIds])
    .where("starts_at", ">", now)
    .where("status", "!=", CANCELLED)
    .orderBy("starts_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, therapistId: row.therapist_id, start: row.starts_at, end: row.ends_at },
    ...{ name: row.name, serviceTitle: row.service_title },
  }));
}
