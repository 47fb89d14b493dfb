import {
  type Appointment,
  CONFIRMED,
  extraMinutesOf,
  movedTo,
  PENDING,
  viewStatus,
} from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import {
  byPhone,
  newAppointment,
  type Prepay,
  payHold,
  seenOf,
  toRead,
} from "#app/appointments/booking/book.server.ts";
import { isUnpaid } from "#app/appointments/booking/booking-hold.ts";
import { getHold } from "#app/appointments/booking/booking-holds.db.server.ts";
import { nearTimes } from "#app/appointments/booking/free-times/near-times.server.ts";
import { changeWindow, tooLateSentence } from "#app/appointments/change-window.ts";
import { manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import type { FreeSlot } from "#app/availability/free-starts.ts";
import { overlaps } from "#app/availability/interval.ts";
import { priceOn } from "#app/catalogue/quote.ts";
import type { Offer } from "#app/catalogue/service.ts";
import { lockClient } from "#app/clients/clients.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { localDateOf, shortMoment } from "#app/platform/date-time.ts";
import { type Actor, may } from "#app/platform/permissions.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import type { Practice } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import {
  getEntry,
  getOfferBySecret,
  offerSecretOf,
  saveEntry,
  waitSecretOf,
} from "#app/waiting-list/entries.db.server.ts";
import { note } from "#app/waiting-list/join.server.ts";
import {
  askNext,
  endOffer,
  type Gap,
  type Gone,
  listOffersIn,
  lockGap,
  offerOf,
  setNext,
  whyGone,
} from "#app/waiting-list/rounds.server.ts";
import { type Entry, isLive, type WaitingOffer } from "#app/waiting-list/waiting.ts";

/** Why a time is no longer theirs: nobody answered in time, they said no, or it has gone otherwise. */
export type Loss = Gone | "lapsed" | "declined";

/** Everything that the offer's page shows. Looking changes nothing. */
export type OfferView = {
  state: "held" | "open" | "taken" | "lost";
  /** Only of `lost`. */
  loss: Loss | null;
  /** What happened, in a sentence; empty while it can be taken. */
  sentence: string;
  entry: Entry;
  start: number;
  end: number;
  therapist: string;
  therapistId: string;
  service: string;
  pricePence: number;
  /** Of `held`: when it goes to the next person. Of `open`: the last moment to take it. */
  until: number;
  /** When the hold began, for the ring. */
  since: number;
  /** What is given up, while it still stands; `isTooLate`: only by phone; `moves`: it is moved here, as the same treatment. */
  swap: { appointment: Appointment; isTooLate: boolean; moves: boolean } | null;
  /** Of `taken`: the manage link of what was booked. */
  manageSecret: string | null;
  /** Of `taken`: the appointment that waits for its payment, or was let go without it. */
  unpaidId: string | null;
  /** Opens everything that they wait for. */
  waitToken: string;
  /** Of `lost`: what is free near it. */
  near: FreeSlot[];
  zone: string;
  now: number;
};

