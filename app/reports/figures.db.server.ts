import { shownStatus } from "#app/appointments/appointment.ts";
import { attendanceOf } from "#app/appointments/attendance.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import type { Reach } from "#app/platform/permissions.ts";
import type { Fact } from "#app/reports/figure-fact.ts";

/** Every appointment that starts in this time, without a name. One index range, so the table's size does not matter. */
export async function listFacts(db: Queries, { start, end }: Interval, reach: Reach): Promise<Fact[]> {
  const rows = await db
    .selectFrom("appointments")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select(["starts_at", "minutes", "price_pence", "service_title", "status", "created_at", "attendances.state"])
    .where("starts_at", ">=", start)
    .where("starts_at", "<", end)
    .where(isWithin(reach))
    .execute();
  return rows.map((row) => ({
    start: row.starts_at,
    minutes: row.minutes,
    pricePence: row.price_pence,
    service: row.service_title,
    status: shownStatus(row.status),
    attendance: attendanceOf(row.state),
    createdAt: row.created_at,
  }));
}
