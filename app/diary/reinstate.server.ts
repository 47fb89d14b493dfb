import { type Appointment, CONFIRMED, movedTo, shownStatus } from "#app/appointments/appointment.ts";
import { getAppointmentContact } from "#app/appointments/appointment-contacts.db.server.ts";
import { getAppointment, getCancellation } from "#app/appointments/appointments.db.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import { concernSentence } from "#app/diary/concern.ts";
import { lookAtPlace } from "#app/diary/move-appointment.server.ts";
import { type NearestPlace, nearestPlaces } from "#app/diary/nearest-places.server.ts";
import type { OfferedPlace } from "#app/diary/offered-place.form.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { may, mayWith } from "#app/platform/permissions.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import type { Settings } from "#app/settings/settings.ts";

/**
 * `place`: another time, when its own is taken, with a therapist's slug. `despite`: the concerns were confirmed. `seen`:
 * the `sequence` that the admin saw.
 */
type Input = { appointmentId: string; place?: OfferedPlace; despite: boolean; seen?: number };

type ReinstateOutcome =
  /** `isTold`: the client had heard of the cancellation, and is told that the appointment stands again. */
  | { kind: "reinstated"; appointment: Appointment; isTold: boolean }
  | { kind: "standing"; appointment: Appointment }
  | { kind: "stale"; appointment: Appointment }
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
    return reinstateWithin(tx, { actor, input, settings: await listSettings(tx, app.log), now });
  });
  if (outcome.kind !== "taken") return outcome;
  return { ...outcome, near: await nearestPlaces(app, actor, { appointment: outcome.appointment }) };
}

type Within = { actor: Actor; input: Input; settings: Settings; now: number };

async function reinstateWithin(tx: Tx, { actor, input, settings, now }: Within): Promise<Outcome | schedule.Conflict> {
  const { appointmentId } = input;
  const before = await getAppointment(tx, appointmentId);
  const contact = await getAppointmentContact(tx, appointmentId);
  const isTheirs = before && mayWith(actor, ["change", "appointments"], before.therapistId);
  if (!before || !isTheirs || contact?.isErased) return { kind: "not-found" };
  if (shownStatus(before.status) !== "Cancelled") return { kind: "standing", appointment: before };
  if (input.seen !== undefined && input.seen !== before.sequence) return { kind: "stale", appointment: before };
  const status = (await getCancellation(tx, appointmentId))?.statusBefore ?? CONFIRMED;
  const place = await placeOf(tx, before, input.place);
  if (!place || !mayWith(actor, ["change", "appointments"], place.therapistId)) return { kind: "not-found" };
  const after = { ...movedTo(before, place), status };
  const look = await lookAtPlace(tx, { moved: after, settings, now });
  if (look.kind !== "free") return { kind: "taken", appointment: before };
  // That a visit has passed is no news: its record comes back.
  const concerns = look.concerns.filter((concern) => concern !== "past");
  const messages = concerns.map((concern) => concernSentence(concern));
  if (messages.length > 0 && !input.despite) return { kind: "warned", messages, appointment: before };
  // After a conflict, another try finds the time taken.
  const outcome = await schedule.reinstate(tx, { before, after }, { actor, from: "practice", settings, now });
  return outcome.kind === "conflict" ? outcome : { ...outcome, appointment: after };
}

type Place = { start: number; therapistId: string };

async function placeOf(tx: Tx, { start, therapistId }: Appointment, asked: Input["place"]): Promise<Place | null> {
  if (!asked) return { start, therapistId };
  const therapist = (await listTherapists(tx)).find(({ slug }) => slug === asked.therapist);
  return therapist ? { start: asked.start, therapistId: therapist.id } : null;
}