/** Null: no such link, or the list is off. */
export async function offerFor(app: AppContext, token: string): Promise<OfferView | null> {
  const practice = await readPractice(app);
  if (!practice.settings.waitingList.on) return null;
  const db = app.db.kysely;
  const offer = await getOfferBySecret(db, token);
  const entry = offer && (await getEntry(db, offer.entryId));
  if (!offer || !entry) return null;
  const now = app.clock.now();
  const { zone, changeNotice } = practice.settings.bookingRules;
  const loss = await lossOf(app, { offer, now });
  const found = offerOf(practice, { ...entry, therapistIds: [offer.therapistId] });
  const booked = offer.appointmentId === null ? null : await getAppointment(db, offer.appointmentId);
  const hold = booked && (await getHold(db, booked.id));
  const swap = entry.swapAppointmentId === null ? null : await getAppointment(db, entry.swapAppointmentId);
  const swapStands = swap && viewStatus(swap.status) !== "Cancelled" && swap.start > now && offer.state !== "taken";
  const state = offer.state === "taken" ? "taken" : loss ? "lost" : offer.state === "open" ? "open" : "held";
  return {
    ...{
      state,
      loss,
      entry,
      start: offer.start,
      end: offer.end,
      until: offer.until,
      since: offer.createdAt,
      zone,
      now,
    },
    sentence: loss ? lossSentence(loss, { start: offer.start, until: offer.until, zone }) : "",
    therapist: practice.therapists.find(({ id }) => id === offer.therapistId)?.name ?? "",
    therapistId: offer.therapistId,
    service: practice.services.find(({ id }) => id === entry.serviceId)?.title ?? "",
    pricePence: found
      ? priceOn(found.length, { therapistId: offer.therapistId, date: localDateOf(offer.start, zone) })
      : 0,
    swap: swapStands
      ? {
          appointment: swap,
          isTooLate: changeWindow(swap, { now, changeNotice }) !== "open",
          moves: isSameTreatment(swap, entry),
        }
      : null,
    manageSecret: booked ? manageSecretOf(app, booked) : null,
    unpaidId: isUnpaid(hold) ? hold.appointmentId : null,
    waitToken: waitSecretOf(app, entry.id),
    near: loss ? await nearOf(app, { entry, start: offer.start }) : [],
  };
}

async function lossOf(app: AppContext, { offer, now }: { offer: WaitingOffer; now: number }): Promise<Loss | null> {
  if (offer.state === "taken") return null;
  if (offer.state === "declined" || offer.state === "lapsed") return offer.state;
  if (offer.state === "lost") return (await whyGone(app, app.db.kysely, offer)) ?? "taken";
  return offer.until <= now ? "lapsed" : whyGone(app, app.db.kysely, offer);
}

export function lossSentence(
  loss: Loss,
  { start, until, zone }: { start: number; until: number; zone: string },
): string {
  const time = shortMoment(start, zone);
  switch (loss) {
    case "lapsed":
      return `${time} was kept for you until ${shortMoment(until, zone)}.`;
    case "declined":
      return `You said no to ${time}. You are still on the list.`;
    case "taken":
      return `Someone else has ${time} now. You are still on the list.`;
    case "closed":
      return `We are sorry: ${time} can no longer take place. You are still on the list.`;
    case "not-offered":
      return "We are sorry: you can no longer book this treatment.";
  }
}

/** Three free times close to one that is lost. */
async function nearOf(app: AppContext, { entry, start }: { entry: Entry; start: number }): Promise<FreeSlot[]> {
  const practice = await readPractice(app);
  const offer = offerOf(practice, entry);
  return offer ? nearTimes(app, { start, offer, rules: practice.settings.bookingRules }) : [];
}

export type TakeOutcome =
  /** `gaveUp`: their old time, which is free again. `again`: a second press of the same person. `pays`: it stands once it is paid. */
  | {
      kind: "taken";
      appointment: Appointment;
      manageSecret: string;
      gaveUp: Appointment | null;
      again: boolean;
      pays: boolean;
    }
  | { kind: "lost"; loss: Loss; sentence: string; near: FreeSlot[]; zone: string; waitToken: string }
  /** The old appointment can no longer be given up online: the offer stands, to be taken beside it. */
  | { kind: "too-late"; message: string }
  /** Another sum is paid first than they have read, or nobody can pay at the moment: the offer stands. */
  | { kind: "repriced"; message: string }
  | { kind: "not-found" };

type Take = { swap?: boolean; by?: Actor | null; prepay?: Prepay; pays?: string | null };

/**
 * The button of an offer: what was kept becomes an appointment, or the first press wins. `swap`: gives up the old
 * appointment in the same transaction (by default, if they said so when they joined). `prepay`: the rule by which it is
 * paid first; `pays`: the pence that they have read. What moves pays nothing, and what is paid first gives up nothing.
 */
