import { isStanding } from "#app/appointments/status.db.server.ts";
import type { Upcoming } from "#app/diary/stranded.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

export async function listUpcoming(
  db: Queries,
  { therapistIds, now }: { therapistIds: readonly string[]; now: number },
): Promise<Upcoming[]> {
  if (therapistIds.length === 0) return [];
  const rows = await db
    .selectFrom("appointments")
    .select(["id", "therapist_id", "starts_at", "ends_at", "name", "service_title"])
    .where("therapist_id", "in", [...therapistIds])
    .where("starts_at", ">", now)
    .where(isStanding)
    .orderBy("starts_at")
    .orderBy("id")
    .execute();
  return rows.map(upcomingFrom);
}

type Row = Pick<Tables["appointments"], "id" | "therapist_id" | "starts_at" | "ends_at" | "name" | "service_title">;

export function upcomingFrom({ id, therapist_id, starts_at, ends_at, name, service_title }: Row): Upcoming {
  return { id, therapistId: therapist_id, start: starts_at, end: ends_at, name, serviceTitle: service_title };
}
