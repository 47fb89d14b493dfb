import type { Actor } from "#app/accounts/actor.ts";
import { isPractice } from "#app/appointments/abilities.ts";
import type { Appointment } from "#app/appointments/appointment.ts";
import { therapistFor } from "#app/appointments/assignment.ts";
import { auditChange, changing, findChangeable, type Refused } from "#app/appointments/changes/commands.server.ts";
import { movedOffer } from "#app/appointments/changes/reschedule/moved-offer.ts";
import { moveClaims, saveChange } from "#app/appointments/changes/store.server.ts";
import { nearTimes } from "#app/appointments/free-times/commands.server.ts";
import { readQuestion } from "#app/appointments/free-times/store.server.ts";
import { LostRace } from "#app/appointments/lost-race.ts";
import { refusalSentence } from "#app/appointments/refusal-sentence.ts";
import { reminderMessage, reminderOf } from "#app/appointments/reminder.ts";
import type { FreeSlot } from "#app/availability/free-starts.ts";
import { refusalOf } from "#app/availability/refusal.ts";
import type { Offer } from "#app/catalogue/offer.ts";
import type { Service } from "#app/catalogue/service.ts";
import { listServices, listTherapists } from "#app/catalogue/store.server.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { Due } from "#app/outbox/message.ts";
import { enqueue, withdraw } from "#app/outbox/store.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import type { Settings } from "#app/settings/settings.ts";
import { readSettings } from "#app/settings/store.server.ts";

const MINUTE_MS = 60_000;

/** `start` is epoch ms. `therapist`: a slug; null is anyone; left out keeps whoever it is booked with. */
export type Move = { appointmentId: string; start: number; therapist?: string | null };

export type RescheduleOutcome =
  | { kind: "rescheduled"; appointment: Appointment; again: boolean }
  | { kind: "taken"; message: string; near: FreeSlot[]; zone: string }
  | { kind: "invalid"; message: string }
  | Refused;

type Practice = { services: Service[]; therapists: Therapist[]; settings: Settings };
type TakenBy = { kind: "taken-by"; offer: Offer };

/**
 * Moves an appointment to another free time, in one transaction: the new time is claimed, then the old one is
 * let go. Whoever loses the race for the new time keeps the old one.
 */
export async function reschedule(world: World, actor: Actor, move: Move): Promise<RescheduleOutcome> {
  const db = world.db.kysely;
  const [services, therapists, settings] = await Promise.all([
    listServices(db),
    listTherapists(db),
    readSettings(db, world.log),
  ]);
  const practice = { services, therapists, settings };
  const outcome = await changing(world, (tx, now) => moveWithin(tx, { actor, move, practice, now }));
  if (outcome.kind !== "taken-by") return outcome;
  const rules = settings.bookingRules;
  const near = await nearTimes(world, {
    ...{ start: move.start, offer: outcome.offer, rules },
    except: move.appointmentId,
  });
  return { kind: "taken", message: refusalSentence("taken", rules), near, zone: rules.zone };
}

async function moveWithin(
  tx: Tx,
  { actor, move, practice, now }: { actor: Actor; move: Move; practice: Practice; now: number },
): Promise<RescheduleOutcome | TakenBy> {
  const { settings } = practice;
  const found = await findChangeable(tx, { actor, appointmentId: move.appointmentId, settings, now });
  if (found.kind !== "changeable") return found;
  const before = found.appointment;
  const offer = movedOffer(practice, { appointment: before, therapist: move.therapist });
  if (!offer) return { kind: "invalid", message: "That treatment can't be moved online any more. Please ring us" };
  if (move.start === before.start && offer.therapists.some((therapist) => therapist.id === before.therapistId)) {
    return { kind: "rescheduled", appointment: before, again: true };
  }
  // The practice may move an appointment at the last minute.
  const rules = isPractice(actor) ? { ...settings.bookingRules, notice: 0 } : settings.bookingRules;
  const date = localDateOf(move.start, rules.zone);
  const question = await readQuestion(tx, { offer, rules, from: date, to: date, now, except: before.id });
  const refusal = refusalOf(question, move.start, null);
  if (refusal && refusal !== "taken") return { kind: "invalid", message: refusalSentence(refusal, rules) };
  const therapistId = refusal ? null : therapistFor(question, move.start);
  if (!therapistId) return { kind: "taken-by", offer };

  const moved = movedTo(before, { start: move.start, therapistId, service: offer.service });
  if (!(await saveChange(tx, moved, now))) throw new LostRace("changed a moment ago");
  if (!(await moveClaims(tx, moved))) throw new LostRace("the time was claimed a moment ago");
  const data = { appointmentId: before.id, was: before.start };
  const messages: Due[] = [{ kind: "appointment-rescheduled-client", data }];
  if (!isPractice(actor)) messages.push({ kind: "appointment-rescheduled-practice", data });
  await withdraw(tx, reminderMessage(before));
  await enqueue(tx, [...messages, ...reminderOf(moved, { now, hours: rules.reminderHours })], now);
  await auditChange(tx, { actor, action: "appointment.reschedule", appointment: moved, now });
  return { kind: "rescheduled", appointment: moved, again: false };
}

function movedTo(
  before: Appointment,
  { start, therapistId, service }: { start: number; therapistId: string; service: Service },
): Appointment {
  const end = start + before.minutes * MINUTE_MS;
  return {
    ...before,
    ...{ therapistId, start, end },
    blockStart: start - service.bufferBefore * MINUTE_MS,
    blockEnd: end + service.bufferAfter * MINUTE_MS,
    sequence: before.sequence + 1,
  };
}
