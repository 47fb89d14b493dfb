import { type Appointment, type BookingSource, CONFIRMED, PENDING } from "#app/appointments/appointment.ts";
import { findOverlap, getByIdempotency } from "#app/appointments/appointments.db.server.ts";
import type { BookingField, BookingInput } from "#app/appointments/booking/booking.form.ts";
import { isOpen } from "#app/appointments/booking/booking-hold.ts";
import { getHold, holdSecretOf } from "#app/appointments/booking/booking-holds.db.server.ts";
import { getRequestByKey, insertRequest } from "#app/appointments/booking/booking-requests.db.server.ts";
import { therapistFor } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { nearTimes, othersAt } from "#app/appointments/booking/free-times/near-times.server.ts";
import { refusalSentence } from "#app/appointments/booking/free-times/refusal-sentence.ts";
import { holdOf, type Limit, limitBooking, warnOfBurst } from "#app/appointments/booking/limit-booking.server.ts";
import { venueFor, venueWith } from "#app/appointments/home-visit.form.ts";
import { byStranger, requestMessage } from "#app/appointments/notifications/appointment-message.ts";
import { manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import type { Venue } from "#app/appointments/venue.ts";
import { type FreeSlot, refusalOf } from "#app/availability/free-starts.ts";
import { cheapest, priceOn } from "#app/catalogue/quote.ts";
import { bookableIn, type Offer, resolveOffer } from "#app/catalogue/service.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import { clientFor, getProvenEmail, learnPhone } from "#app/clients/client-for-booking.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { type Idempotency, idempotencyOf } from "#app/platform/form-draft.server.ts";
import { hashOf, newId, newReference, newSecret } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, worksHere } from "#app/platform/permissions.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import type { Practice } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { canMailLeaveBy } from "#app/settings/can-mail-leave.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";
import type { PracticeMails } from "#app/settings/schemas/practice-mails.ts";

const MINUTE_MS = 60_000;
const LINK_HOURS = 24;

/** `again`: the key was used before, and this is the appointment that it booked. `holdUntil`: while its link is not pressed. */
export type Booked = {
  kind: "booked";
  appointment: Appointment;
  offer: Offer;
  zone: string;
  manageSecret: string;
  holdUntil: number | null;
  /** It waits for a payment, not for a link. */
  pays: boolean;
  /** What was chosen to pay with could not any more when its link was opened, so the rule counts. */
  paysOtherwise: boolean;
  again: boolean;
};

/** `pays`: what its client has read above the button. */
type Payable = {
  appointment: Appointment;
  offer: Offer;
  practice: Practice;
  actor: Actor;
  now: number;
  pays?: string | null;
};

/** `keeps`: a card is kept, and nothing is paid: `pence` is the most that may be charged to it later. */
type Prepayment = {
  pence: number;
  keeps?: "card";
  until: number | null;
  note: (clientId: string | null) => Promise<void>;
};

/**
 * What a booking pays before it stands, as a room above knows it: null for nothing. `note` writes down, once it is placed,
 * what was agreed and where it is paid. `until` null: it stands at once, as nobody can pay at the moment, or it is paid.
 * `unread`: what is to be read first, and nothing is booked.
 */
export type Prepay = (tx: Tx, booking: Payable) => Promise<Prepayment | { unread: string } | "by-phone" | null>;

export type BookOutcome =
  | Booked
  /** Nothing is booked or kept: the link in the email books it until then (epoch ms UTC), if the time is still free. */
  | { kind: "link-sent"; start: number; until: number; offer: Offer; zone: string }
  /** This person has an appointment then: nothing is booked before they chose. `manageSecret`: of the first one. */
  | { kind: "overlaps"; first: Appointment; manageSecret: string; zone: string }
  | { kind: "taken"; message: string; near: FreeSlot[]; others: Giver[]; offer: Offer; zone: string }
  /** It costs something else than what was shown: nothing is booked before the price was seen. `pays`: a part of it now. */
  | { kind: "repriced"; message: string; pays?: true }
  /** The key was used before for a different booking. */
  | { kind: "key-used" }
  | { kind: "invalid"; field: BookingField; message: string };

/**
 * `clientAddress`: the network address of an online booking. `own`: the secrets of manage links that this browser has.
 * `overlap`: they chose to have both. `pays`: what they have read above the button (`seenOf`).
 */
export type BookInput = {
  input: BookingInput;
  idempotencyKey: string | null;
  clientAddress?: string | null;
  source?: BookingSource;
  own?: readonly string[];
  overlap?: "both" | null;
  prepay?: Prepay;
  pays?: string | null;
};
type ResolvedBooking = Pick<BookInput, "input" | "clientAddress" | "own" | "overlap" | "prepay" | "pays"> & {
  kind: "offer";
  source: BookingSource;
  practice: Practice;
  offer: Offer;
  rules: BookingRules;
  practiceMails: PracticeMails;
  sendsMail: boolean;
  /** Where to call the practice. */
  phone: string;
  idempotency: Idempotency | null;
  actor: Actor;
  /** Its link was opened, so no limit counts it: the id and reference that the email named. */
  request?: Pick<Appointment, "id" | "reference">;
};

