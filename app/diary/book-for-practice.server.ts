import { type Appointment, CONFIRMED } from "#app/appointments/appointment.ts";
import { appointmentMessage } from "#app/appointments/appointment-message.ts";
import { insertAppointment } from "#app/appointments/appointments.db.server.ts";
import { changeAppointment, LostRace } from "#app/appointments/change-appointment.server.ts";
import { insertClaims } from "#app/appointments/claims.db.server.ts";
import { manageSecretOf } from "#app/appointments/manage-link.server.ts";
import { reminderOf } from "#app/appointments/reminder.ts";
import type { FreeSlot } from "#app/availability/free-starts.ts";
import { newAppointment } from "#app/booking/book.server.ts";
import { getQuestion } from "#app/booking/free-times.db.server.ts";
import { nearTimes } from "#app/booking/near-times.server.ts";
import { practiceRules } from "#app/booking/practice-rules.ts";
import { getBookable } from "#app/catalogue/bookable-service.db.server.ts";
import { type Offer, resolveOffer } from "#app/catalogue/offer.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { concernSentence, lookAtTime } from "#app/diary/concern.ts";
import { knownDetails } from "#app/diary/known-details.server.ts";
import type { PracticeBookingInput, PracticeField } from "#app/diary/practice-booking.form.ts";
import type { Due } from "#app/outbox/message.ts";
import { enqueue } from "#app/outbox/outbox.db.server.ts";
import { type Actor, actorName, requireAdmin } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { instantOf, localDateOf } from "#app/platform/zoned-time.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

export type PracticeBookingOutcome =
  | { kind: "booked"; appointment: Appointment; zone: string }
  | { kind: "warned"; messages: string[] }
  | { kind: "taken"; message: string; near: FreeSlot[]; zone: string }
  | { kind: "invalid"; field: PracticeField; message: string };

type Wanted = { actor: Actor; input: PracticeBookingInput; offer: Offer; start: number; rules: BookingRules };

/**
 * Books for a client who rings or comes in. After a warning, the practice may book outside its notice and hours, but
 * never a time that is taken.
 */
export async function bookForPractice(
  app: AppContext,
  actor: Actor,
  { input }: { input: PracticeBookingInput },
): Promise<PracticeBookingOutcome> {
  requireAdmin(actor);
  const outcome = await changeAppointment(app, async (tx, now) => {
    await lockForReading(tx, "offer");
    const resolved = resolveOffer(await getBookable(tx, { slug: input.service }), input);
    if (resolved.kind === "unknown") return { ...resolved, kind: "invalid" as const };
    const rules = await getSetting(tx, app.log, "bookingRules");
    const wanted = { actor, input, offer: resolved.offer, start: instantOf(input.day, input.time, rules.zone), rules };
    const booked = await bookWithin(tx, { app, now, wanted });
    return booked === "taken" ? { kind: "full" as const, wanted } : booked;
  });
  if (outcome.kind !== "full") return outcome;
  const { start, offer, rules } = outcome.wanted;
  const near = await nearTimes(app, { start, offer, rules: practiceRules(rules) });
  return { kind: "taken", message: "That time is taken", near, zone: rules.zone };
}

async function bookWithin(
  tx: Tx,
  { app, now, wanted }: { app: AppContext; now: number; wanted: Wanted },
): Promise<PracticeBookingOutcome | "taken"> {
  const { actor, input, offer, start, rules } = wanted;
  const date = localDateOf(start, rules.zone);
  const question = await getQuestion(tx, { offer, rules, from: date, to: date, now });
  const look = lookAtTime(question, start);
  if (look.kind === "taken") return "taken";
  if (look.kind === "off-grid") {
    return { kind: "invalid", field: "time", message: "Enter a time of whole five minutes, like 10:35" };
  }
  if (!input.despite) {
    const messages = [...look.concerns.map(concernSentence), ...(await knownDetails(tx, input))];
    if (messages.length > 0) return { kind: "warned", messages };
  }
  const { name, phone, email } = input;
  const appointment = newAppointment(
    { input: { start, name, phone, email }, offer, actor },
    { therapistId: look.therapistId, status: CONFIRMED, rules },
  );
  const manageHash = hashOf(manageSecretOf(app, appointment));
  const booker = { ...appointment, by: "practice", clientId: input.client ?? null } as const;
  const { id: clientId } = await clientFor(tx, booker, now);
  const source = "practice" as const;
  const stored = { clientId, detailsDiffer: false, idempotency: null, manageHash, source, createdAt: now };
  await insertAppointment(tx, { ...appointment, ...stored });
  if (!(await insertClaims(tx, appointment))) throw new LostRace("the time was claimed a moment ago");
  const messages = messagesFor(appointment, { tell: input.tell === "on", now, hours: rules.reminderHours });
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

/** No mail for a client without an address, and none for the practice, which has just made the booking. */
function messagesFor(appointment: Appointment, told: { tell: boolean; now: number; hours: number }): Due[] {
  if (!appointment.email) return [];
  const data = { appointmentId: appointment.id };
  const confirmation: Due[] = told.tell ? [appointmentMessage("appointment-confirmed-client", data)] : [];
  return [...confirmation, ...reminderOf(appointment, told)];
}
