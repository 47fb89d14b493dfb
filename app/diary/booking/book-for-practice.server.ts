import { type Appointment, CONFIRMED, PENDING } from "#app/appointments/appointment.ts";
import { getByIdempotency } from "#app/appointments/appointments.db.server.ts";
import { newAppointment } from "#app/appointments/booking/book.server.ts";
import { practiceRules } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { nearTimes } from "#app/appointments/booking/free-times/near-times.server.ts";
import { setClient } from "#app/appointments/clients/contacts.db.server.ts";
import { type VisitInput, venueFor } from "#app/appointments/home-visit.form.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import type { FreeSlot } from "#app/availability/free-starts.ts";
import { priceOn } from "#app/catalogue/quote.ts";
import { bookableIn, type Offer, type OfferInput, resolveOffer } from "#app/catalogue/service.ts";
import type { Details } from "#app/clients/client.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { clientsWithin, writeBookedAt } from "#app/clients/clients.db.server.ts";
import { checkTime, type Warning, warningSentence } from "#app/diary/booking/check-time.ts";
import { warnOfFirst } from "#app/diary/booking/first-appointment.server.ts";
import { knownDetails } from "#app/diary/booking/known-details.server.ts";
import type { PracticeBookingInput, PracticeField } from "#app/diary/booking/practice-booking.form.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import type { Idempotency } from "#app/platform/form-draft.server.ts";
import { hashOf, newSecret } from "#app/platform/ids.server.ts";
import { type Actor, covers, requireScope, type Scope } from "#app/platform/permissions.ts";
import { readWallTime } from "#app/platform/wall-time.ts";
import type { PracticeFacts } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

export type PracticeBookingOutcome =
  /** `payment`: where it is paid next. `keptUntil`: its time is free again then, unless it is paid (epoch ms UTC). */
  | { kind: "booked"; appointment: Appointment; zone: string; payment: Taken | null; keptUntil: number | null }
  /** `pays`: the form asks how that is paid, or why it is not. */
  | { kind: "warned"; messages: string[]; pays?: Payable & { lacksReason: boolean; zone: string } }
  | { kind: "taken"; message: string; near: FreeSlot[]; zone: string }
  | { kind: "invalid"; field: PracticeField; message: string };

type BookingRequest = {
  actor: Actor;
  scope: Scope;
  input: Pick<PracticeBookingInput, "name" | "phone" | "email" | "client" | "first" | "tell" | "despite"> &
    Pick<PracticeBookingInput, "payment" | "waiver"> &
    VisitInput;
  offer: Offer;
  start: number;
  rules: BookingRules;
  imported: Idempotency | null;
  reminds: boolean;
  waitsForClient?: boolean;
  kept?: KeptTimes;
  prepay?: PracticePrepay;
  undoMs?: number;
};

/**
 * `linkUntil`: until then its time is kept for a link that is not paid; null: it begins too soon for one. Epoch ms UTC.
 * `keeps`: nothing is paid, and their card is kept: its owner leaves it on their own page, as they agree to something.
 */
type Payable = { pence: number; linkUntil: number | null; keeps?: "card" };
type Taken = { by: "link"; linkId: string } | { by: "now" };

/** What a rule has a client pay before their booking stands, as a room above knows it: null for nothing. */
export type PracticePrepay = (
  tx: Tx,
  booking: Pick<Appointment, "serviceId" | "therapistId" | "pricePence" | "start"> & {
    clientId: string | null;
    now: number;
  },
) => Promise<
  | (Payable & {
      /** Makes the link at which it is paid, and mails it. Returns its id. */
      link: (placed: Placed & { isMailed: boolean }) => Promise<string>;
      waive: (placed: Placed & { reason: string }) => Promise<void>;
    })
  | null
>;
type Placed = { appointment: Appointment; clientId: string | null; actor: Actor };

type Block = { therapistIds: readonly string[]; start: number; end: number };

/** Times that another room keeps without an appointment, and how to end that when the practice books them anyway. */
export type KeptTimes = {
  list: (tx: Tx, block: Block) => Promise<{ id: string; therapistId: string; sentence: string }[]>;
  end: (tx: Tx, ids: readonly string[], now: number) => Promise<void>;
};

const MINUTE_MS = 60_000;
const OFF_GRID = "Enter a time of whole five minutes, like 10:35";

/** `undoMs`: how long messages about it wait, so that it can be undone unseen. */
type Booking = { input: PracticeBookingInput; kept?: KeptTimes; prepay?: PracticePrepay; undoMs?: number };