type Waiting = { kind: "waiting"; proposed: Appointment; limit: Limit; isProven: boolean };

/** Books in one transaction; the claims' primary key decides every race (decisions/0570). */
export async function book(
  app: AppContext,
  actor: Actor,
  { input, idempotencyKey, source = "website", ...options }: BookInput,
): Promise<BookOutcome> {
  const content = { ...input, email: input.email.toLowerCase() };
  const idempotency = idempotencyKey ? idempotencyOf(idempotencyKey, { scope: "booking", content }) : null;
  let lost = 0;
  const outcome = await schedule.retryOnConflict(app, async (tx) => {
    const booking = await resolveBooking(tx, app, { ...options, input, idempotency, actor, source });
    if (booking.kind === "invalid") return booking;
    const tried = await bookWithin(tx, { app, booking });
    // With any therapist allowed, a lost race for one leaves the others to try.
    const isLost = tried !== "taken" && tried.kind === "conflict" && ++lost > booking.offer.therapists.length;
    if (tried === "taken" || isLost) return schedule.rollBack(tx, { kind: "full" as const, booking });
    // Nothing of it is kept but the request that the link books.
    return tried.kind === "waiting" ? schedule.rollBack(tx, { ...tried, booking }) : tried;
  });
  if (outcome.kind === "full") return taken(app, outcome.booking);
  return outcome.kind === "waiting" ? sendLink(app, outcome.booking, outcome) : outcome;
}

const ASK_BEFORE = "Say whether you have been here before";

type UnresolvedBooking = Omit<
  ResolvedBooking,
  "kind" | "practice" | "offer" | "rules" | "practiceMails" | "sendsMail" | "phone"
>;

export async function resolveBooking(
  tx: Tx,
  app: AppContext,
  booking: UnresolvedBooking,
): Promise<ResolvedBooking | Extract<BookOutcome, { kind: "invalid" }>> {
  await lockForReading(tx, "offer");
  const practice = await readPractice(app, tx);
  const resolved = resolveOffer(bookableIn(practice, { slug: booking.input.service }), booking.input);
  if (resolved.kind === "not-found") return { kind: "invalid", field: resolved.field, message: resolved.message };
  // Another program may not know the question: what it books shows at the desk instead.
  if (booking.source === "website" && resolved.offer.service.firstExtra > 0 && !booking.input.before)
    return { kind: "invalid", field: "before", message: ASK_BEFORE };
  const { bookingRules: rules, practiceMails, mailServer, business } = practice.settings;
  const sendsMail = canMailLeaveBy(app, mailServer);
  return {
    ...booking,
    kind: "offer",
    practice,
    offer: resolved.offer,
    rules,
    practiceMails,
    sendsMail,
    phone: business.phone,
  };
}

const BY_PHONE = "No more bookings can be made online at the moment. Nothing is booked. Call";

export function byPhone(phone: string): string {
  return phone ? `${BY_PHONE} ${readablePhone(phone)}` : BY_PHONE;
}

/** Stores what was typed and mails the link that books it. The diary, clients and reports hear nothing of it. */
async function sendLink(app: AppContext, booking: ResolvedBooking, { proposed, limit, isProven }: Waiting) {
  const { input, source, idempotency, offer, rules, pays = null } = booking;
  const { zone } = rules;
  const { start } = input;
  return app.db.kysely.transaction().execute(async (tx): Promise<BookOutcome> => {
    const now = app.clock.now();
    const until = Math.min(now + LINK_HOURS * 60 * MINUTE_MS, start);
    const secretHash = hashOf(holdSecretOf(app, proposed.id));
    const request = { input, pays, appointment: proposed, source, idempotency, until };
    const isNew = await insertRequest(tx, request, { secretHash, now });
    if (!isNew) {
      const before = idempotency && (await getRequestByKey(tx, idempotency.key));
      if (before?.idempotency?.body !== idempotency?.body) return { kind: "key-used" };
      return { kind: "link-sent", start, until: before?.until ?? until, offer, zone };
    }
    const messages = [requestMessage(proposed.id)];
    await enqueue(tx, isProven ? messages : byStranger(messages), now);
    await warnOfBurst(tx, { burst: limit.burst, zone, now });
    return { kind: "link-sent", start, until, offer, zone };
  });
}

