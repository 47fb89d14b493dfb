import { type Appointment, CANCELLED } from "#app/appointments/appointment.ts";
import { insertCancellation, saveChange } from "#app/appointments/appointment-changes.db.server.ts";
import { appointmentMessage, byStranger } from "#app/appointments/appointment-message.ts";
import { getAttendance } from "#app/appointments/attendance.db.server.ts";
import { endHold } from "#app/appointments/booking-holds.db.server.ts";
import { type AskedBy, type CancelReason, lateness } from "#app/appointments/cancellation.ts";
import {
  auditChange,
  changeAppointment,
  getChangeable,
  LostRace,
  type Refused,
} from "#app/appointments/change-appointment.server.ts";
import { removeClaims } from "#app/appointments/claims.db.server.ts";
import { reminderMessage } from "#app/appointments/reminder.ts";
import { mailsToOthers } from "#app/appointments/tell-of-change.server.ts";
import type { Due } from "#app/outbox/message.ts";
import { enqueue, withdraw } from "#app/outbox/outbox.db.server.ts";
import { type Actor, actorName, worksHere } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import type { Settings } from "#app/settings/settings.ts";

/** How long the practice may take a cancellation back before the client is told of it. */
export const CANCEL_UNDO_MS = 120_000;

/** `again`: it was already so, and no mail is sent. */
type CancelOutcome =
  | { kind: "cancelled"; appointment: Appointment; again: boolean }
  /** Somebody has changed it since it was read: this is its present state. */
  | { kind: "stale"; appointment: Appointment }
  | Exclude<Refused, { kind: "cancelled-before" }>;

type CancelInput = {
  appointmentId: string;
  /** Free words, shown to the other side. */
  reason: string | null;
  reasonCode?: CancelReason | null;
  askedBy?: AskedBy;
  /** The `sequence` that the admin saw: an appointment changed since stays as it is. */
  seen?: number;
  /** Only a visit that nobody has marked: otherwise it is stale. */
  unmarked?: boolean;
  /** Nobody has proven the address: the client's mail counts among those that strangers cause. */
  byStranger?: boolean;
};

/**
 * Cancels an appointment and frees its time; the record stays. Clients and link holders may cancel until the practice's
 * notice, the practice at any time. `askedBy`: who asked the practice to cancel, itself by default. The mail about a
 * press of the practice waits for an Undo; a visit that is over is told to nobody.
 */
export async function cancel(
  app: AppContext,
  actor: Actor,
  {
    appointmentId,
    reason,
    reasonCode = null,
    askedBy = "practice",
    seen,
    unmarked = false,
    byStranger: isByStranger = false,
  }: CancelInput,
): Promise<CancelOutcome> {
  const settings = await listSettings(app.db.kysely, app.log);
  return changeAppointment(app, async (tx, now) => {
    const found = await getChangeable(tx, { actor, appointmentId, settings, now });
    if (found.kind === "cancelled-before") return { kind: "cancelled", appointment: found.appointment, again: true };
    if (found.kind !== "changeable") return found;
    const { appointment } = found;
    const isMarked = unmarked && (await getAttendance(tx, appointmentId)) !== "expected";
    if (isMarked || (seen !== undefined && seen !== appointment.sequence)) return { kind: "stale", appointment };
    const who = worksHere(actor) ? askedBy : "client";
    const why = { reason, reasonCode, askedBy: who };
    const { cancelled, wasHeld } = await cancelUntold(tx, appointment, { actor, why, settings, now });
    const runAt = undoneUntil(actor, now);
    const change = { how: "cancelled" as const, before: appointment, after: cancelled };
    // The practice was never told of a booking that was held and not confirmed.
    const practice = worksHere(actor) || wasHeld ? null : settings.practiceMails;
    const { zone } = settings.bookingRules;
    const others = await mailsToOthers(tx, change, { actor, zone, practice, now, runAt });
    const mails = messagesFor(appointment, { actor, now, runAt });
    const messages = [...(isByStranger ? byStranger(mails) : mails), ...others];
    if (messages.length > 0) await enqueue(tx, messages, now);
    return { kind: "cancelled", appointment: cancelled, again: false };
  });
}

/** Until when the mails about a cancellation are held: those about a press of the practice. */
export function undoneUntil(actor: Actor, now: number): number {
  return worksHere(actor) && "userId" in actor ? now + CANCEL_UNDO_MS : now;
}

type Why = { reason: string | null; reasonCode: CancelReason | null; askedBy: AskedBy };

/** The cancellation itself, in the caller's transaction: who is told of it is left to the caller. */
export async function cancelUntold(
  tx: Tx,
  appointment: Appointment,
  { actor, why, settings, now }: { actor: Actor; why: Why; settings: Settings; now: number },
): Promise<{ cancelled: Appointment; wasHeld: boolean }> {
  const { id, start } = appointment;
  const cancelled = { ...appointment, status: CANCELLED, sequence: appointment.sequence + 1 };
  if (!(await saveChange(tx, cancelled, now))) throw new LostRace("changed a moment ago");
  await removeClaims(tx, id);
  const wasHeld = await endHold(tx, id);
  await withdraw(tx, reminderMessage(appointment));
  await insertCancellation(tx, id, {
    at: now,
    actor: actorName(actor),
    ...why,
    ...lateness({ start, askedBy: why.askedBy }, { now, ...settings.bookingRules }),
    statusBefore: appointment.status,
  });
  await auditChange(tx, { actor, action: "appointment.cancel", appointment: cancelled, now });
  return { cancelled, wasHeld };
}

function messagesFor(
  { id, end }: Appointment,
  { actor, now, runAt }: { actor: Actor; now: number; runAt: number },
): Due[] {
  const client = appointmentMessage("appointment-cancelled-client", { appointmentId: id });
  if (!worksHere(actor)) return byStranger([client]);
  return end <= now ? [] : [{ ...client, runAt }];
}
