import { type Appointment, CONFIRMED, shownStatus } from "#app/appointments/appointment.ts";
import {
  deleteCancellation,
  getCancellation,
  saveReinstated,
} from "#app/appointments/appointment-changes.db.server.ts";
import { getAppointmentContact } from "#app/appointments/appointment-contacts.db.server.ts";
import { appointmentMessage, appointmentSubject } from "#app/appointments/appointment-message.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { auditChange, changeAppointment, LostRace } from "#app/appointments/change-appointment.server.ts";
import { insertClaims } from "#app/appointments/claims.db.server.ts";
import { takeFromHeld } from "#app/appointments/held-series.server.ts";
import { reminderOf } from "#app/appointments/reminder.ts";
import { mailsToOthers } from "#app/appointments/tell-of-change.server.ts";
import { movedFrom } from "#app/appointments/told-change.ts";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import { concernSentence } from "#app/diary/concern.ts";
import { lookAtPlace } from "#app/diary/move-appointment.server.ts";
import { type NearestPlace, nearestPlaces } from "#app/diary/nearest-places.server.ts";
import type { OfferedPlace } from "#app/diary/offered-place.form.ts";
import type { Due } from "#app/outbox/message.ts";
import { enqueue, withdrawUntried } from "#app/outbox/outbox.db.server.ts";
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
  const outcome = await changeAppointment(app, async (tx, now) => {
    await lockForReading(tx, "offer");
    return reinstateWithin(tx, { actor, input, settings: await listSettings(tx, app.log), now });
  });
  if (outcome.kind !== "taken") return outcome;
  return { ...outcome, near: await nearestPlaces(app, actor, { appointment: outcome.appointment }) };
}

type Within = { actor: Actor; input: Input; settings: Settings; now: number };

async function reinstateWithin(tx: Tx, { actor, input, settings, now }: Within): Promise<Outcome> {
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
  const after = { ...placed(before, place), status, sequence: before.sequence + 1 };
  const look = await lookAtPlace(tx, { moved: after, settings, now });
  if (look.kind !== "free") return { kind: "taken", appointment: before };
  // That a visit has passed is no news: its record comes back.
  const concerns = look.concerns.filter((concern) => concern !== "past");
  const messages = concerns.map((concern) => concernSentence(concern));
  if (messages.length > 0 && !input.despite) return { kind: "warned", messages, appointment: before };
  if (!(await saveReinstated(tx, after, now))) throw new LostRace("changed a moment ago");
  // Another try then finds the time taken.
  if (!(await insertClaims(tx, after))) throw new LostRace("the time was claimed a moment ago");
  await deleteCancellation(tx, appointmentId);
  const isTold = await tellOf(tx, { before, after }, { actor, settings, now });
  await auditChange(tx, { actor, action: "appointment.reinstate", appointment: after, now });
  return { kind: "reinstated", appointment: after, isTold };
}

type Place = { start: number; therapistId: string };

async function placeOf(tx: Tx, { start, therapistId }: Appointment, asked: Input["place"]): Promise<Place | null> {
  if (!asked) return { start, therapistId };
  const therapist = (await listTherapists(tx)).find(({ slug }) => slug === asked.therapist);
  return therapist ? { start: asked.start, therapistId: therapist.id } : null;
}

function placed(before: Appointment, place: Place): Appointment {
  const by = place.start - before.start;
  return {
    ...before,
    therapistId: place.therapistId,
    start: place.start,
    end: before.end + by,
    blockStart: before.blockStart + by,
    blockEnd: before.blockEnd + by,
  };
}

async function tellOf(
  tx: Tx,
  { before, after }: { before: Appointment; after: Appointment },
  { actor, settings, now }: Omit<Within, "input">,
): Promise<boolean> {
  const { id } = after;
  const subject = appointmentSubject(id);
  const alone = await withdrawUntried(tx, { kind: "appointment-cancelled-client", subject });
  const together = await takeFromHeld(tx, "series-cancelled-client", before);
  const isAhead = after.end > now;
  const change = { how: "reinstated" as const, before, after };
  const { zone, reminderHours: hours } = settings.bookingRules;
  const messages: Due[] = await mailsToOthers(tx, change, { actor, zone, practice: null, now });
  if (isAhead && after.email) messages.push(...reminderOf(after, { now, hours }));
  const isMoved = before.start !== after.start || before.therapistId !== after.therapistId;
  const isTold = alone.length === 0 && !together && isAhead && after.email !== null;
  if (isTold) messages.push(appointmentMessage("appointment-reinstated-client", { appointmentId: id }));
  else if (isMoved && after.email) {
    messages.push(appointmentMessage("appointment-rescheduled-client", movedFrom(id, before)));
  }
  if (messages.length > 0) await enqueue(tx, messages, now);
  return isTold;
}
