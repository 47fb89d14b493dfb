import { type Appointment, extraMinutesOf } from "#app/appointments/appointment.ts";
import { getOtherOfTwo } from "#app/appointments/appointments.db.server.ts";
import { isOpen } from "#app/appointments/booking/booking-hold.ts";
import { getHold } from "#app/appointments/booking/booking-holds.db.server.ts";
import { practiceRules, therapistFor } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { movedOffer } from "#app/appointments/booking/free-times/moved-offer.ts";
import { nearTimes, othersAt } from "#app/appointments/booking/free-times/near-times.server.ts";
import { refusalSentence } from "#app/appointments/booking/free-times/refusal-sentence.ts";
import { isOfBlockedClient } from "#app/appointments/clients/client-history.db.server.ts";
import { getChangeable, type Refused } from "#app/appointments/may-change.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { type FreeSlot, type Question, refusalOf } from "#app/availability/free-starts.ts";
import { priceOn } from "#app/catalogue/quote.ts";
import { bookableIn, type Offer, type Service } from "#app/catalogue/service.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, worksHere } from "#app/platform/permissions.ts";
import type { Practice } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { getContactLinks } from "#app/settings/contact-links.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

const MINUTE_MS = 60_000;

/** `start` is epoch ms. `therapist`: a slug; null means any, undefined the booked one. */
type Move = {
  appointmentId: string;
  start: number;
  therapist?: string | null;
  /** Another service, by its slug; undefined: the booked one. */
  service?: string;
  /** Another of the service's lengths; undefined: the booked one. */
  minutes?: number;
  /** What another service or length was shown to cost, in pence. */
  price?: number | null;
  /** With the one that was booked for a second person at the same time. */
  both?: boolean;
  /** The `sequence` that the client saw: an appointment changed since is not moved. */
  seen?: number;
};

type RescheduleOutcome =
  | { kind: "rescheduled"; appointment: Appointment; again: boolean }
  | { kind: "taken"; message: string; start: number; near: FreeSlot[]; others: Giver[]; zone: string }
  | { kind: "conflict"; appointment: Appointment }
  | { kind: "invalid"; message: string }
  | Refused;

type Taken = { kind: "taken"; offer: Offer; rules: BookingRules; moving: Appointment };

/** Moves an appointment; if the new time is taken, the old one stays as it was. */
export async function reschedule(app: AppContext, actor: Actor, move: Move): Promise<RescheduleOutcome> {
  const outcome = await schedule.retryOnConflict(app, async (tx, now) => {
    await lockForReading(tx, "offer");
    return moveWithin(tx, { actor, move, practice: await readPractice(app, tx), now });
  });
  if (outcome.kind !== "taken") return outcome;
  const { offer, rules, moving } = outcome;
  const { start } = move;
  const near = await nearTimes(app, { start, offer, rules, moving });
  const others = await othersAt(app, { start, offer, rules });
  return { kind: "taken", message: refusalSentence("taken", rules), start, near, others, zone: rules.zone };
}

