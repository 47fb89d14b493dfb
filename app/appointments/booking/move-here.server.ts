import { type BookInput, type BookOutcome, book } from "#app/appointments/booking/book.server.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { tooLateSentence } from "#app/appointments/change-window.ts";
import { getManaged } from "#app/appointments/requests/manage-link.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readablePhone } from "#app/platform/phone-number.ts";

type MoveHereOutcome = { kind: "moved"; manageSecret: string } | { kind: "refused"; message: string } | BookOutcome;

/**
 * Moves the appointment that overlaps to the time that was chosen. Another treatment or length cannot be moved to: that
 * one is booked, and the first is cancelled. `secret`: of the first one's manage link.
 */
export async function moveHere(
  app: AppContext,
  actor: Actor,
  { secret, ...booking }: BookInput & { secret: string },
): Promise<MoveHereOutcome> {
  const managed = await getManaged(app, secret);
  if (managed?.window !== "open") return { kind: "refused", message: tooLate(managed?.business.phone) };
  const { appointment, actor: holder } = managed;
  const { input } = booking;
  const { id: appointmentId, sequence: seen } = appointment;
  const isSame = managed.service === input.service && (input.minutes ?? appointment.minutes) === appointment.minutes;
  if (isSame) {
    const move = { appointmentId, start: input.start, therapist: input.therapist ?? null, seen };
    const outcome = await reschedule(app, holder, move);
    if (outcome.kind === "rescheduled") return { kind: "moved", manageSecret: secret };
    if (outcome.kind === "not-found" || outcome.kind === "conflict") return { kind: "refused", message: CHANGED };
    if (outcome.kind !== "taken") return { kind: "refused", message: outcome.message };
  }
  const outcome = await book(app, actor, { ...booking, overlap: "both" });
  const stands = outcome.kind === "booked" && outcome.holdUntil === null;
  if (stands && !isSame) await cancel(app, holder, { appointmentId, reason: null, seen });
  return outcome;
}

const CHANGED = "Your first appointment was changed a moment ago. Check it, then choose again";

function tooLate(phone: string | undefined): string {
  return phone ? tooLateSentence(readablePhone(phone)) : CHANGED;
}
