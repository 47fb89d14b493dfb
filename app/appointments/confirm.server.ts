import { type Appointment, CONFIRMED, shownStatus } from "#app/appointments/appointment.ts";
import { saveChange } from "#app/appointments/appointment-changes.db.server.ts";
import { appointmentMessage } from "#app/appointments/appointment-message.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { endHold } from "#app/appointments/booking-holds.db.server.ts";
import {
  auditChange,
  cancelledBefore,
  changeAppointment,
  LostRace,
  type Refused,
} from "#app/appointments/change-appointment.server.ts";
import { mailsToOthers } from "#app/appointments/tell-of-change.server.ts";
import { enqueue } from "#app/outbox/outbox.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { mayWith } from "#app/platform/permissions.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

type ConfirmOutcome =
  | { kind: "confirmed"; appointment: Appointment; again: boolean }
  | { kind: "stale"; appointment: Appointment }
  | Exclude<Refused, { kind: "too-late" }>;

/** Confirms a pending appointment. `seen`: the `sequence` that the admin saw. For the practice only. */
export async function confirm(
  app: AppContext,
  actor: Actor,
  { appointmentId, seen }: { appointmentId: string; seen?: number },
): Promise<ConfirmOutcome> {
  return changeAppointment(app, async (tx, now) => {
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment || !mayWith(actor, ["change", "appointments"], appointment.therapistId)) {
      return { kind: "not-found" };
    }
    const status = shownStatus(appointment.status);
    if (status === "Confirmed") return { kind: "confirmed", appointment, again: true };
    if (status === "Cancelled") return cancelledBefore();
    if (seen !== undefined && seen !== appointment.sequence) return { kind: "stale", appointment };
    // A change of status counts in calendars too (RFC 5546 2.1.4).
    const confirmed = { ...appointment, status: CONFIRMED, sequence: appointment.sequence + 1 };
    if (!(await saveChange(tx, confirmed, now))) throw new LostRace("changed a moment ago");
    await endHold(tx, appointmentId);
    const { zone } = await getSetting(tx, app.log, "bookingRules");
    const change = { how: "booked" as const, before: appointment, after: confirmed };
    const others = await mailsToOthers(tx, change, { actor, zone, practice: null, now });
    await enqueue(tx, [appointmentMessage("appointment-accepted-client", { appointmentId }), ...others], now);
    await auditChange(tx, { actor, action: "appointment.confirm", appointment: confirmed, now });
    return { kind: "confirmed", appointment: confirmed, again: false };
  });
}