/** Books in the caller's transaction. `taken`: the time is not free any longer. */
export async function bookWithin(
  tx: Tx,
  { app, booking }: { app: AppContext; booking: ResolvedBooking },
): Promise<BookOutcome | Waiting | schedule.Conflict | "taken"> {
  const { input, offer, rules, idempotency, actor, clientAddress, request } = booking;
  const before = idempotency && (await getByIdempotency(tx, idempotency));
  if (before?.isSame) {
    const hold = await getHold(tx, before.appointment.id);
    const holdUntil = isOpen(hold) ? hold.until : null;
    const pays = isOpen(hold) && hold.pays > 0;
    return booked(app, booking, { appointment: before.appointment, holdUntil, pays, again: true });
  }
  if (before) return { kind: "key-used" };
  const place = venueFor(offer.service, input);
  if (place.kind === "invalid") return place;

  const now = app.clock.now();
  const date = localDateOf(input.start, rules.zone);
  const question = await getQuestion(tx, { offer, rules, from: date, to: date, now, practice: booking.practice });
  const refusal = refusalOf(question, input.start, null);
  if (refusal === "taken") return "taken";
  if (refusal) return { kind: "invalid", field: "start", message: refusalSentence(refusal, rules) };

  const first = await overlapOf(tx, booking);
  if (first) return { kind: "overlaps", first, manageSecret: manageSecretOf(app, first), zone: rules.zone };

  const among = (free: readonly string[]) => cheapest(offer.length, { therapistIds: free, date });
  const therapistId = therapistFor(question, input.start, among);
  if (!therapistId) return "taken";
  const pricePence = priceOn(offer.length, { therapistId, date });
  if (input.price !== undefined && input.price !== pricePence)
    return { kind: "repriced", message: repriced(pricePence) };
  const waits = rules.waitsForConfirmation && !worksHere(actor);
  const status = waits ? PENDING : CONFIRMED;
  const made = newAppointment(booking, { therapistId, status, rules, venue: place.venue });
  const proposed = { ...made, ...request };
  const { practice, prepay, pays: read } = booking;
  const paying = { appointment: proposed, offer, practice, actor, now };
  const chosen = (await prepay?.(tx, { ...paying, pays: read })) ?? null;
  const paysOtherwise = request !== undefined && chosen !== null && typeof chosen !== "string" && "unread" in chosen;
  const payment = paysOtherwise ? ((await prepay?.(tx, { ...paying, pays: null })) ?? null) : chosen;
  if (payment === "by-phone") return { kind: "invalid", field: "start", message: byPhone(booking.phone) };
  if (payment && "unread" in payment) return { kind: "repriced", message: payment.unread, pays: true };
  const until = payment?.until ?? null;
  // Whoever opened a mailed link reads it on the page on which they pay.
  if (payment && until !== null && !request && read !== seenOf(payment))
    return { kind: "repriced", message: toRead(payment), pays: true };
  const client = await clientFor(tx, { ...proposed, by: worksHere(actor) ? "practice" : "person" }, now);
  if (client.isBlocked && !worksHere(actor)) {
    return schedule.rollBack(tx, { kind: "invalid", field: "start", message: byPhone(booking.phone) });
  }
  const from = worksHere(actor) ? null : clientAddress;
  const pays = until !== null;
  const attempt = { app, rules, appointment: proposed, client, now, clientAddress: from, idempotency, pays };
  const limit = await limitBooking(tx, attempt);
  // It would wait for a link that no mail can bring: what was written goes back.
  if (limit.waitsFor !== null && !booking.sendsMail) {
    return schedule.rollBack(tx, { kind: "invalid", field: "start", message: byPhone(booking.phone) });
  }
  if (limit.waitsFor === "link") return { kind: "waiting", proposed, limit, isProven: client.isProven };
  await warnOfBurst(tx, { burst: limit.burst, zone: rules.zone, now });
  const hold =
    payment && until !== null
      ? payHold(payment.pence, until)
      : limit.waitsFor === "press"
        ? holdOf(app, proposed, now)
        : null;
  const appointment = hold ? { ...proposed, status: PENDING } : proposed;
  const draft = { ...appointment, ...newDraft(booking, { client, limit, from, now }), idempotency };
  const outcome = await schedule.place(tx, draft, {
    app,
    actor,
    from: "online",
    settings: { bookingRules: rules, practiceMails: booking.practiceMails },
    now,
    hold,
    isProven: client.isProven || request !== undefined,
    detail: { service: offer.service.slug },
    // Whoever pays is on the page for it: everyone hears of the booking once it is paid.
    ...(pays && { notify: "nobody", reminds: true }),
  });
  if (outcome.kind === "conflict") return outcome;
  await payment?.note(client.id);
  if (actor.kind === "client") await learnPhone(tx, { id: actor.userId, phone: input.phone });
  const holdUntil = hold?.until ?? null;
  return booked(app, booking, { appointment, holdUntil, pays, paysOtherwise, again: false });
}

