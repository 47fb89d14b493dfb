import { sql } from "kysely";
import { isStanding } from "#app/appointments/status.db.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { TakenTime } from "#app/diary/taken-time.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import { reachFor } from "#app/platform/permissions.ts";

/** What is taken in the diaries that the actor may not read, where the owners share them; otherwise nothing. */
export async function listTaken(db: Queries, actor: Actor, { start, end }: Interval): Promise<TakenTime[]> {
  const shared = reachFor(actor, "see", "taken times");
  const read = reachFor(actor, "see", "diary");
  if (shared === null || read === null || read === "all") return [];
  const rows = await db
    .selectFrom("appointments")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .select(["appointments.therapist_id", "therapists.name", "service_title", "minutes", "starts_at", "ends_at"])
    .where("starts_at", ">=", start)
    .where("starts_at", "<", end)
    .where(isStanding)
    .where(isWithin(shared))
    .where(sql<boolean>`not (${isWithin(read)})`)
    .orderBy("starts_at")
    .orderBy("appointments.id")
    .execute();
  return rows.map((row) => ({
    therapistId: row.therapist_id,
    therapistName: row.name,
    service: row.service_title,
    minutes: row.minutes,
    start: row.starts_at,
    end: row.ends_at,
  }));
}