/**
 * Books for a client who rings or comes in. After a warning, the practice may book outside its notice and hours, but
 * never a time that is taken.
 */
export async function bookForPractice(
  app: AppContext,
  actor: Actor,
  { input, kept, prepay, undoMs }: Booking,
): Promise<PracticeBookingOutcome> {
  const scope = requireScope(actor, "change", "appointments");
  const outcome = await schedule.retryOnConflict(app, async (tx, now) => {
    await lockForReading(tx, "offer");
    const practice = await readPractice(app, tx);
    const before = input.first ? "no" : "yes";
    const resolved = resolveOffer(bookableIn(practice, { slug: input.service }), { ...input, before });
    if (resolved.kind === "not-found") return { ...resolved, kind: "invalid" as const };
    const therapists = resolved.offer.therapists.filter(({ id }) => covers(scope, id));
    if (therapists.length === 0) {
      return { kind: "invalid" as const, field: "therapist" as const, message: "Choose a service you offer" };
    }
    const rules = practice.settings.bookingRules;
    const at = readWallTime({ day: input.day, minute: input.time, which: input.which }, rules.zone);
    if (at.kind === "invalid") return at;
    const { start } = at;
    const offer = { ...resolved.offer, therapists };
    const request = { actor, scope, input, offer, start, rules, imported: null, reminds: true, kept, prepay, undoMs };
    const booked = await bookWithin(tx, { app, now, request });
    return booked === "taken" ? { kind: "taken" as const, request } : booked;
  });
  if (!("request" in outcome)) return outcome;
  const { start, offer, rules } = outcome.request;
  const near = await nearTimes(app, { start, offer, rules: practiceRules(rules) });
  return { kind: "taken", message: "That time is taken", near, zone: rules.zone };
}

/** An appointment from another system. `clientId`: the record that it belongs to, if one is known. */
export type ImportedBooking = OfferInput & {
  start: number;
  name: string | null;
  phone: string | null;
  email: string | null;
  clientId: string | null;
  /** Whether its reminder is sent, as of any booking. */
  reminds: boolean;
  /** Several clients may be meant: its time is kept, and it belongs to none until one is chosen. */
  waitsForClient: boolean;
  /** The same appointment has the same key however often it is imported. */
  imported: Idempotency;
};

type ImportedOutcome =
  | schedule.Conflict
  | { kind: "booked"; id: string; clientId: string | null }
  | { kind: "repeated" }
  | { kind: "refused"; message: string };

/** A time that an earlier row of the same file takes. */
export type TakenTime = { therapistId: string; start: number; end: number };

type Decided =
  | { kind: "repeated" }
  | { kind: "refused"; message: string }
  | { kind: "free"; offer: Offer; rules: BookingRules; therapistId: string; warnings: Warning[]; taken: TakenTime };

type ToDecide = { booking: Omit<ImportedBooking, "reminds">; now: number; earlier?: readonly TakenTime[] };

/**
 * What becomes of an imported booking, without writing anything: the import does as this says, and its preview shows
 * it. `earlier`: the times that rows before it would take.
 */
export async function decideImported(
  db: Queries,
  { app, ...toDecide }: ToDecide & { app: AppContext },
): Promise<Decided> {
  return decide(db, await readPractice(app), toDecide);
}

async function decide(
  db: Queries,
  practice: PracticeFacts,
  { booking, now, earlier = [] }: ToDecide,
): Promise<Decided> {
  if (await getByIdempotency(db, booking.imported)) return { kind: "repeated" };
  const resolved = resolveOffer(bookableIn(practice, { slug: booking.service }), booking);
  if (resolved.kind === "not-found") return { kind: "refused", message: resolved.message };
  const { offer } = resolved;
  const rules = practice.settings.bookingRules;
  const look = await checkOffer(db, { offer, start: booking.start, rules, now, earlier });
  if (look.kind === "taken") return { kind: "refused", message: "That time is taken" };
  if (look.kind === "off-grid") return { kind: "refused", message: OFF_GRID };
  const { start } = booking;
  const { bufferBefore, bufferAfter } = offer.service;
  const taken = {
    therapistId: look.therapistId,
    start: start - bufferBefore * MINUTE_MS,
    end: start + (offer.length.minutes + bufferAfter) * MINUTE_MS,
  };
  return { kind: "free", offer, rules, therapistId: look.therapistId, warnings: look.warnings, taken };
}

type LookingFor = {
  offer: Offer;
  start: number;
  rules: BookingRules;
  now: number;
  earlier?: readonly TakenTime[];
  except?: readonly string[];
};

