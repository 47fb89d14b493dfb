import type { Appointment } from "#app/appointments/appointment.ts";
import { mayChange } from "#app/appointments/appointment-abilities.ts";
import { saveChange } from "#app/appointments/appointment-changes.db.server.ts";
import { appointmentMessage } from "#app/appointments/appointment-message.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { auditChange, changeAppointment, LostRace } from "#app/appointments/change-appointment.server.ts";
import { moveClaims } from "#app/appointments/claims.db.server.ts";
import { reminderMessage, reminderOf } from "#app/appointments/reminder.ts";
import { mailsToOthers } from "#app/appointments/tell-of-change.server.ts";
import { isOffered, type OfferedTime } from "#app/appointments/time-offer.ts";
import { getTimeOffer } from "#app/appointments/time-offers.db.server.ts";
import { movedFrom } from "#app/appointments/told-change.ts";
import { lookAtPlace } from "#app/diary/move-appointment.server.ts";
import { enqueue, withdraw } from "#app/outbox/outbox.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

type TakeOutcome =
  | { kind: "moved"; appointment: Appointment }
  /** Somebody else pressed first, or it has passed or been closed. */
  | { kind: "taken" }
  /** The appointment has changed since the offer. */
  | { kind: "over" }
  | { kind: "not-found" };

/**
 * Moves an appointment to a time that the practice offered for it, by its client or the holder of its link: also when
 * it is too late for other changes, as it is the practice that asked for this one.
 */
export async function takeOfferedTime(
  app: AppContext,
  actor: Actor,
  { appointmentId, chosen }: { appointmentId: string; chosen: OfferedTime },
): Promise<TakeOutcome> {
  return changeAppointment(app, async (tx, now): Promise<TakeOutcome> => {
    await lockForReading(tx, "offer");
    const before = await getAppointment(tx, appointmentId);
    if (!before || !mayChange(actor, before)) return { kind: "not-found" };
    const offer = await getTimeOffer(tx, appointmentId);
    if (!offer || !isOffered(offer, chosen, before)) return { kind: "over" };
    const settings = await listSettings(tx, app.log);
    const by = chosen.start - before.start;
    const moved = {
      ...before,
      therapistId: chosen.therapistId,
      start: chosen.start,
      end: before.end + by,
      blockStart: before.blockStart + by,
      blockEnd: before.blockEnd + by,
      sequence: before.sequence + 1,
    };
    const look = await lookAtPlace(tx, { moved, settings, now });
    if (look.kind !== "free" || look.concerns.length > 0) return { kind: "taken" };
    if (!(await saveChange(tx, moved, now))) throw new LostRace("changed a moment ago");
    if (!(await moveClaims(tx, moved))) throw new LostRace("the time was claimed a moment ago");
    await withdraw(tx, reminderMessage(before));
    const data = movedFrom(appointmentId, before);
    const change = { how: "changed" as const, before, after: moved };
    const { zone, reminderHours: hours } = settings.bookingRules;
    const others = await mailsToOthers(tx, change, { actor, zone, practice: settings.practiceMails, now });
    const messages = [appointmentMessage("appointment-rescheduled-client", data), ...others];
    await enqueue(tx, [...messages, ...reminderOf(moved, { now, hours })], now);
    await auditChange(tx, { actor, action: "appointment.reschedule", appointment: moved, now });
    return { kind: "moved", appointment: moved };
  });
}