type Resolved = {
  client: { id: string; differs: boolean; isProven: boolean };
  limit: Limit;
  /** The network address of a visitor. */
  from: string | null | undefined;
  now: number;
};

/** Whose a new appointment is, and what is known of who booked it. */
export function newDraft({ source }: Pick<ResolvedBooking, "source">, { client, limit, from, now }: Resolved) {
  return {
    clientId: client.id,
    detailsDiffer: client.differs,
    opensRecord: !from || client.isProven,
    isUnproven: limit.waitsFor === "press" || (Boolean(from) && !client.isProven),
    origin: limit.origin,
    source,
    createdAt: now,
  };
}

type Details = Pick<Appointment, "start" | "name" | "phone" | "email"> & {
  note?: string;
  before?: Appointment["beenBefore"];
};

export function newAppointment(
  { input, offer, actor }: { input: Details; offer: Offer; actor: Actor },
  placed: { therapistId: string; status: string; rules: BookingRules; venue?: Venue },
): Appointment {
  const { therapistId, status, rules, venue = venueWith(offer.service, null) } = placed;
  const { service, length, extra = 0 } = offer;
  const date = localDateOf(input.start, rules.zone);
  const end = input.start + (length.minutes + extra) * MINUTE_MS;
  return {
    id: newId(),
    reference: newReference(),
    referencePrefix: rules.referencePrefix,
    serviceId: service.id,
    serviceTitle: service.title,
    therapistId,
    minutes: length.minutes,
    pricePence: priceOn(length, { therapistId, date }),
    start: input.start,
    end,
    blockStart: input.start - service.bufferBefore * MINUTE_MS,
    blockEnd: end + service.bufferAfter * MINUTE_MS,
    status,
    name: input.name,
    phone: input.phone,
    email: input.email,
    userId: actor.kind === "client" ? actor.userId : null,
    practicalNote: input.note || null,
    beenBefore: service.firstExtra > 0 ? (input.before ?? null) : null,
    venue,
    sequence: 0,
    linkVersion: 1,
    series: null,
  };
}

/**
 * What overlaps of those that are this person's for certain: of their account, or of this browser. What they typed
 * finds nothing, or anyone could ask when someone else is treated (decisions/0001, row 74).
 */
export async function overlapOf(tx: Tx, { input, offer, actor, own = [], overlap, request }: ResolvedBooking) {
  if (overlap === "both" || request || worksHere(actor)) return null;
  const lasts = offer.length.minutes + (offer.extra ?? 0);
  const within = { start: input.start, end: input.start + lasts * MINUTE_MS };
  const ofBrowser = await findOverlap(tx, { manageHashes: own.map(hashOf) }, within);
  if (ofBrowser || actor.kind !== "client") return ofBrowser;
  const ofAccount = await findOverlap(tx, { userId: actor.userId }, within);
  if (ofAccount) return ofAccount;
  const email = await getProvenEmail(tx, actor.userId);
  return email ? findOverlap(tx, { email }, within) : null;
}

export function booked(
  app: AppContext,
  { offer, rules }: ResolvedBooking,
  made: Pick<Booked, "appointment" | "again"> & Partial<Booked>,
) {
  const manageSecret = manageSecretOf(app, made.appointment);
  return {
    holdUntil: null,
    pays: false,
    paysOtherwise: false,
    ...made,
    kind: "booked" as const,
    offer,
    zone: rules.zone,
    manageSecret,
  };
}

// Its secret is in no mail: only a payment confirms it.
export function payHold(pence: number, until: number) {
  return { secretHash: hashOf(newSecret()), until, pays: pence };
}

/** What the form of a booking sends back once its client has read what it pays, or that a card is kept. */
export function seenOf({ pence, keeps }: Pick<Prepayment, "pence" | "keeps">): string {
  return keeps ? `${keeps}:${pence}` : String(pence);
}

export function toRead({ pence, keeps }: Pick<Prepayment, "pence" | "keeps">): string {
  const what = keeps ? "Your card is kept" : `${priceInFull(pence)} of it is paid`;
  return `${what} when you book. Read what is above the button, then select it again`;
}

export function repriced(pricePence: number): string {
  return `That time costs ${priceInFull(pricePence)}. Check it, and confirm if you’re happy`;
}

/** The outcome of a lost race, with who else is free then, and the free times nearest to it. */
async function taken(app: AppContext, { input, offer, rules }: ResolvedBooking): Promise<BookOutcome> {
  const slot = { start: input.start, offer, rules };
  const [near, others] = await Promise.all([nearTimes(app, slot), othersAt(app, slot)]);
  return { kind: "taken", message: refusalSentence("taken", rules), near, others, offer, zone: rules.zone };
}
