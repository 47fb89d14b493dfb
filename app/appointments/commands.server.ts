import { type Actor, actorName } from "#app/accounts/actor.ts";
import { isPractice } from "#app/appointments/abilities.ts";
import { type Appointment, CONFIRMED, PENDING } from "#app/appointments/appointment.ts";
import { therapistFor } from "#app/appointments/assignment.ts";
import type { BookingField, BookingWish } from "#app/appointments/forms.ts";
import { nearTimes } from "#app/appointments/free-times/commands.server.ts";
import { readQuestion } from "#app/appointments/free-times/store.server.ts";
import { LostRace } from "#app/appointments/lost-race.ts";
import { manageSecretOf } from "#app/appointments/manage/commands.server.ts";
import { refusalSentence } from "#app/appointments/refusal-sentence.ts";
import { reminderOf } from "#app/appointments/reminder.ts";
import { findByIdempotencyKey, insertAppointment, insertClaims } from "#app/appointments/store.server.ts";
import type { FreeSlot } from "#app/availability/free-starts.ts";
import { refusalOf } from "#app/availability/refusal.ts";
import { type Offer, resolveOffer } from "#app/catalogue/offer.ts";
import { listServices, listTherapists } from "#app/catalogue/store.server.ts";
import { clientFor } from "#app/clients/commands.server.ts";
import { enqueue } from "#app/outbox/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { hashOf, newId, newReference } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";
import { readSettings } from "#app/settings/store.server.ts";

const MINUTE_MS = 60_000;

export type BookOutcome =
  /** `again`: the same key was used before, and this is what it booked. */
  | { kind: "booked"; appointment: Appointment; offer: Offer; zone: string; manageSecret: string; again: boolean }
  | { kind: "taken"; message: string; near: FreeSlot[]; offer: Offer; zone: string }
  | { kind: "invalid"; field: BookingField; message: string };

type Wanted = { wish: BookingWish; offer: Offer; rules: BookingRules; key: string | null; actor: Actor };

/**
 * Books an appointment: the appointment, its claims, its mails and its audit line, or nothing at all.
 * The claims' primary key has the last word on who was first, on either engine and from any number of processes.
 */
export async function book(
  world: World,
  actor: Actor,
  { wish, idempotencyKey }: { wish: BookingWish; idempotencyKey: string | null },
): Promise<BookOutcome> {
  const db = world.db.kysely;
  const [services, therapists, settings] = await Promise.all([
    listServices(db),
    listTherapists(db),
    readSettings(db, world.log),
  ]);
  const resolved = resolveOffer({ services, therapists }, wish);
  if (resolved.kind === "unknown") return { kind: "invalid", field: resolved.field, message: resolved.message };
  const wanted: Wanted = {
    wish,
    offer: resolved.offer,
    rules: settings.bookingRules,
    // A key counts for one person: somebody else's guess of it must not show them this booking.
    key: idempotencyKey ? hashOf(`${wish.email.toLowerCase()}\n${idempotencyKey}`) : null,
    actor,
  };
  // With 'anyone', a lost race for one therapist leaves the others to try.
  for (let attempt = 0; attempt <= wanted.offer.therapists.length; attempt++) {
    const outcome = await attemptBooking(world, wanted);
    if (outcome !== "lost") return outcome;
  }
  return taken(world, wanted);
}

async function attemptBooking(world: World, wanted: Wanted): Promise<BookOutcome | "lost"> {
  try {
    const outcome = await world.db.kysely.transaction().execute((tx) => bookWithin(tx, { world, wanted }));
    return outcome === "taken" ? await taken(world, wanted) : outcome;
  } catch (error) {
    if (error instanceof LostRace) return "lost";
    throw error;
  }
}

async function bookWithin(tx: Tx, { world, wanted }: { world: World; wanted: Wanted }): Promise<BookOutcome | "taken"> {
  const { wish, offer, rules, key, actor } = wanted;
  const before = key ? await findByIdempotencyKey(tx, key) : null;
  if (before) return booked(world, wanted, { appointment: before, again: true });

  const now = world.clock.now();
  const date = localDateOf(wish.start, rules.zone);
  const question = await readQuestion(tx, { offer, rules, from: date, to: date, now });
  const refusal = refusalOf(question, wish.start, null);
  if (refusal === "taken") return "taken";
  if (refusal) return { kind: "invalid", field: "start", message: refusalSentence(refusal, rules) };

  const therapistId = therapistFor(question, wish.start);
  if (!therapistId) return "taken";
  const waits = rules.waitsForConfirmation && !isPractice(actor);
  const appointment = newAppointment(wanted, { therapistId, status: waits ? PENDING : CONFIRMED });
  const manageHash = hashOf(manageSecretOf(world, appointment.id));
  const clientId = await clientFor(tx, appointment, now);
  if (!(await insertAppointment(tx, { ...appointment, clientId, idempotencyKey: key, manageHash, createdAt: now }))) {
    throw new LostRace("the same key was booked a moment ago");
  }
  if (!(await insertClaims(tx, appointment))) throw new LostRace("the time was claimed a moment ago");
  await enqueue(
    tx,
    [
      {
        kind: waits ? "appointment-pending-client" : "appointment-confirmed-client",
        data: { appointmentId: appointment.id },
      },
      { kind: "appointment-confirmed-practice", data: { appointmentId: appointment.id } },
      ...reminderOf(appointment, { now, hours: rules.reminderHours }),
    ],
    now,
  );
  await writeAudit(tx, {
    at: now,
    actor: actorName(actor),
    action: "appointment.book",
    subject: { kind: "appointment", id: appointment.id },
    detail: { start: appointment.start, therapist: therapistId, service: offer.service.slug },
  });
  return booked(world, wanted, { appointment, again: false });
}

type Wish = { start: number; name: string | null; phone: string | null; email: string | null };

/** What a wish becomes, at the price and with the buffers of today. */
export function newAppointment(
  { wish, offer, actor }: { wish: Wish; offer: Offer; actor: Actor },
  { therapistId, status }: { therapistId: string; status: string },
): Appointment {
  const { service, length } = offer;
  const end = wish.start + length.minutes * MINUTE_MS;
  return {
    id: newId(),
    reference: newReference(),
    serviceId: service.id,
    serviceTitle: service.title,
    therapistId,
    minutes: length.minutes,
    pricePence: length.pricePence,
    start: wish.start,
    end,
    blockStart: wish.start - service.bufferBefore * MINUTE_MS,
    blockEnd: end + service.bufferAfter * MINUTE_MS,
    status,
    name: wish.name,
    phone: wish.phone,
    email: wish.email,
    userId: actor.kind === "client" ? actor.userId : null,
    sequence: 0,
  };
}

function booked(
  world: World,
  wanted: Wanted,
  { appointment, again }: { appointment: Appointment; again: boolean },
): BookOutcome {
  const manageSecret = manageSecretOf(world, appointment.id);
  return { kind: "booked", appointment, offer: wanted.offer, zone: wanted.rules.zone, manageSecret, again };
}

/** The plain answer to a lost race, with the free times nearest to the one that was wished for. */
async function taken(world: World, { wish, offer, rules }: Wanted): Promise<BookOutcome> {
  const near = await nearTimes(world, { start: wish.start, offer, rules });
  return { kind: "taken", message: refusalSentence("taken", rules), near, offer, zone: rules.zone };
}