export async function take(
  app: AppContext,
  token: string,
  { swap = true, by = null, prepay, pays = null }: Take = {},
): Promise<TakeOutcome> {
  const outcome = await schedule.retryOnConflict(app, async (tx, now): Promise<Taken | schedule.Conflict> => {
    await lockForReading(tx, "offer");
    const practice = await readPractice(app, tx);
    const taking = await getOfferBySecret(tx, token);
    if (!practice.settings.waitingList.on || !taking) return { kind: "not-found" };
    const gap = await lockGap(tx, taking.gapId);
    const offer = await getOfferBySecret(tx, token);
    const entry = offer && (await getEntry(tx, offer.entryId));
    if (!gap || !offer || !entry) return { kind: "not-found" };
    return takeWithin(tx, { app, practice, gap, offer, entry, swap, by, pays, now, ...(prepay && { prepay }) });
  });
  if (outcome.kind !== "over") return outcome;
  const { offer, entry, loss } = outcome;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return {
    ...{ kind: "lost", loss, sentence: lossSentence(loss, { start: offer.start, until: offer.until, zone }), zone },
    near: await nearOf(app, { entry, start: offer.start }),
    waitToken: waitSecretOf(app, entry.id),
  };
}

type Taken = Exclude<TakeOutcome, { kind: "lost" }> | { kind: "over"; loss: Loss; offer: WaitingOffer; entry: Entry };

type Taking = {
  app: AppContext;
  practice: Practice;
  gap: Gap;
  offer: WaitingOffer;
  entry: Entry;
  swap: boolean;
  /** Who of the practice noted the answer that they gave by phone. */
  by: Actor | null;
  prepay?: Prepay;
  pays: string | null;
  now: number;
};

async function takeWithin(tx: Tx, taking: Taking): Promise<Taken | schedule.Conflict> {
  const { app, practice, gap, offer, entry, now } = taking;
  const gone = (loss: Loss) => ({ kind: "over" as const, loss, offer, entry });
  if (offer.state === "taken") {
    const appointment = await getAppointment(tx, offer.appointmentId ?? "");
    if (!appointment) return { kind: "not-found" };
    const pays = isUnpaid(await getHold(tx, appointment.id));
    const manageSecret = manageSecretOf(app, appointment);
    return { kind: "taken", appointment, manageSecret, gaveUp: null, again: true, pays };
  }
  if (!isLive(offer))
    return gone(
      offer.state === "lost" ? ((await whyGone(app, tx, offer, practice)) ?? "taken") : (offer.state as Loss),
    );
  if (offer.until <= now) return end("lapsed", "lapsed");
  const why = await whyGone(app, tx, offer, practice);
  if (why) return end("lost", why);
  const resolved = offerOf(practice, { ...entry, therapistIds: [offer.therapistId] });
  const extra = extraMinutesOf({ ...offer, minutes: entry.minutes });
  const found = resolved && { ...resolved, extra };
  const client = entry.clientId === null ? null : await lockClient(tx, entry.clientId, now);
  if (!found || !client) return { kind: "not-found" };
  if (client.blockedAt !== null && taking.by === null) return end("lost", "not-offered");

  const old = await oldOf(tx, taking);
  if (old && "kind" in old) return old;
  const proposal = { ...taking, found, old };
  const moves = movesTo(proposal);
  const appointment = moves ?? newFrom(proposal);
  const payment = moves ? null : await paymentOf(tx, { ...proposal, appointment });
  if (payment && "kind" in payment) return payment;
  await endOffer(tx, offer, { state: "taken", now });
  const isPaidFirst = payment !== null && payment.until !== null;
  const gaveUp = isPaidFirst ? null : old;
  const booked = await bookOffer(tx, { ...proposal, old: gaveUp, moves, appointment, payment });
  if (booked.kind === "conflict") return booked;
  await tx.updateTable("waiting_offers").set({ appointment_id: appointment.id }).where("id", "=", offer.id).execute();
  await saveEntry(tx, { id: entry.id, from: ["waiting", "paused"], now }, { state: "taken" });
  await noteFilled(tx, { gap, appointment, now });
  await loseOthers(tx, { gapId: gap.id, appointment, now });
  // What is left of it is offered on.
  await setNext(tx, gap.id, now);
  await note(tx, {
    actor: taking.by ?? actorOf(entry, appointment),
    action: "waiting.take",
    entry,
    now,
    detail: { start: appointment.start },
  });
  const manageSecret = manageSecretOf(app, appointment);
  return { kind: "taken", appointment, manageSecret, gaveUp, again: false, pays: isPaidFirst };

  async function end(state: "lapsed" | "lost", loss: Loss): Promise<Taken | schedule.Conflict> {
    await endOffer(tx, offer, { state, now });
    const made = await askNext(tx, { app, gap, practice, now });
    return "kind" in made ? made : gone(loss);
  }
}

