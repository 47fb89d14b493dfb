import { type Appointment, CONFIRMED, PENDING } from "#app/appointments/appointment.ts";
import { getByIdempotency } from "#app/appointments/appointments.db.server.ts";
import {
  type BookInput,
  type BookOutcome,
  booked,
  byPhone,
  newAppointment,
  newDraft,
  overlapOf,
  repriced,
  resolveBooking,
} from "#app/appointments/booking/book.server.ts";
import { therapistFor } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { refusalSentence } from "#app/appointments/booking/free-times/refusal-sentence.ts";
import { type Limit, limitBooking, warnOfBurst } from "#app/appointments/booking/limit-booking.server.ts";
import { venueFor } from "#app/appointments/home-visit.form.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import type { Venue } from "#app/appointments/venue.ts";
import { type Question, type Refusal, refusalOf } from "#app/availability/free-starts.ts";
import { overlaps } from "#app/availability/interval.ts";
import { cheapest } from "#app/catalogue/quote.ts";
import { bookableIn, type Offer, resolveOffer } from "#app/catalogue/service.ts";
import { clientFor, learnPhone } from "#app/clients/client-for-booking.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { HOME, localDateOf, localeMoment } from "#app/platform/date-time.ts";
import { type Idempotency, idempotencyOf } from "#app/platform/form-draft.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, worksHere } from "#app/platform/permissions.ts";

type Prepared = Extract<Awaited<ReturnType<typeof resolveBooking>>, { kind: "offer" }>;

/** Two people at one time, or one person at other starts (epoch ms), too. `locale`: in which a refused time is named. */
export type Several = { people: 2 } | { also: readonly number[]; locale?: string };

/** `refused`: one of the times went, and the sentence names it. */
export type SeveralOutcome = BookOutcome | { kind: "refused"; message: string };

/**
 * Books up to four appointments in one person's name: all or none. It answers with the first one. `price`: of all of
 * them together (decisions/0570).
 */
export async function bookSeveral(
  app: AppContext,
  actor: Actor,
  { input, several, idempotencyKey, source = "website", ...given }: Omit<BookInput, "overlap"> & { several: Several },
): Promise<SeveralOutcome> {
  const which = "people" in several ? several : { also: [...several.also].sort() };
  const content = { ...input, email: input.email.toLowerCase(), ...which };
  const idempotency = idempotencyKey ? idempotencyOf(idempotencyKey, { scope: "booking", content }) : null;
  return schedule.retryOnConflict(app, async (tx) => {
    const request = await resolveBooking(tx, app, { ...given, input, idempotency, actor, source });
    return request.kind === "invalid" ? request : placeAll(tx, { app, request, several, idempotency });
  });
}

type Placing = { app: AppContext; request: Prepared; several: Several; idempotency: Idempotency | null };

async function placeAll(
  tx: Tx,
  { app, request, several, idempotency }: Placing,
): Promise<SeveralOutcome | schedule.Conflict> {
  const { input, offer, rules, actor, practice } = request;
  const before = idempotency && (await getByIdempotency(tx, idempotency));
  if (before?.isSame) return booked(app, request, { appointment: before.appointment, again: true });
  if (before) return { kind: "key-used" };
  const place = venueFor(offer.service, input);
  if (place.kind === "invalid") return place;
  if ("people" in several && offer.service.venue === "client") return refused(NOT_AT_HOME);

  const now = app.clock.now();
  const made = await assign(tx, { request, several, venue: place.venue, now });
  if ("kind" in made) return made;
  const [first] = made;
  if (!first) throw new Error("Nothing to book");
  const pricePence = made.reduce((sum, each) => sum + each.pricePence, 0);
  if (input.price !== undefined && input.price !== pricePence)
    return { kind: "repriced", message: repriced(pricePence) };
  const notes: ((clientId: string | null) => Promise<void>)[] = [];
  for (const appointment of made) {
    const payment = (await request.prepay?.(tx, { appointment, offer, practice, actor, now })) ?? null;
    if (payment === "by-phone") return refused(byPhone(request.phone));
    if (payment && "unread" in payment) return { kind: "repriced", message: payment.unread };
    if (payment && payment.until !== null) return refused(ONE_BY_ONE);
    if (payment) notes.push(payment.note);
  }

  const client = await clientFor(tx, { ...first, by: worksHere(actor) ? "practice" : "person" }, now);
  if (client.isBlocked && !worksHere(actor)) return schedule.rollBack(tx, refused(byPhone(request.phone)));
  const from = worksHere(actor) ? null : request.clientAddress;
  const counted = { app, rules, client, now, clientAddress: from, idempotency };
  let limit: Limit | null = null;
  // Each of its days has a share of its own.
  for (const [, [appointment]] of Map.groupBy(made, ({ start }) => localDateOf(start, rules.zone))) {
    if (!appointment) continue;
    const others = made.filter((each) => each !== appointment);
    limit = await limitBooking(tx, { ...counted, appointment, others });
    // A mailed link confirms one booking alone.
    if (limit.waitsFor !== null) return schedule.rollBack(tx, refused(ONE_BY_ONE));
  }
  if (!limit) throw new Error("Nothing to count");
  await warnOfBurst(tx, { burst: limit.burst, zone: rules.zone, now });
  const drafted = newDraft(request, { client, limit, from, now });
  // The first one's key stands for all.
  const drafts = made.map((each) => ({ ...each, ...drafted, idempotency: each === first ? idempotency : null }));
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
  for (const note of notes) await note(client.id);
  if (actor.kind === "client") await learnPhone(tx, { id: actor.userId, phone: input.phone });
  return booked(app, request, { appointment: first, again: false });
}

