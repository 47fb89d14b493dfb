import { type RawBuilder, type SqlBool, sql } from "kysely";
import { viewStatus } from "#app/appointments/appointment.ts";
import { isStanding } from "#app/appointments/appointments.db.server.ts";
import { attendanceOf } from "#app/appointments/attendance.ts";
import type { Interval } from "#app/availability/interval.ts";
import { EVERYONE, shortIn } from "#app/catalogue/catalogue.db.server.ts";
import type { Beyond, DiaryAppointment, LocalDay, TakenTime } from "#app/diary/diary-appointment.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import { type Actor, type Scope, scopeFor } from "#app/platform/permissions.ts";

// Few enough to read at once: more than fifty rooms have in a week.
const MOST = 10_000;

/** Whose: those within scope, of one therapist where one is chosen. */
type Whose = { scope: Scope; chosen: Scope };

/** All that begin then and are not cancelled, in order of time. */
export async function listInDiary(db: Queries, { start, end }: Interval, whose: Whose): Promise<DiaryAppointment[]> {
  const rows = await db
    .selectFrom("appointments")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select(COLUMNS)
    .where("starts_at", ">=", start)
    .where("starts_at", "<", end)
    .where(isOf(whose))
    .orderBy("starts_at")
    .orderBy("appointments.id")
    .limit(MOST)
    .execute();
  return rows.map(appointmentFrom);
}

/** The same as a month shows it: of a full day the first few. */
export async function listFirstOfDays(
  db: Queries,
  days: readonly LocalDay[],
  whose: Whose,
): Promise<{ appointments: DiaryAppointment[]; beyond: Beyond }> {
  const rows = await db
    .selectFrom(firstOfDays(days, isOf(whose)))
    .innerJoin("appointments", "appointments.id", "placed.id")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select(COLUMNS)
    .select(["placed.day", "placed.booked"])
    .orderBy("starts_at")
    .orderBy("appointments.id")
    .execute();
  return { appointments: rows.map(appointmentFrom), beyond: beyondOf(days, rows) };
}

/**
 * Whether the appointment `row` (a table or an alias) is its client's first. What someone typed tells a therapist nothing
 * of appointments with others.
 */
export function isNewClient(row: string): RawBuilder<SqlBool> {
  const of = sql.table(row);
  return sql<SqlBool>`(${of}.client_id is not null
    and not exists (select 1 from clients where clients.id = ${of}.client_id and clients.is_existing = 1)
    and not exists (select 1 from appointments as earlier
      where earlier.client_id = ${of}.client_id and earlier.starts_at < ${of}.starts_at
        and lower(earlier.status) <> 'cancelled'
        and (${of}.opens_record = 1 or earlier.therapist_id = ${of}.therapist_id)))`;
}

function isOf({ scope, chosen }: Whose) {
  return sql<boolean>`${isStanding} and ${isWithin(scope)} and ${isWithin(chosen)}`;
}

const COLUMNS = [
  "appointments.id",
  "appointments.name",
  "appointments.starts_at",
  "appointments.ends_at",
  "appointments.service_title",
  "appointments.status",
  "appointments.sequence",
  "appointments.minutes",
  "appointments.therapist_id",
  "therapists.name as therapist",
  EVERYONE,
  "attendances.state",
] as const;

type Row = Pick<
  Tables["appointments"],
  "id" | "name" | "starts_at" | "ends_at" | "service_title" | "status" | "sequence" | "minutes" | "therapist_id"
> & { therapist: string; everyone: string | null; state: string | null };

function appointmentFrom(row: Row): DiaryAppointment {
  return {
    id: row.id,
    name: row.name,
    start: row.starts_at,
    end: row.ends_at,
    serviceTitle: row.service_title,
    therapistId: row.therapist_id,
    therapistName: row.therapist,
    therapistShort: shortIn(row.everyone, { id: row.therapist_id, name: row.therapist }),
    status: viewStatus(row.status),
    attendance: attendanceOf(row.state),
    sequence: row.sequence,
    minutes: row.minutes,
  };
}

