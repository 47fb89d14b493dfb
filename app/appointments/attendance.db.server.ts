import { type Attendance, attendanceOf } from "#app/appointments/attendance.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

export async function getAttendance(db: Queries, appointmentId: string): Promise<Attendance> {
  const row = await db
    .selectFrom("attendances")
    .select("state")
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return attendanceOf(row?.state);
}

export async function writeAttendance(
  tx: Tx,
  { appointmentId, attendance, ...by }: { appointmentId: string; attendance: Attendance; at: number; actor: string },
): Promise<void> {
  if (attendance === "expected") {
    await tx.deleteFrom("attendances").where("appointment_id", "=", appointmentId).execute();
    return;
  }
  const row = { state: attendance, ...by };
  await tx
    .insertInto("attendances")
    .values({ appointment_id: appointmentId, ...row })
    .onConflict((conflict) => conflict.column("appointment_id").doUpdateSet(row))
    .execute();
}
