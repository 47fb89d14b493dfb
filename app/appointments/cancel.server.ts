import type { Appointment } from "#app/appointments/appointment.ts";
import { getOtherOfTwo } from "#app/appointments/appointments.db.server.ts";
import type { CancellingParty, CancelReason } from "#app/appointments/cancellation.ts";
import { getAttendance } from "#app/appointments/mark-attendance.server.ts";
import { getChangeable, type Refused } from "#app/appointments/may-change.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Actor, worksHere } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** How long the practice may take a cancellation back before the client is told of it. */
export const CANCEL_UNDO_MS = 120_000;

/** `again`: it was already so, and no mail is sent. */
type CancelOutcome =
  | { kind: "cancelled"; appointment: Appointment; again: boolean }
  /** Somebody has changed it since it was read: this is its present state. */
  | { kind: "conflict"; appointment: Appointment }
  | Exclude<Refused, { kind: "cancelled-before" }>;

type CancelInput = {
  appointmentId: string;
  /** Free words, shown to the other side. */
  reason: string | null;
  reasonCode?: CancelReason | null;
  askedBy?: CancellingParty;
  /** The `sequence` that the admin saw: an appointment changed since stays as it is. */
  seen?: number;
  /** Only a visit that nobody has marked: otherwise it is stale. */
  unmarked?: boolean;
  /** Its client has read what a late one costs; without that it is made in time only (decisions/0770). */
  knowsCost?: boolean;
  /** With the one that was booked for a second person at the same time. */
  both?: boolean;
  /** Nobody has proven the address: the client's mail counts among those that strangers cause. */
  byStranger?: boolean;
};

/**
 * Cancels an appointment. Clients and link holders may until it begins, the practice at any time. `askedBy`:
 * who asked the practice to cancel, itself by default.
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
    knowsCost = false,
    both = false,
    byStranger = false,
  }: CancelInput,
): Promise<CancelOutcome> {
  return schedule.retryOnConflict(app, async (tx, now): Promise<CancelOutcome | schedule.Conflict> => {
    const { settings } = await readPractice(app, tx);
    const found = await getChangeable(tx, { actor, appointmentId, settings, now, cancels: knowsCost });
    if (found.kind === "cancelled-before") return { kind: "cancelled", appointment: found.appointment, again: true };
    if (found.kind !== "changeable") return found;
    const { appointment } = found;
    const isMarked = unmarked && (await getAttendance(tx, appointmentId)) !== "expected";
    if (isMarked || (seen !== undefined && seen !== appointment.sequence)) return { kind: "conflict", appointment };
    const isOurs = worksHere(actor);
    const why = { reason, reasonCode, askedBy: isOurs ? askedBy : "client" } as const;
    const other = both ? await getOtherOfTwo(tx, appointment) : null;
    const outcome = await schedule.cancel(tx, other ? [appointment, other] : appointment, why, {
      actor,
      from: isOurs ? "practice" : "online",
      settings,
      now,
      isProven: isOurs && !byStranger,
      ...("userId" in actor && isOurs && { undoMs: CANCEL_UNDO_MS }),
    });
    if (outcome.kind === "conflict") return outcome;
    return { kind: "cancelled", appointment: outcome.appointments[0] ?? appointment, again: false };
  });
}