/** The appointment that is given up; null: none, or they keep both. */
async function oldOf(
  tx: Tx,
  { practice, entry, swap, now }: Taking,
): Promise<Appointment | null | { kind: "too-late"; message: string }> {
  const old = swap && entry.swapAppointmentId ? await getAppointment(tx, entry.swapAppointmentId) : null;
  if (!old || viewStatus(old.status) === "Cancelled" || old.start <= now) return null;
  const { bookingRules, business } = practice.settings;
  if (changeWindow(old, { now, changeNotice: bookingRules.changeNotice }) === "open") return old;
  return { kind: "too-late", message: tooLateSentence(readablePhone(business.phone)) };
}

function actorOf(entry: Entry, { id }: Pick<Appointment, "id">): Actor {
  return entry.userId ? { kind: "client", userId: entry.userId } : { kind: "holder", appointmentId: id };
}

type WithOffer = Taking & { found: Offer; old: Appointment | null };

function isSameTreatment(old: Appointment, { serviceId, minutes }: Entry): boolean {
  return old.serviceId === serviceId && old.minutes === minutes;
}

/** What is given up at the new time, if it is the same treatment; null: a new one is booked. */
function movesTo({ offer, entry, old }: WithOffer): Appointment | null {
  if (!old || !isSameTreatment(old, entry)) return null;
  // As long as what was kept: a first appointment may be longer than the one it replaces.
  const blockEnd = offer.end + (old.blockEnd - old.end);
  return { ...movedTo(old, offer), end: offer.end, blockEnd };
}

const asBooker = (entry: Entry): Actor =>
  entry.userId ? { kind: "client", userId: entry.userId } : { kind: "visitor" };

function newFrom({ practice, offer, entry, found }: WithOffer): Appointment {
  const rules = practice.settings.bookingRules;
  const details = { start: offer.start, name: entry.name, phone: entry.phone, email: entry.email };
  const status = rules.waitsForConfirmation ? PENDING : CONFIRMED;
  return newAppointment(
    { input: details, offer: found, actor: asBooker(entry) },
    { therapistId: offer.therapistId, status, rules },
  );
}

type Payment = Exclude<Awaited<ReturnType<Prepay>>, "by-phone" | { unread: string }>;

/** What a new one pays before it stands. Nobody pays first for what the practice notes on the phone. */
async function paymentOf(
  tx: Tx,
  { practice, entry, found, appointment, by, prepay, pays, now }: WithOffer & { appointment: Appointment },
): Promise<Payment | { kind: "repriced"; message: string }> {
  if (by !== null || !prepay) return null;
  const payment = await prepay(tx, { appointment, offer: found, practice, actor: asBooker(entry), now });
  if (payment === "by-phone")
    return { kind: "repriced", message: byPhone(readablePhone(practice.settings.business.phone)) };
  if (payment && "unread" in payment) return { kind: "repriced", message: payment.unread };
  if (payment && payment.until !== null && pays !== seenOf(payment))
    return { kind: "repriced", message: toRead(payment) };
  return payment;
}

type Booking = WithOffer & { moves: Appointment | null; appointment: Appointment; payment: Payment };

