import type { Appointment } from "#app/appointments/appointment.ts";
import { appointmentFrom, getAppointment, isStanding } from "#app/appointments/appointments.db.server.ts";
import { hearingData, TOLD_THERAPIST } from "#app/appointments/notifications/appointment-message.ts";
import { timesWith } from "#app/appointments/notifications/therapist-notifications.ts";
import type { Interval } from "#app/availability/interval.ts";
import { stretchesOf } from "#app/availability/opening-hours.ts";
import { getWorkingTime } from "#app/hours/working-time.db.server.ts";
import { listUntriedOf } from "#app/mail/outbox.db.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { addDays, startOfDay } from "#app/platform/zoned-time.ts";

type Visit = { start: number; end: number; name: string | null };
type Day = { therapistId: string; date: string; zone: string };

/**
 * A therapist's confirmed appointments on a local date, as far as they have been told: a change that may still be undone
 * is not in it, as its own mail tells of it or is taken back.
 */
export async function listToldDay(db: Queries, { therapistId, date, zone }: Day): Promise<Visit[]> {
  const day = { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) };
  const standing = await listStandingWith(db, therapistId, day);
  const visits = new Map<string, Visit>(
    standing.filter((one) => timesWith(one, therapistId)).map(({ id, start, end, name }) => [id, { start, end, name }]),
  );
  const untold = (await listUntriedOf(db, TOLD_THERAPIST)).map((data) => hearingData.parse(data));
  for (const { appointmentId, knew, ...of } of untold) {
    if (of.therapistId !== therapistId) continue;
    visits.delete(appointmentId);
    const appointment =
      knew && knew.start >= day.start && knew.start < day.end && (await getAppointment(db, appointmentId));
    if (appointment) visits.set(appointmentId, { ...knew, name: appointment.name });
  }
  return [...visits.values()].sort((one, other) => one.start - other.start);
}

export async function worksOn(db: Queries, { therapistId, date, zone }: Day): Promise<boolean> {
  const working = await getWorkingTime(db, { therapistIds: [therapistId], from: date, to: date });
  const hours = working.get(therapistId);
  return hours !== undefined && stretchesOf(hours, date, zone).length > 0;
}

/** What stands with a therapist and starts within these instants, in the order of the day. */
async function listStandingWith(db: Queries, therapistId: string, within: Interval): Promise<Appointment[]> {
  const rows = await db
    .selectFrom("appointments")
    .selectAll()
    .where("therapist_id", "=", therapistId)
    .where("starts_at", ">=", within.start)
    .where("starts_at", "<", within.end)
    .where(isStanding)
    .orderBy("starts_at")
    .execute();
  return rows.map(appointmentFrom);
}
