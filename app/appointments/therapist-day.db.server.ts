import type { Appointment } from "#app/appointments/appointment.ts";
import { appointmentFrom } from "#app/appointments/appointments.db.server.ts";
import { isStanding } from "#app/appointments/status.db.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

/** What stands with a therapist and starts within these instants, in the order of the day. */
export async function listStandingWith(db: Queries, therapistId: string, within: Interval): Promise<Appointment[]> {
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
