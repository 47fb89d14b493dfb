import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { type Attendance, attendanceInWords, attendanceOf } from "#app/appointments/attendance.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";

type MarkOutcome =
  /** `before`: the value that undoes this. */
  | { kind: "changed"; appointment: Appointment; before: Attendance }
  | { kind: "conflict"; appointment: Appointment; message: string }
  | { kind: "not-found" }
  | { kind: "refused"; message: string };

/**
 * For the practice only; no mail is sent. `seen`: what the admin saw. Another mark that somebody has set since stays.
 */
export async function markAttendance(
  app: AppContext,
  actor: Actor,
  { appointmentId, attendance, seen }: { appointmentId: string; attendance: Attendance; seen?: Attendance },
): Promise<MarkOutcome> {
  return app.db.kysely.transaction().execute(async (tx): Promise<MarkOutcome> => {
    const now = app.clock.now();
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment || !mayWith(actor, ["change", "appointments"], appointment.therapistId)) {
      return { kind: "not-found" };
    }
    const refusal = refusalToMark(appointment, attendance, now);
    if (refusal) return { kind: "refused", message: refusal };
    const before = await getAttendance(tx, appointmentId);
    if (seen !== undefined && seen !== before) {
      return { kind: "conflict", appointment, message: `Someone has marked this since: ${attendanceInWords(before)}` };
    }
    if (before === attendance) return { kind: "changed", appointment, before };
    await writeAttendance(tx, { appointmentId, attendance, at: now, actor: actorName(actor) });
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "appointment.attendance",
      subject: { kind: "appointment", id: appointmentId },
      detail: { attendance },
    });
    return { kind: "changed", appointment, before };
  });
}

function refusalToMark(appointment: Appointment, attendance: Attendance, now: number): string | null {
  if (attendance === "expected") return null;
  if (viewStatus(appointment.status) === "Cancelled") return "This appointment has been cancelled";
  if (attendance !== "arrived" && now < appointment.start) return "It has not begun yet";
  return null;
}

export async function getAttendance(db: Queries, appointmentId: string): Promise<Attendance> {
  const row = await db
    .selectFrom("attendances")
    .select("state")
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return attendanceOf(row?.state);
}

async function writeAttendance(
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
