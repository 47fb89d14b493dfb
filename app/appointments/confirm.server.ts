import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { cancelledBefore, type Refused } from "#app/appointments/may-change.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Actor, mayWith } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type ConfirmOutcome =
  | { kind: "confirmed"; appointment: Appointment; again: boolean }
  | { kind: "conflict"; appointment: Appointment }
  | Exclude<Refused, { kind: "too-late" }>;

/** Confirms a pending appointment. `seen`: the `sequence` that the admin saw. For the practice only. */
export async function confirm(
  app: AppContext,
  actor: Actor,
  { appointmentId, seen }: { appointmentId: string; seen?: number },
): Promise<ConfirmOutcome> {
  return schedule.retryOnConflict(app, async (tx, now): Promise<ConfirmOutcome | schedule.Conflict> => {
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment || !mayWith(actor, ["change", "appointments"], appointment.therapistId)) {
      return { kind: "not-found" };
    }
    const status = viewStatus(appointment.status);
    if (status === "Confirmed") return { kind: "confirmed", appointment, again: true };
    if (status === "Cancelled") return cancelledBefore();
    if (seen !== undefined && seen !== appointment.sequence) return { kind: "conflict", appointment };
    const settings = { bookingRules: (await readPractice(app, tx)).settings.bookingRules };
    const outcome = await schedule.confirm(tx, { before: appointment }, { actor, from: "practice", settings, now });
    return outcome.kind === "conflict" ? outcome : { ...outcome, again: false };
  });
}