/** Moves what is given up to the new time, or books a new one and cancels the old. */
async function bookOffer(
  tx: Tx,
  { app, practice, entry, found, old, moves, appointment, payment, now }: Booking,
): Promise<{ kind: "taken" } | schedule.Conflict> {
  const { settings } = practice;
  if (old && moves) {
    const options = { actor: actorOf(entry, old), from: "online" as const, settings, now, isProven: true };
    const outcome = await schedule.move(tx, { before: old, after: moves }, options);
    return outcome.kind === "conflict" ? outcome : { kind: "taken" };
  }
  const hold = payment && payment.until !== null ? payHold(payment.pence, payment.until) : null;
  const draft = {
    ...{ ...appointment, ...(hold && { status: PENDING }) },
    ...{ clientId: entry.clientId, detailsDiffer: false, opensRecord: true, isUnproven: false },
    ...{ origin: null, source: "website" as const, idempotency: null, createdAt: now },
  };
  const options = { actor: actorOf(entry, appointment), from: "online" as const, settings, now, isProven: true };
  const detail = { service: found.service.slug };
  const placed = await schedule.place(tx, draft, {
    ...{ app, ...options, detail },
    // As for every booking that is paid first: everyone hears of it once it is paid.
    ...(hold && { hold, notify: "nobody", reminds: true }),
  });
  if (placed.kind === "conflict") return placed;
  await payment?.note(entry.clientId);
  if (old) {
    // Nobody taking to be rid of it: the offer said that it costs nothing.
    const cancelled = await schedule.cancel(tx, old, { reason: null, askedBy: null }, options);
    if (cancelled.kind === "conflict") return cancelled;
  }
  return { kind: "taken" };
}

async function noteFilled(
  tx: Tx,
  { gap, appointment, now }: { gap: Gap; appointment: Appointment; now: number },
): Promise<void> {
  await tx
    .updateTable("waiting_gaps")
    .set((row) => ({
      filled_at: now,
      filled_minutes: row("filled_minutes", "+", appointment.minutes),
      filled_pence: row("filled_pence", "+", appointment.pricePence),
    }))
    .where("id", "=", gap.id)
    .execute();
}

/** Of an open time others were taking, too: it is theirs no longer. */
async function loseOthers(
  tx: Tx,
  { gapId, appointment, now }: { gapId: string; appointment: Appointment; now: number },
): Promise<void> {
  for (const other of await listOffersIn(tx, gapId)) {
    const isSameTime = other.therapistId === appointment.therapistId && overlaps(other, appointment);
    if (isLive(other) && isSameTime) await endOffer(tx, other, { state: "lost", now });
  }
}

export type DeclineOutcome = { kind: "answered" } | { kind: "taken" } | { kind: "not-found" };

/** They stay on the list, and the time goes to the next person. One that has ended before is declined, too. */
export async function decline(
  app: AppContext,
  token: string,
  { by = null }: { by?: Actor | null } = {},
): Promise<DeclineOutcome> {
  return schedule.retryOnConflict(app, async (tx, now): Promise<DeclineOutcome | schedule.Conflict> => {
    await lockForReading(tx, "offer");
    const practice = await readPractice(app, tx);
    const taking = await getOfferBySecret(tx, token);
    const gap = taking && (await lockGap(tx, taking.gapId));
    const offer = gap && (await getOfferBySecret(tx, token));
    const entry = offer && (await getEntry(tx, offer.entryId));
    if (!practice.settings.waitingList.on || !entry) return { kind: "not-found" };
    if (offer.state === "taken") return { kind: "taken" };
    if (!(await endOffer(tx, offer, { state: "declined", now }))) return { kind: "answered" };
    await note(tx, {
      actor: by ?? asBooker(entry),
      action: "waiting.decline",
      entry,
      now,
      detail: { start: offer.start },
    });
    const made = await askNext(tx, { app, gap, practice, now });
    return "kind" in made ? made : { kind: "answered" };
  });
}

/** The practice notes what someone said on the phone. */
export async function answerByPhone(
  app: AppContext,
  actor: Actor,
  { offerId, saysYes }: { offerId: string; saysYes: boolean },
): Promise<TakeOutcome | DeclineOutcome | { kind: "forbidden" }> {
  if (!may(actor, "change", "waiting list")) return { kind: "forbidden" };
  const token = offerSecretOf(app, offerId);
  return saysYes ? take(app, token, { by: actor }) : decline(app, token, { by: actor });
}
