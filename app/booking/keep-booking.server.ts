import { type Appointment, CONFIRMED, PENDING, shownStatus } from "#app/appointments/appointment.ts";
import { saveChange } from "#app/appointments/appointment-changes.db.server.ts";
import { appointmentMessage } from "#app/appointments/appointment-message.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { isOpen } from "#app/appointments/booking-hold.ts";
import { closeHold, getHold, getHoldByHash } from "#app/appointments/booking-holds.db.server.ts";
import { auditChange, changeAppointment, LostRace } from "#app/appointments/change-appointment.server.ts";
import { manageSecretOf } from "#app/appointments/manage-link.server.ts";
import { mailsToOthers } from "#app/appointments/tell-of-change.server.ts";
import { enqueue } from "#app/outbox/outbox.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

/** `open`: not confirmed yet; `kept`: confirmed by the link or by the practice. */
type FoundHold = { appointment: Appointment; until: number; state: "open" | "kept" | "released" };

type KeepOutcome = { kind: "kept"; manageSecret: string } | { kind: "released" } | { kind: "not-found" };

/** The booking behind the mailed link that confirms it; the manage link is another one. */
export async function getHeldBooking(app: AppContext, secret: string): Promise<FoundHold | null> {
  const hold = await getHoldByHash(app.db.kysely, hashOf(secret));
  const appointment = hold && (await getAppointment(app.db.kysely, hold.appointmentId));
  if (!appointment) return null;
  const isGone = shownStatus(appointment.status) === "Cancelled" || app.clock.now() >= appointment.start;
  const state = isGone ? "released" : isOpen(hold) ? "open" : "kept";
  return { appointment, until: hold.until, state };
}

/** Confirms a held booking; where the practice confirms all bookings itself, it becomes pending. */
export async function keepBooking(app: AppContext, secret: string): Promise<KeepOutcome> {
  const settings = await listSettings(app.db.kysely, app.log);
  return changeAppointment(app, async (tx, now): Promise<KeepOutcome> => {
    const found = await getHoldByHash(tx, hashOf(secret));
    const appointment = found && (await getAppointment(tx, found.appointmentId));
    if (!appointment) return { kind: "not-found" };
    if (shownStatus(appointment.status) === "Cancelled" || now >= appointment.start) return { kind: "released" };
    const kept = { kind: "kept" as const, manageSecret: manageSecretOf(app, appointment) };
    if (!isOpen(await getHold(tx, appointment.id))) return kept;
    const waits = settings.bookingRules.waitsForConfirmation;
    const changed = { ...appointment, status: waits ? PENDING : CONFIRMED, sequence: appointment.sequence + 1 };
    if (!(await saveChange(tx, changed, now))) throw new LostRace("released a moment ago");
    await closeHold(tx, appointment.id, { kept_at: now });
    const about = { appointmentId: appointment.id };
    const toClient = waits ? "appointment-pending-client" : "appointment-confirmed-client";
    const actor: Actor = { kind: "holder", appointmentId: appointment.id };
    const change = { how: "booked" as const, before: appointment, after: changed };
    const { bookingRules, practiceMails: practice } = settings;
    const others = await mailsToOthers(tx, change, { actor, zone: bookingRules.zone, practice, now });
    await enqueue(tx, [appointmentMessage(toClient, about), ...others], now);
    await auditChange(tx, { actor, action: "appointment.keep", appointment: changed, now });
    return kept;
  });
}
