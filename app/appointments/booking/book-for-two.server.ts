import { type Appointment, CONFIRMED, PENDING } from "#app/appointments/appointment.ts";
import { getByIdempotency } from "#app/appointments/appointments.db.server.ts";
import {
  type BookInput,
  type BookOutcome,
  booked,
  byPhone,
  newAppointment,
  newDraft,
  repriced,
  resolveBooking,
} from "#app/appointments/booking/book.server.ts";
import { therapistFor } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { refusalSentence } from "#app/appointments/booking/free-times/refusal-sentence.ts";
import { limitBooking, warnOfBurst } from "#app/appointments/booking/limit-booking.server.ts";
import { venueFor } from "#app/appointments/home-visit.form.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import type { Question } from "#app/availability/free-starts.ts";
import { refusalOf } from "#app/availability/refusal.ts";
import { type Offer, resolveOffer } from "#app/catalogue/offer.ts";
import { cheapest } from "#app/catalogue/quote.ts";
import { clientFor, learnPhone } from "#app/clients/client-for-booking.server.ts";
import { type Actor, worksHere } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { type Idempotency, idempotencyOf } from "#app/platform/form-draft.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { bookableIn } from "#app/practice/practice.ts";

type Prepared = Extract<Awaited<ReturnType<typeof resolveBooking>>, { kind: "offer" }>;

const PEOPLE = 2;

/**
 * Books two appointments at one time with two therapists, in one person's name: both or neither. It answers with the first
 * one. `price`: of both together (decisions/0570).
 */
export async function bookForTwo(
  app: AppContext,
  actor: Actor,
  { input, idempotencyKey, source = "website", ...given }: Omit<BookInput, "overlap">,
): Promise<BookOutcome> {
  const content = { ...input, email: input.email.toLowerCase(), people: PEOPLE };
  const idempotency = idempotencyKey ? idempotencyOf(idempotencyKey, { scope: "booking", content }) : null;
  return schedule.retryOnConflict(app, async (tx) => {
    const request = await resolveBooking(tx, app, { ...given, input, idempotency, actor, source });
    return request.kind === "invalid" ? request : placeBoth(tx, { app, request, idempotency });
  });
}

type Placing = { app: AppContext; request: Prepared; idempotency: Idempotency | null };

async function placeBoth(tx: Tx, { app, request, idempotency }: Placing): Promise<BookOutcome | schedule.Conflict> {
  const { input, offer, rules, actor, practice } = request;
  const before = idempotency && (await getByIdempotency(tx, idempotency));
  if (before?.isSame) return booked(app, request, { appointment: before.appointment, again: true });
  if (before) return { kind: "key-used" };
  const place = venueFor(offer.service, input);
  if (place.kind === "invalid") return place;
  if (offer.service.venue === "client") return refused(NOT_AT_HOME);

  const now = app.clock.now();
  const { start } = input;
  const date = localDateOf(start, rules.zone);
  const resolved = resolveOffer(bookableIn(practice, { slug: input.service }), { ...input, therapist: null });
  if (resolved.kind === "not-found") return { kind: "invalid", field: resolved.field, message: resolved.message };
  const question = await getQuestion(tx, { offer: resolved.offer, rules, from: date, to: date, now, practice });
  const refusal = refusalOf(question, start, null);
  if (refusal && refusal !== "taken") return refused(refusalSentence(refusal, rules));
  const therapistIds = refusal ? null : pickTwo(question, start, offer);
  if (!therapistIds) {
    const message = refusalSentence("taken", rules);
    return { kind: "taken", message, near: [], others: [], offer, zone: rules.zone };
  }

  const waits = rules.waitsForConfirmation && !worksHere(actor);
  const status = waits ? PENDING : CONFIRMED;
  const seriesId = newId();
  const made = therapistIds.map(
    (therapistId, place): Appointment => ({
      ...newAppointment(request, { therapistId, status, rules }),
      series: { id: seriesId, position: place + 1, total: PEOPLE },
    }),
  );
  const [first] = made;
  if (!first) throw new Error("Nothing to book");
  const pricePence = made.reduce((sum, each) => sum + each.pricePence, 0);
  if (input.price !== undefined && input.price !== pricePence)
    return { kind: "repriced", message: repriced(pricePence) };
  for (const appointment of made)
    if (await request.prepay?.(tx, { appointment, offer, practice, actor, now })) return refused(ONE_BY_ONE);

  const client = await clientFor(tx, { ...first, by: worksHere(actor) ? "practice" : "person" }, now);
  if (client.isBlocked && !worksHere(actor)) return schedule.rollBack(tx, refused(byPhone(request.phone)));
  const from = worksHere(actor) ? null : request.clientAddress;
  const counted = { app, rules, appointment: first, client, now, clientAddress: from, idempotency, count: PEOPLE };
  const limit = await limitBooking(tx, counted);
  // A mailed link confirms one booking alone.
  if (limit.waitsFor !== null) return schedule.rollBack(tx, refused(ONE_BY_ONE));
  await warnOfBurst(tx, { burst: limit.burst, zone: rules.zone, now });
  const drafts = made.map((appointment) => ({
    ...appointment,
    ...newDraft(request, { client, limit, from, now }),
    // The first one's key stands for both.
    idempotency: appointment === first ? idempotency : null,
  }));
  const outcome = await schedule.place(tx, drafts, {
    app,
    actor,
    from: "online",
    settings: { bookingRules: rules, practiceMails: request.practiceMails },
    now,
    isProven: client.isProven,
    detail: { service: offer.service.slug },
  });
  if (outcome.kind === "conflict") return outcome;
  if (actor.kind === "client") await learnPhone(tx, { id: actor.userId, phone: input.phone });
  return booked(app, request, { appointment: first, again: false });
}

const NOT_AT_HOME = "Two at the same time can’t be booked at home. Please call";
const ONE_BY_ONE = "Two can’t be booked at once here just now. Please book one after the other, or call";

function refused(message: string) {
  return { kind: "invalid" as const, field: "start" as const, message };
}

/** Whoever was chosen, or else those who cost least: two of them. Null when fewer are free. */
function pickTwo(question: Question, start: number, { therapists, length }: Offer): [string, string] | null {
  const chosen = therapists.map(({ id }) => id);
  const least = (ids: readonly string[]) =>
    ids.length > 0 ? cheapest(length, { therapistIds: ids, date: question.from }) : [];
  const first = therapistFor(question, start, (free) => least(free.filter((id) => chosen.includes(id))));
  const second = first && therapistFor(question, start, (free) => least(free.filter((id) => id !== first)));
  return first && second ? [first, second] : null;
}
