import { type Appointment, CANCELLED } from "#app/appointments/appointment.ts";
import { insertCancellation, saveChange } from "#app/appointments/appointment-changes.db.server.ts";
import { appointmentMessage, byStranger } from "#app/appointments/appointment-message.ts";
import { endHold } from "#app/appointments/booking-holds.db.server.ts";
import type { AskedBy } from "#app/appointments/cancellation.ts";
import {
  auditChange,
  changeAppointment,
  getChangeable,
  LostRace,
  type Refused,
} from "#app/appointments/change-appointment.server.ts";
import { removeClaims } from "#app/appointments/claims.db.server.ts";
import { reminderMessage } from "#app/appointments/reminder.ts";
import { enqueue, withdraw } from "#app/outbox/outbox.db.server.ts";
import { type Actor, actorName, isAdmin } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

/** `again`: it was already so, and no mail is sent. */
type CancelOutcome =
  | { kind: "cancelled"; appointment: Appointment; again: boolean }
  | Exclude<Refused, { kind: "cancelled-before" }>;

/**
 * Cancels an appointment and frees its time; the record stays. Clients and link holders may cancel until the practice's
 * notice, the practice at any time. `askedBy`: who asked the practice to cancel, itself by default. `reason` is shown
 * to the other side.
 */
export async function cancel(
  app: AppContext,
  actor: Actor,
  { appointmentId, reason, askedBy = "practice" }: { appointmentId: string; reason: string | null; askedBy?: AskedBy },
): Promise<CancelOutcome> {
  const settings = await listSettings(app.db.kysely, app.log);
  return changeAppointment(app, async (tx, now) => {
    const found = await getChangeable(tx, { actor, appointmentId, settings, now });
    if (found.kind === "cancelled-before") return { kind: "cancelled", appointment: found.appointment, again: true };
    if (found.kind !== "changeable") return found;
    const cancelled = { ...found.appointment, status: CANCELLED, sequence: found.appointment.sequence + 1 };
    if (!(await saveChange(tx, cancelled, now))) throw new LostRace("changed a moment ago");
    await removeClaims(tx, appointmentId);
    const wasHeld = await endHold(tx, appointmentId);
    await withdraw(tx, reminderMessage(found.appointment));
    await insertCancellation(tx, appointmentId, {
      at: now,
      actor: actorName(actor),
      reason,
      askedBy: isAdmin(actor) ? askedBy : "client",
    });
    const messages = [appointmentMessage("appointment-cancelled-client", { appointmentId })];
    // The practice was never told of a booking that was held and not confirmed.
    if (!isAdmin(actor) && !wasHeld)
      messages.push(appointmentMessage("appointment-cancelled-practice", { appointmentId }));
    await enqueue(tx, isAdmin(actor) ? messages : byStranger(messages), now);
    await auditChange(tx, { actor, action: "appointment.cancel", appointment: cancelled, now });
    return { kind: "cancelled", appointment: cancelled, again: false };
  });
}
