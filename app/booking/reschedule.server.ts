import type { Appointment } from "#app/appointments/appointment.ts";
import { saveChange } from "#app/appointments/appointment-changes.db.server.ts";
import { appointmentMessage, byStranger } from "#app/appointments/appointment-message.ts";
import { therapistFor } from "#app/appointments/assign-therapist.ts";
import { isOpen } from "#app/appointments/booking-hold.ts";
import { getHold } from "#app/appointments/booking-holds.db.server.ts";
import {
  auditChange,
  changeAppointment,
  getChangeable,
  LostRace,
  type Refused,
} from "#app/appointments/change-appointment.server.ts";
import { moveClaims } from "#app/appointments/claims.db.server.ts";
import { movedOffer } from "#app/appointments/moved-offer.ts";
import { reminderMessage, reminderOf } from "#app/appointments/reminder.ts";
import { mailsToOthers } from "#app/appointments/tell-of-change.server.ts";
import { movedFrom } from "#app/appointments/told-change.ts";
import type { FreeSlot } from "#app/availability/free-starts.ts";
import { refusalOf } from "#app/availability/refusal.ts";
import { getQuestion } from "#app/booking/free-times.db.server.ts";
import { nearTimes, othersAt } from "#app/booking/near-times.server.ts";
import { practiceRules } from "#app/booking/practice-rules.ts";
import { refusalSentence } from "#app/booking/refusal-sentence.ts";
import { getBookable } from "#app/catalogue/bookable-service.db.server.ts";
import type { Offer } from "#app/catalogue/offer.ts";
import type { BookableService } from "#app/catalogue/service.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import type { Due } from "#app/outbox/message.ts";
import { enqueue, withdraw } from "#app/outbox/outbox.db.server.ts";
import { type Actor, worksHere } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import type { Settings } from "#app/settings/settings.ts";

const MINUTE_MS = 60_000;

/** `start` is epoch ms. `therapist`: a slug; null means any, undefined the booked one. */
type Move = {
  appointmentId: string;
  start: number;
  therapist?: string | null;
  /** The `sequence` that the client saw: an appointment changed since is not moved. */
  seen?: number;
};

type RescheduleOutcome =
  | { kind: "rescheduled"; appointment: Appointment; again: boolean }
  | { kind: "taken"; message: string; start: number; near: FreeSlot[]; others: Giver[]; zone: string }
  | { kind: "stale"; appointment: Appointment }
  | { kind: "invalid"; message: string }
  | Refused;

type TakenBy = { kind: "taken-by"; offer: Offer; rules: BookingRules; moving: Appointment };

/**
 * Moves an appointment in one transaction: claims the new time, then releases the old one. A lost race leaves the old
 * time as it was.
 */
export async function reschedule(app: AppContext, actor: Actor, move: Move): Promise<RescheduleOutcome> {
  const outcome = await changeAppointment(app, async (tx, now) => {
    await lockForReading(tx, "offer");
    return moveWithin(tx, { actor, move, settings: await listSettings(tx, app.log), now });
  });
  if (outcome.kind !== "taken-by") return outcome;
  const { offer, rules, moving } = outcome;
  const { start } = move;
  const near = await nearTimes(app, { start, offer, rules, moving });
  const others = await othersAt(app, { start, offer, rules });
  return { kind: "taken", message: refusalSentence("taken", rules), start, near, others, zone: rules.zone };
}

async function moveWithin(
  tx: Tx,
  { actor, move, settings, now }: { actor: Actor; move: Move; settings: Settings; now: number },
): Promise<RescheduleOutcome | TakenBy> {
  const found = await getChangeable(tx, { actor, appointmentId: move.appointmentId, settings, now });
  if (found.kind !== "changeable") return found;
  const before = found.appointment;
  if (!worksHere(actor) && isOpen(await getHold(tx, before.id))) {
    return { kind: "invalid", message: "Press the link in our mail first: it keeps the time that you have" };
  }
  const offer = movedOffer(await getBookable(tx, { id: before.serviceId }), {
    appointment: before,
    therapist: move.therapist,
  });
  if (!offer) return { kind: "invalid", message: "That treatment can’t be moved online any more. Please ring us" };
  if (move.start === before.start && offer.therapists.some((therapist) => therapist.id === before.therapistId)) {
    return { kind: "rescheduled", appointment: before, again: true };
  }
  if (move.seen !== undefined && move.seen !== before.sequence) return { kind: "stale", appointment: before };
  const rules = worksHere(actor) ? practiceRules(settings.bookingRules) : settings.bookingRules;
  const date = localDateOf(move.start, rules.zone);
  const question = await getQuestion(tx, { offer, rules, from: date, to: date, now, except: before.id });
  const refusal = refusalOf(question, move.start, null);
  if (refusal && refusal !== "taken") return { kind: "invalid", message: refusalSentence(refusal, rules) };
  const therapistId = refusal ? null : therapistFor(question, move.start);
  if (!therapistId) return { kind: "taken-by", offer, rules, moving: before };

  const moved = movedTo(before, { start: move.start, therapistId, service: offer.service });
  if (!(await saveChange(tx, moved, now))) throw new LostRace("changed a moment ago");
  if (!(await moveClaims(tx, moved))) throw new LostRace("the time was claimed a moment ago");
  const data = movedFrom(before.id, before);
  const change = { how: "changed" as const, before, after: moved };
  const practice = worksHere(actor) ? null : settings.practiceMails;
  const others = await mailsToOthers(tx, change, { actor, zone: rules.zone, practice, now });
  const messages: Due[] = [appointmentMessage("appointment-rescheduled-client", data), ...others];
  await withdraw(tx, reminderMessage(before));
  const all = [...messages, ...reminderOf(moved, { now, hours: rules.reminderHours })];
  await enqueue(tx, worksHere(actor) ? all : byStranger(all), now);
  await auditChange(tx, { actor, action: "appointment.reschedule", appointment: moved, now });
  return { kind: "rescheduled", appointment: moved, again: false };
}

function movedTo(
  before: Appointment,
  { start, therapistId, service }: { start: number; therapistId: string; service: BookableService },
): Appointment {
  const end = start + before.minutes * MINUTE_MS;
  return {
    ...before,
    therapistId,
    start,
    end,
    blockStart: start - service.bufferBefore * MINUTE_MS,
    blockEnd: end + service.bufferAfter * MINUTE_MS,
    sequence: before.sequence + 1,
  };
}