async function checkOffer(db: Queries, { offer, start, rules, now, earlier = [], except }: LookingFor) {
  const date = localDateOf(start, rules.zone);
  const question = await getQuestion(db, { offer, rules, from: date, to: date, now, except });
  const therapists = question.therapists.map((therapist) => ({
    ...therapist,
    busy: [...therapist.busy, ...earlier.filter(({ therapistId }) => therapistId === therapist.id)],
  }));
  return checkTime({ ...question, therapists }, start);
}

/** Books what was agreed elsewhere, also outside hours, in a transaction that begins with this. Tells nobody. */
export async function bookImported(
  tx: Tx,
  { app, actor, booking, now }: { app: AppContext; actor: Actor; booking: ImportedBooking; now: number },
): Promise<ImportedOutcome> {
  const scope = requireScope(actor, "change", "appointments");
  await lockForReading(tx, "offer");
  const decided = await decide(tx, await readPractice(app, tx), { booking, now });
  if (decided.kind !== "free") return decided;
  const { offer, rules } = decided;
  const { name, phone, email, clientId } = booking;
  const input = { name, phone, email, client: clientId ?? undefined, tell: undefined, despite: "on" as const };
  const request = { ...booking, actor, scope, input, offer, rules };
  const outcome = await writeBooking(tx, { app, now, request, look: decided });
  if (outcome.kind === "conflict") return outcome;
  return { kind: "booked", id: outcome.appointment.id, clientId: outcome.client };
}

type Given = { id: string; start: number; client: Details & { id: string }; reminds: boolean };

/** Gives an imported appointment that belongs to nobody its client. False if it has one by now. */
export async function giveClient(
  tx: Tx,
  { app, given, now }: { app: AppContext; given: Given; now: number },
): Promise<boolean> {
  const { id, start, client, reminds } = given;
  if (!(await setClient(tx, id, { client, now }))) return false;
  await writeBookedAt(tx, client.id, now);
  if (client.email && reminds) {
    const { reminderHours: hours } = (await readPractice(app, tx)).settings.bookingRules;
    await schedule.remind(tx, { id, start }, { now, hours });
  }
  return true;
}

async function bookWithin(
  tx: Tx,
  { app, now, request }: { app: AppContext; now: number; request: BookingRequest },
): Promise<PracticeBookingOutcome | schedule.Conflict | "taken"> {
  const { scope, input, rules } = request;
  const { look, over } = await checkOverKept(tx, { now, request });
  if (look.kind === "taken") return "taken";
  if (look.kind === "off-grid") return { kind: "invalid", field: "time", message: OFF_GRID };
  const place = venueFor(request.offer.service, input);
  if (place.kind === "invalid") return place;
  const payment = await paymentFor(tx, { now, request, therapistId: look.therapistId });
  const lacksReason = input.payment === "waive" && !input.waiver;
  const isTooSoon = input.payment === "link" && payment?.linkUntil === null;
  const isNowhere = payment?.keeps && input.payment === "now";
  const isUndecided = payment !== null && (!input.payment || lacksReason || isTooSoon || isNowhere);
  if (!input.despite || isUndecided) {
    const extra = request.offer.service.firstExtra;
    const messages = [
      ...look.warnings.map(warningSentence),
      ...over.map(({ sentence }) => sentence),
      ...(await warnOfFirst(tx, { input, extra, start: request.start, scope })),
      ...(await knownDetails(tx, input, scope)),
    ];
    const { pence, linkUntil, keeps }: Payable = payment ?? { pence: 0, linkUntil: null };
    const pays = { pence, linkUntil, ...(keeps && { keeps }), lacksReason, zone: rules.zone };
    if (isUndecided || messages.length > 0) return { kind: "warned", messages, ...(payment && { pays }) };
  }
  const ended = over.map(({ id }) => id);
  if (ended.length > 0) await request.kept?.end(tx, ended, now);
  const isByLink = payment !== null && input.payment === "link";
  const hold = isByLink ? { pence: payment.pence, until: payment.linkUntil ?? request.start } : null;
  const outcome = await writeBooking(tx, { app, now, request, look, venue: place.venue, hold });
  if (outcome.kind === "conflict") return outcome;
  const { appointment, client: clientId } = outcome;
  const placed = { appointment, clientId, actor: request.actor };
  const booked = { kind: "booked" as const, appointment, zone: rules.zone, keptUntil: hold?.until ?? null };
  if (!payment || !input.payment) return { ...booked, payment: null };
  if (input.payment === "now") return { ...booked, payment: { by: "now" } };
  if (isByLink) {
    const linkId = await payment.link({ ...placed, isMailed: input.tell === "on" });
    return { ...booked, payment: { by: "link", linkId } };
  }
  await payment.waive({ ...placed, reason: input.waiver ?? "" });
  return { ...booked, payment: null };
}