/** A month shows all of a day that holds no more, and of any other the first few (decisions/0193). */
export const MOST_IN_DAY = 24;
const FIRST_OF_DAY = 5;

/** `day`: which of the days, from 0. */
type Placed = { id: string; day: number; place: number; booked: number };

/** The appointments of these days that match, as far as a month shows them; `booked`: how many the day holds. */
export function firstOfDays(days: readonly LocalDay[], matching: RawBuilder<SqlBool>) {
  const [start, end] = [days[0]?.start ?? 0, days.at(-1)?.end ?? 0];
  // A join with the days is one that PostgreSQL takes for millions of rows.
  const day = days.map((one, at) => sql`when starts_at < ${one.end} then ${sql.lit(at)}`);
  return sql<Placed>`(select id, day, place, booked from (
      select id, day, count(*) over (partition by day) as booked,
        row_number() over (partition by day order by starts_at, id) as place
      from (select appointments.id, starts_at, case ${sql.join(day, sql` `)} end as day
        from appointments where starts_at >= ${start} and starts_at < ${end} and ${matching}) as dated) as ordered
    where booked <= ${sql.lit(MOST_IN_DAY)} or place <= ${sql.lit(FIRST_OF_DAY)}
    limit ${sql.lit(days.length * MOST_IN_DAY)})`.as<"placed">("placed");
}

/** What those days hold besides. */
export function beyondOf(days: readonly LocalDay[], rows: readonly Pick<Placed, "day" | "booked">[]): Beyond {
  const full = rows.filter(({ booked }) => Number(booked) > MOST_IN_DAY);
  return new Map(full.map(({ day, booked }) => [days[day]?.date ?? "", Number(booked) - FIRST_OF_DAY]));
}

/** What is taken in the diaries that the actor may not read, where the owners share them; otherwise nothing. `chosen`: of whom. */
export async function listTaken(
  db: Queries,
  actor: Actor,
  { within: { start, end }, chosen }: { within: Interval; chosen: Scope },
): Promise<TakenTime[]> {
  const isTaken = takenFor(actor);
  if (isTaken === null) return [];
  const rows = await db
    .selectFrom("appointments")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .select(TAKEN_COLUMNS)
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
  { days, chosen }: { days: readonly LocalDay[]; chosen: Scope },
): Promise<{ taken: TakenTime[]; beyond: Beyond }> {
  const isTaken = takenFor(actor);
  if (isTaken === null) return { taken: [], beyond: new Map() };
  const rows = await db
    .selectFrom(firstOfDays(days, sql<boolean>`${isTaken} and ${isWithin(chosen)}`))
    .innerJoin("appointments", "appointments.id", "placed.id")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .select(TAKEN_COLUMNS)
    .select(["placed.day", "placed.booked"])
    .orderBy("starts_at")
    .orderBy("appointments.id")
    .execute();
  return { taken: rows.map(takenFrom), beyond: beyondOf(days, rows) };
}

function takenFor(actor: Actor) {
  const shared = scopeFor(actor, "see", "taken times");
  const read = scopeFor(actor, "see", "diary");
  if (shared === null || read === null || read === "all") return null;
  return sql<boolean>`${isStanding} and ${isWithin(shared)} and not (${isWithin(read)})`;
}

const TAKEN_COLUMNS = [
  "appointments.therapist_id",
  "therapists.name",
  EVERYONE,
  "appointments.service_title",
  "appointments.minutes",
  "appointments.starts_at",
  "appointments.ends_at",
] as const;

type TakenRow = Pick<Tables["appointments"], "therapist_id" | "service_title" | "minutes" | "starts_at" | "ends_at"> & {
  name: string;
  everyone: string | null;
};

function takenFrom(row: TakenRow): TakenTime {
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
