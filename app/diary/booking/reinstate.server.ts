import { type Appointment, CONFIRMED, movedTo, viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment, getCancellation } from "#app/appointments/appointments.db.server.ts";
import { getAppointmentContact } from "#app/appointments/clients/contacts.db.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { warningSentence } from "#app/diary/booking/check-time.ts";
import { checkPlace } from "#app/diary/booking/move-appointment.server.ts";
import { type NearestPlace, nearestPlaces } from "#app/diary/booking/nearest-places.server.ts";
import type { OfferedPlace } from "#app/diary/booking/offered-place.form.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { type Actor, may, mayWith } from "#app/platform/permissions.ts";
import type { Practice } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/**
 * `place`: another time, when its own is taken, with a therapist's slug. `despite`: the warnings were confirmed. `seen`:
 * the `sequence` that the admin saw.
 */
type Input = { appointmentId: string; place?: OfferedPlace; despite: boolean; seen?: number };

type ReinstateOutcome =
  /** `isNotified`: the client had heard of the cancellation, and is told that the appointment stands again. */
  | { kind: "reinstated"; appointment: Appointment; isNotified: boolean }
  | { kind: "repeated"; appointment: Appointment }
  | { kind: "conflict"; appointment: Appointment }
  | { kind: "warned"; messages: string[]; appointment: Appointment }
  | { kind: "taken"; appointment: Appointment; near: NearestPlace[] }
  | { kind: "not-found" };

type Outcome = Exclude<ReinstateOutcome, { kind: "taken" }> | { kind: "taken"; appointment: Appointment };

/**
 * Takes a cancellation back: claims the time again, or another one, with the status from before. Without a mail while
 * the client has not been told of the cancellation. For the practice only.
 */
export async function reinstate(app: AppContext, actor: Actor, input: Input): Promise<ReinstateOutcome> {
  if (!may(actor, "change", "appointments")) return { kind: "not-found" };
  const outcome = await schedule.retryOnConflict(app, async (tx, now) => {
    await lockForReading(tx, "offer");
    return reinstateWithin(tx, { actor, input, practice: await readPractice(app, tx), now });
  });
  if (outcome.kind !== "taken") return outcome;
  return { ...outcome, near: await nearestPlaces(app, actor, { appointment: outcome.appointment }) };
}

type Within = { actor: Actor; input: Input; practice: Practice; now: number };

async function reinstateWithin(tx: Tx, { actor, input, practice, now }: Within): Promise<Outcome | schedule.Conflict> {
  const { settings } = practice;
  const { appointmentId } = input;
  const before = await getAppointment(tx, appointmentId);
  const contact = await getAppointmentContact(tx, appointmentId);
  const isTheirs = before && mayWith(actor, ["change", "appointments"], before.therapistId);
  if (!before || !isTheirs || contact?.isErased) return { kind: "not-found" };
  if (viewStatus(before.status) !== "Cancelled") return { kind: "repeated", appointment: before };
  if (input.seen !== undefined && input.seen !== before.sequence) return { kind: "conflict", appointment: before };
  const status = (await getCancellation(tx, appointmentId))?.statusBefore ?? CONFIRMED;
  const place = placeOf(practice, before, input.place);
  if (!place || !mayWith(actor, ["change", "appointments"], place.therapistId)) return { kind: "not-found" };
  const after = { ...movedTo(before, place), status };
  const look = await checkPlace(tx, { moved: after, settings, now });
  if (look.kind !== "free") return { kind: "taken", appointment: before };
  // That a visit has passed is no news: its record comes back.
  const warnings = look.warnings.filter((warning) => warning !== "past");
  const messages = warnings.map((warning) => warningSentence(warning));
  if (messages.length > 0 && !input.despite) return { kind: "warned", messages, appointment: before };
  // After a conflict, another try finds the time taken.
  const outcome = await schedule.reinstate(tx, { before, after }, { actor, from: "practice", settings, now });
  return outcome.kind === "conflict" ? outcome : { ...outcome, appointment: after };
}

type Place = { start: number; therapistId: string };

function placeOf(practice: Practice, { start, therapistId }: Appointment, input: Input["place"]): Place | null {
  if (!input) return { start, therapistId };
  const therapist = practice.therapists.find(({ slug }) => slug === input.therapist);
  return therapist ? { start: input.start, therapistId: therapist.id } : null;
}
