import { sql } from "kysely";
import { shownStatus } from "#app/appointments/appointment.ts";
import { attendanceOf } from "#app/appointments/attendance.ts";
import { isStanding } from "#app/appointments/status.db.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import { EVERYONE, shortIn } from "#app/catalogue/catalogue.db.server.ts";
import type { Beyond, DiaryAppointment, LocalDay } from "#app/diary/diary-appointment.ts";
import { beyondOf, firstOfDays } from "#app/diary/first-of-days.db.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import type { Reach } from "#app/platform/permissions.ts";

// Few enough to read at once: more than fifty rooms have in a week.
const MOST = 10_000;

/** Whose: those within reach, of one therapist where one is chosen. */
type Whose = { reach: Reach; chosen: Reach };

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

function isOf({ reach, chosen }: Whose) {
  return sql<boolean>`${isStanding} and ${isWithin(reach)} and ${isWithin(chosen)}`;
}

const COLUMNS = [
  "appointments.id",
  "appointments.name",
  "appointments.starts_at",
  "appointments.ends_at",
  "appointments.service_title",
  "appointments.status",
  "appointments.sequence",
  "appointments.therapist_id",
  "therapists.name as therapist",
  EVERYONE,
  "attendances.state",
] as const;

type Row = Pick<
  Tables["appointments"],
  "id" | "name" | "starts_at" | "ends_at" | "service_title" | "status" | "sequence" | "therapist_id"
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
    status: shownStatus(row.status),
    attendance: attendanceOf(row.state),
    sequence: row.sequence,
  };
}