/** What a rule has this client pay first. Whose details were only typed is new to the rule. */
async function paymentFor(
  tx: Tx,
  { now, request, therapistId }: { now: number; request: BookingRequest; therapistId: string },
) {
  const { input, offer, rules, scope, start, prepay } = request;
  if (!prepay) return null;
  const [client] = input.client ? await clientsWithin(tx, [input.client], scope) : [];
  const pricePence = priceOn(offer.length, { therapistId, date: localDateOf(start, rules.zone) });
  return prepay(tx, { serviceId: offer.service.id, therapistId, pricePence, start, clientId: client?.id ?? null, now });
}

/** What is only kept for someone can be booked: `over` says for whom. */
async function checkOverKept(tx: Tx, { now, request }: { now: number; request: BookingRequest }) {
  const look = await checkOffer(tx, { ...request, now });
  if (look.kind !== "taken" || !request.kept) return { look, over: [] };
  const { offer, start } = request;
  const { bufferBefore, bufferAfter } = offer.service;
  const kept = await request.kept.list(tx, {
    therapistIds: offer.therapists.map(({ id }) => id),
    start: start - bufferBefore * MINUTE_MS,
    end: start + (offer.length.minutes + (offer.extra ?? 0) + bufferAfter) * MINUTE_MS,
  });
  if (kept.length === 0) return { look, over: [] };
  const again = await checkOffer(tx, { ...request, now, except: kept.map(({ id }) => id) });
  const over = again.kind === "free" ? kept.filter(({ therapistId }) => therapistId === again.therapistId) : [];
  return { look: again, over };
}

type Writing = {
  app: AppContext;
  now: number;
  request: BookingRequest;
  look: { therapistId: string; warnings: Warning[] };
  /** What was agreed elsewhere comes without an address: the practice asks for it. */
  venue?: Appointment["venue"];
  hold?: { pence: number; until: number } | null;
};

async function writeBooking(
  tx: Tx,
  { app, now, request, look, venue, hold = null }: Writing,
): Promise<{ kind: "booked"; appointment: Appointment; client: string | null } | schedule.Conflict> {
  const { actor, scope, input, offer, start, rules, imported, waitsForClient = false } = request;
  const { name, phone, email } = input;
  // Whoever booked it has decided.
  const before = imported ? undefined : ("settled" as const);
  const appointment = newAppointment(
    { input: { start, name, phone, email, before }, offer, actor },
    { therapistId: look.therapistId, status: hold ? PENDING : CONFIRMED, rules, venue },
  );
  const source: "import" | "practice" = imported ? "import" : "practice";
  const [chosen = null] = input.client ? await clientsWithin(tx, [input.client], scope) : [];
  // Whoever may not see every record may not overwrite one by typing its address.
  const by = scope === "all" || chosen ? source : "person";
  const found = waitsForClient
    ? { id: null, differs: false, isNew: false }
    : await clientFor(tx, { ...appointment, by, clientId: chosen?.id ?? null }, now);
  // Nor gain a client by it: the record opens once they have attended, or someone who sees every record confirms it.
  const opensRecord = by !== "person" || found.isNew;
  const draft = {
    ...appointment,
    clientId: found.id,
    detailsDiffer: found.differs,
    opensRecord,
    idempotency: imported,
    source,
    createdAt: now,
  };
  const outcome = await schedule.place(tx, draft, {
    app,
    actor,
    from: source,
    settings: { bookingRules: rules },
    now,
    reminds: request.reminds,
    undoMs: request.undoMs,
    // An import tells nobody: it may hold a year.
    ...(source === "practice" && { notify: input.tell === "on" ? "everyone" : "team" }),
    // Everyone hears of it once it is paid.
    ...(hold && { notify: "nobody", hold: { secretHash: hashOf(newSecret()), until: hold.until, pays: hold.pence } }),
    detail: {
      service: offer.service.slug,
      despite: look.warnings.join(" "),
      ...(!opensRecord && { match: "unconfirmed" }),
    },
  });
  return outcome.kind === "conflict" ? outcome : { kind: "booked", appointment, client: found.id };
}
