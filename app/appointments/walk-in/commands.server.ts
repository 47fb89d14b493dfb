import { type Actor, actorName } from "#app/accounts/actor.ts";
import { mustBePractice } from "#app/appointments/abilities.ts";
import { type Appointment, CONFIRMED } from "#app/appointments/appointment.ts";
import { changing } from "#app/appointments/changes/commands.server.ts";
import { newAppointment } from "#app/appointments/commands.server.ts";
import { nearTimes } from "#app/appointments/free-times/commands.server.ts";
import { readQuestion } from "#app/appointments/free-times/store.server.ts";
import { LostRace } from "#app/appointments/lost-race.ts";
import { manageSecretOf } from "#app/appointments/manage/commands.server.ts";
import { reminderOf } from "#app/appointments/reminder.ts";
import { insertAppointment, insertClaims } from "#app/appointments/store.server.ts";
import { concernSentence, lookAtTime } from "#app/appointments/walk-in/concern.ts";
import type { PracticeField, PracticeWish } from "#app/appointments/walk-in/forms.ts";
import type { FreeSlot } from "#app/availability/free-starts.ts";
import { type Offer, resolveOffer } from "#app/catalogue/offer.ts";
import { listServices, listTherapists } from "#app/catalogue/store.server.ts";
import { clientFor } from "#app/clients/commands.server.ts";
import type { Due } from "#app/outbox/message.ts";
import { enqueue } from "#app/outbox/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { instantOf, localDateOf } from "#app/platform/zoned-time.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";
import { readSettings } from "#app/settings/store.server.ts";

export type WalkInOutcome =
  | { kind: "booked"; appointment: Appointment; zone: string }
  /** Unusual, and not said yet that it is wanted all the same. */
  | { kind: "warned"; messages: string[] }
  | { kind: "taken"; message: string; near: FreeSlot[]; zone: string }
  | { kind: "invalid"; field: PracticeField; message: string };

type Wanted = { actor: Actor; wish: PracticeWish; offer: Offer; start: number; rules: BookingRules };

/**
 * Books for somebody who rings or walks in. The practice may go outside its own notice and hours once it has seen
 * the warning; a time that is somebody else's is refused to it like to anybody.
 */
export async function bookForPractice(
  world: World,
  actor: Actor,
  { wish }: { wish: PracticeWish },
): Promise<WalkInOutcome> {
  mustBePractice(actor);
  const db = world.db.kysely;
  const [services, therapists, settings] = await Promise.all([
    listServices(db),
    listTherapists(db),
    readSettings(db, world.log),
  ]);
  const resolved = resolveOffer({ services, therapists }, wish);
  if (resolved.kind === "unknown") return { kind: "invalid", field: resolved.field, message: resolved.message };
  const rules = settings.bookingRules;
  const start = instantOf(wish.day, wish.time, rules.zone);
  const { offer } = resolved;
  const outcome = await changing(world, (tx, now) =>
    bookWithin(tx, { world, now, wanted: { actor, wish, offer, start, rules } }),
  );
  if (outcome !== "taken") return outcome;
  const near = await nearTimes(world, { start, offer, rules });
  return { kind: "taken", message: "That time is taken", near, zone: rules.zone };
}

async function bookWithin(
  tx: Tx,
  { world, now, wanted }: { world: World; now: number; wanted: Wanted },
): Promise<WalkInOutcome | "taken"> {
  const { actor, wish, offer, start, rules } = wanted;
  const date = localDateOf(start, rules.zone);
  const question = await readQuestion(tx, { offer, rules, from: date, to: date, now });
  const look = lookAtTime(question, start);
  if (look.kind === "taken") return "taken";
  if (look.kind === "off-grid") {
    return { kind: "invalid", field: "time", message: "Enter a time of whole five minutes, like 10:35" };
  }
  if (look.concerns.length > 0 && !wish.despite) {
    return { kind: "warned", messages: look.concerns.map((concern) => concernSentence(concern, rules)) };
  }
  const { name, phone, email } = wish;
  const appointment = newAppointment(
    { wish: { start, name, phone, email }, offer, actor },
    { therapistId: look.therapistId, status: CONFIRMED },
  );
  const manageHash = hashOf(manageSecretOf(world, appointment.id));
  const clientId = await clientFor(tx, { ...appointment, clientId: wish.client ?? null }, now);
  await insertAppointment(tx, { ...appointment, clientId, idempotencyKey: null, manageHash, createdAt: now });
  if (!(await insertClaims(tx, appointment))) throw new LostRace("the time was claimed a moment ago");
  const messages = messagesFor(appointment, { tell: wish.tell === "on", now, hours: rules.reminderHours });
  if (messages.length > 0) await enqueue(tx, messages, now);
  await writeAudit(tx, {
    at: now,
    actor: actorName(actor),
    action: "appointment.book",
    subject: { kind: "appointment", id: appointment.id },
    detail: { start, therapist: look.therapistId, service: offer.service.slug, despite: look.concerns.join(" ") },
  });
  return { kind: "booked", appointment, zone: rules.zone };
}

/** Whoever has no e-mail address gets none. The practice needs none: it has just typed it. */
function messagesFor(appointment: Appointment, told: { tell: boolean; now: number; hours: number }): Due[] {
  if (!appointment.email) return [];
  const data = { appointmentId: appointment.id };
  const confirmation: Due[] = told.tell ? [{ kind: "appointment-confirmed-client", data }] : [];
  return [...confirmation, ...reminderOf(appointment, told)];
}
