import { type Actor, actorName } from "#app/accounts/actor.ts";
import { isPractice } from "#app/appointments/abilities.ts";
import { type Appointment, shownStatus } from "#app/appointments/appointment.ts";
import type { Attendance } from "#app/appointments/attendance/attendance.ts";
import { readAttendance, writeAttendance } from "#app/appointments/attendance/store.server.ts";
import { findById } from "#app/appointments/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { World } from "#app/platform/world.server.ts";

export type MarkOutcome =
  /** `before`: what to mark it as to take this back. */
  | { kind: "marked"; appointment: Appointment; before: Attendance }
  | { kind: "not-found" }
  | { kind: "refused"; message: string };

/** Notes who came. For the practice alone; nobody is written to. */
export async function markAttendance(
  world: World,
  actor: Actor,
  { appointmentId, attendance }: { appointmentId: string; attendance: Attendance },
): Promise<MarkOutcome> {
  if (!isPractice(actor)) return { kind: "not-found" };
  return world.db.kysely.transaction().execute(async (tx): Promise<MarkOutcome> => {
    const now = world.clock.now();
    const appointment = await findById(tx, appointmentId);
    if (!appointment) return { kind: "not-found" };
    const refusal = refusalToMark(appointment, attendance, now);
    if (refusal) return { kind: "refused", message: refusal };
    const before = await readAttendance(tx, appointmentId);
    if (before === attendance) return { kind: "marked", appointment, before };
    await writeAttendance(tx, { appointmentId, attendance, at: now, actor: actorName(actor) });
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "appointment.attendance",
      subject: { kind: "appointment", id: appointmentId },
      detail: { attendance },
    });
    return { kind: "marked", appointment, before };
  });
}

function refusalToMark(appointment: Appointment, attendance: Attendance, now: number): string | null {
  if (attendance === "expected") return null;
  if (shownStatus(appointment.status) === "Cancelled") return "This appointment has been cancelled";
  if (attendance !== "arrived" && now < appointment.start) return "It has not begun yet";
  return null;
}