const NOT_AT_HOME = "Two at the same time can’t be booked at home. Call";
const ONE_BY_ONE = "These can’t be booked together online just now. Book one after the other, or call";
const OVERLAP = "Two of these times overlap. Remove one of them";

function refused(message: string) {
  return { kind: "invalid" as const, field: "start" as const, message };
}

type Assigning = { request: Prepared; several: Several; venue: Venue; now: number };

/** Gives each start to a therapist, one after the other: what one of them takes, the next can’t have. */
async function assign(
  tx: Tx,
  { request, several, venue, now }: Assigning,
): Promise<SeveralOutcome | readonly Appointment[]> {
  const { input, offer, rules, actor, practice } = request;
  const anyone = resolveOffer(bookableIn(practice, { slug: input.service }), { ...input, therapist: null });
  if (anyone.kind === "not-found") return { kind: "invalid", field: anyone.field, message: anyone.message };
  const isForTwo = "people" in several;
  const status = rules.waitsForConfirmation && !worksHere(actor) ? PENDING : CONFIRMED;
  const seriesId = newId();
  const starts = isForTwo ? [input.start, input.start] : [input.start, ...several.also].sort();
  const questions = new Map<string, Question>();
  const made: Appointment[] = [];
  for (const [nth, start] of starts.entries()) {
    const date = localDateOf(start, rules.zone);
    const range = { rules, from: date, to: date, now, practice };
    const question = questions.get(date) ?? (await getQuestion(tx, { offer: anyone.offer, ...range }));
    // The second person has whoever else is free.
    const givers = (isForTwo && nth > 0 ? anyone.offer : offer).therapists.map(({ id }) => id);
    const [only = null] = givers.length === 1 ? givers : [];
    const refusal = refusalOf(question, start, only);
    const among = (free: readonly string[]) => leastOf(offer, { among: free, givers, date });
    const therapistId = refusal ? null : therapistFor(question, start, among);
    if (!therapistId) return unavailable(request, { several, start, refusal: refusal ?? "taken" });
    const placed = { ...(isForTwo || nth === 0 ? request : afterTheFirst(request)), actor };
    const appointment = newAppointment(
      { ...placed, input: { ...placed.input, start } },
      { therapistId, status, rules, venue },
    );
    if (!isForTwo) {
      if (made.some((other) => overlaps(other, appointment))) return refused(OVERLAP);
      if (await overlapOf(tx, { ...request, input: { ...input, start } }))
        return refused(`${named(start, { several, rules })}: you already have an appointment then`);
    }
    made.push({ ...appointment, series: { id: seriesId, position: nth + 1, total: starts.length } });
    questions.set(date, taking(question, appointment));
  }
  return made;
}

function leastOf(
  { length }: Offer,
  { among, givers, date }: { among: readonly string[]; givers: readonly string[]; date: string },
): string[] {
  const therapistIds = among.filter((id) => givers.includes(id));
  return therapistIds.length > 0 ? cheapest(length, { therapistIds, date }) : [];
}

/** Only a first appointment takes longer. */
function afterTheFirst(request: Prepared): Pick<Prepared, "input" | "offer"> {
  const { input, offer } = request;
  return { offer: { ...offer, extra: 0 }, input: { ...input, ...(input.before && { before: "yes" }) } };
}

function taking(question: Question, { therapistId, blockStart: start, blockEnd: end }: Appointment): Question {
  const therapists = question.therapists.map((each) =>
    each.id === therapistId ? { ...each, busy: [...each.busy, { start, end }] } : each,
  );
  return { ...question, therapists };
}

type Unavailable = { several: Several; start: number; refusal: Refusal };

/** Of several starts, the sentence says which one went. */
function unavailable(
  { offer, rules }: Pick<Prepared, "offer" | "rules">,
  { several, start, refusal }: Unavailable,
): SeveralOutcome {
  const sentence = refusalSentence(refusal, rules);
  if ("people" in several) {
    if (refusal !== "taken") return refused(sentence);
    return { kind: "taken", message: sentence, near: [], others: [], offer, zone: rules.zone };
  }
  const message = `${named(start, { several, rules })}: ${sentence}. Nothing is booked yet`;
  return refusal === "taken" ? { kind: "refused", message } : refused(message);
}

function named(start: number, { several, rules }: { several: Several; rules: Prepared["rules"] }): string {
  return localeMoment(start, rules.zone, ("locale" in several && several.locale) || HOME);
}