async function moveWithin(
  tx: Tx,
  { actor, move, practice, now }: { actor: Actor; move: Move; practice: Practice; now: number },
): Promise<Exclude<RescheduleOutcome, { kind: "taken" }> | Taken | schedule.Conflict> {
  const { settings } = practice;
  const found = await getChangeable(tx, { actor, appointmentId: move.appointmentId, settings, now });
  if (found.kind !== "changeable") return found;
  const before = found.appointment;
  if (!worksHere(actor) && isOpen(await getHold(tx, before.id))) {
    return { kind: "invalid", message: "Select the link in the email first: it keeps the time that you have" };
  }
  if (!worksHere(actor) && (await isOfBlockedClient(tx, before.id))) {
    const { label } = getContactLinks(settings.business).phone;
    return { kind: "invalid", message: `This appointment can’t be moved online. Call${label && ` ${label}`}` };
  }
  const catalogue = bookableIn(practice, move.service ? { slug: move.service } : { id: before.serviceId });
  const offer = movedOffer(catalogue, { appointment: before, therapist: move.therapist, minutes: move.minutes });
  if (!offer) return { kind: "invalid", message: "You can’t move that treatment online now. Call" };
  const isSameService = offer.service.id === before.serviceId;
  if (!isSameService && !isExchangeable(offer.service, before)) {
    return { kind: "invalid", message: "You can’t change to that treatment online. Choose another" };
  }
  const isSame = isSameService && offer.length.minutes === before.minutes;
  if (
    isSame &&
    move.start === before.start &&
    offer.therapists.some((therapist) => therapist.id === before.therapistId)
  ) {
    return { kind: "rescheduled", appointment: before, again: true };
  }
  if (move.seen !== undefined && move.seen !== before.sequence) return { kind: "conflict", appointment: before };
  const rules = worksHere(actor) ? practiceRules(settings.bookingRules) : settings.bookingRules;
  const date = localDateOf(move.start, rules.zone);
  const other = move.both ? await getOtherOfTwo(tx, before) : null;
  if (other && !isSame)
    return { kind: "invalid", message: "Change the treatment or length of each appointment on its own page" };
  const range = { rules, from: date, to: date, now, except: other ? [before.id, other.id] : before.id, practice };
  const question = await getQuestion(tx, { offer, ...range });
  const refusal = refusalOf(question, move.start, null);
  if (refusal && refusal !== "taken") return { kind: "invalid", message: refusalSentence(refusal, rules) };
  const therapistId = refusal ? null : therapistFor(question, move.start);
  if (!therapistId) return { kind: "taken", offer, rules, moving: before };

  const pricePence = isSame ? before.pricePence : priceOn(offer.length, { therapistId, date });
  if (!isSame && move.price !== pricePence) {
    return { kind: "invalid", message: `That costs ${priceInFull(pricePence)}. Check the price, then save` };
  }
  const moved = movedTo(before, { start: move.start, therapistId, offer, pricePence });
  const pairs = [{ before, after: moved }];
  if (other) {
    const anyone = movedOffer(bookableIn(practice, { id: other.serviceId }), { appointment: other, therapist: null });
    const therapist = anyone && secondAt(await getQuestion(tx, { offer: anyone, ...range }), { moved, other });
    if (!therapist) return { kind: "invalid", message: ONLY_ONE_FREE };
    const { start } = move;
    const { pricePence } = other;
    pairs.push({ before: other, after: movedTo(other, { start, therapistId: therapist, offer: anyone, pricePence }) });
  }
  const outcome = await schedule.move(tx, pairs, {
    actor,
    from: worksHere(actor) ? "practice" : "online",
    settings,
    now,
  });
  if (outcome.kind === "conflict") return outcome;
  return { kind: "rescheduled", appointment: moved, again: false };
}

/** Whether an appointment may become one of this service: both at the practice. */
export function isExchangeable({ venue }: Pick<Service, "venue">, appointment: Pick<Appointment, "venue">): boolean {
  return venue === "practice" && appointment.venue.kind === "practice";
}

const ONLY_ONE_FREE = "Only one therapist is free then. Choose another time, or move one of the two";

/** For the second person their own therapist, or another who is free. */
function secondAt(question: Question, { moved, other }: { moved: Appointment; other: Appointment }): string | null {
  return therapistFor(question, moved.start, (free) => {
    const left = free.filter((id) => id !== moved.therapistId);
    return left.includes(other.therapistId) ? [other.therapistId] : left;
  });
}

type MovedTo = { start: number; therapistId: string; pricePence: number; offer: Offer };

function movedTo(
  before: Appointment,
  { start, therapistId, pricePence, offer: { service, length } }: MovedTo,
): Appointment {
  const { minutes } = length;
  const end = start + (minutes + extraMinutesOf(before)) * MINUTE_MS;
  return {
    ...before,
    ...(service.id !== before.serviceId && { serviceId: service.id, serviceTitle: service.title }),
    ...{ therapistId, minutes, pricePence },
    start,
    end,
    blockStart: start - service.bufferBefore * MINUTE_MS,
    blockEnd: end + service.bufferAfter * MINUTE_MS,
    sequence: before.sequence + 1,
  };
}
