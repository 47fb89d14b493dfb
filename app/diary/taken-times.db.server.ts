import { sql } from "kysely";
import { isStanding } from "#app/appointments/status.db.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import { EVERYONE, shortIn } from "#app/catalogue/catalogue.db.server.ts";
import type { Beyond, LocalDay } from "#app/diary/diary-appointment.ts";
import { beyondOf, firstOfDays } from "#app/diary/first-of-days.db.server.ts";
import type { TakenTime } from "#app/diary/taken-time.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import { type Reach, reachFor } from "#app/platform/permissions.ts";

/** What is taken in the diaries that the actor may not read, where the owners share them; otherwise nothing. `chosen`: of whom. */
export async function listTaken(
  db: Queries,
  actor: Actor,
  { within: { start, end }, chosen }: { within: Interval; chosen: Reach },
): Promise<TakenTime[]> {
  const isTaken = takenFor(actor);
  if (isTaken === null) return [];
  const rows = await db
    .selectFrom("appointments")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .select(COLUMNS)
    .where("starts_at", ">=", start)
    .where("starts_at", "<", end)
    .where(isTaken)
    .where(isWithin(chosen))
    .orderBy("starts_at")
    .orderBy("appointments.id")
    .execute();
  return rows.map(takenFrom);
}

/** The same as a month shows it: of a full day the first few. */
export async function listFirstTaken(
  db: Queries,
  actor: Actor,
  { days, chosen }: { days: readonly LocalDay[]; chosen: Reach },
): Promise<{ taken: TakenTime[]; beyond: Beyond }> {
  const isTaken = takenFor(actor);
  if (isTaken === null) return { taken: [], beyond: new Map() };
  const rows = await db
    .selectFrom(firstOfDays(days, sql<boolean>`${isTaken} and ${isWithin(chosen)}`))
    .innerJoin("appointments", "appointments.id", "placed.id")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .select(COLUMNS)
    .select(["placed.day", "placed.booked"])
    .orderBy("starts_at")
    .orderBy("appointments.id")
    .execute();
  return { taken: rows.map(takenFrom), beyond: beyondOf(days, rows) };
}

function takenFor(actor: Actor) {
  const shared = reachFor(actor, "see", "taken times");
  const read = reachFor(actor, "see", "diary");
  if (shared === null || read === null || read === "all") return null;
  return sql<boolean>`${isStanding} and ${isWithin(shared)} and not (${isWithin(read)})`;
}

const COLUMNS = [
  "appointments.therapist_id",
  "therapists.name",
  EVERYONE,
  "appointments.service_title",
  "appointments.minutes",
  "appointments.starts_at",
  "appointments.ends_at",
] as const;

type Row = Pick<Tables["appointments"], "therapist_id" | "service_title" | "minutes" | "starts_at" | "ends_at"> & {
  name: string;
  everyone: string | null;
};

function takenFrom(row: Row): TakenTime {
  return {
    therapistId: row.therapist_id,
    therapistName: row.name,
    therapistShort: shortIn(row.everyone, { id: row.therapist_id, name: row.name }),
    service: row.service_title,
    minutes: row.minutes,
    start: row.starts_at,
    end: row.ends_at,
  };
}
