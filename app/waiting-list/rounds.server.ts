import { extraMinutesOf } from "#app/appointments/appointment.ts";
import { isStanding } from "#app/appointments/appointments.db.server.ts";
import { practiceRules } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { listReturning } from "#app/appointments/clients/client-history.db.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { freeStarts, refusalOf } from "#app/availability/free-starts.ts";
import { overlaps } from "#app/availability/interval.ts";
import { bookableIn, isBookable, type Offer } from "#app/catalogue/service.ts";
import { listBlocked } from "#app/clients/clients.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName } from "#app/platform/permissions.ts";
import type { Practice, PracticeFacts } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { listDevices } from "#app/push/push-devices.db.server.ts";
import { canMailLeaveBy } from "#app/settings/can-mail-leave.server.ts";
import { listWaitingFrom, offerFrom, offerSecretOf } from "#app/waiting-list/entries.db.server.ts";
import {
  awakeAt,
  type Entry,
  inOrder,
  isKept,
  isLive,
  isWaiting,
  MOST_LINKS,
  MOST_OFFERS_A_DAY,
  OFFERS_AT_ONCE,
  type OfferState,
  suits,
  type WaitingOffer,
} from "#app/waiting-list/waiting.ts";
import { callMessage, goneMessage, offerMessage, offerPush } from "#app/waiting-list/waiting-messages.ts";

const MINUTE_MS = 60_000;
/** A day that opens has room for several, but not all are asked at once. */
const LIVE_IN_WIDE_GAP = 5;
const LIVE: OfferState[] = ["held", "open"];

export type Gap = Tables["waiting_gaps"];

/** Locks freed time before its offers, its entries and any claim: everyone in this order, so that none deadlock. */
export async function lockGap(tx: Tx, id: string): Promise<Gap | null> {
  const row = await tx
    .updateTable("waiting_gaps")
    .set((gap) => ({ link: gap.ref("link") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function setNext(tx: Tx, id: string, nextAt: number | null): Promise<void> {
  await tx.updateTable("waiting_gaps").set({ next_at: nextAt }).where("id", "=", id).execute();
}

/** What is free for a preferences in a gap: its therapist, and the price's date is the start's. */
export type Fit = { entry: Entry; offer: Offer; start: number; therapistId: string };

/** `except`: an offer whose time counts as free. */
type Looked = { practice: PracticeFacts; gap: Gap; now: number; except?: string };

/** Everyone whose preferences fits into freed time, in the order in which they are asked; each with the start for them. */
export async function* fitsOf(
  db: Queries,
  { practice, gap, now, except }: Looked,
  entries: readonly Entry[],
): AsyncGenerator<Fit> {
  const { bookingRules: rules } = practice.settings;
  const today = localDateOf(now, rules.zone);
  const starts = startsIn(db, { practice, gap, now, except });
  const isLonger = practice.services.some(({ firstExtra }) => firstExtra > 0);
  const ids = isLonger ? entries.flatMap(({ clientId }) => clientId ?? []) : [];
  const returning = await listReturning(db, ids, Math.max(now, gap.starts_at));
  for (const entry of [...entries].sort(inOrder)) {
    if (!isWaiting(entry, today) || entry.clientId === null) continue;
    const found = offerOf(practice, entry);
    if (!found) continue;
    const offer = { ...found, extra: returning.has(entry.clientId) ? 0 : found.service.firstExtra };
    const all = await starts(offer);
    const suiting = all.filter((slot) => suits(entry, slot, rules.zone));
    const fit =
      suiting.length === 0 ? null : await firstFor(db, { entry, slots: suiting, minutes: entry.minutes + offer.extra });
    if (fit) yield { entry, offer, ...fit };
  }
}

/** Null: the treatment, its length or everyone who gave it is no longer offered. */
export function offerOf(
  practice: PracticeFacts,
  { serviceId, minutes, therapistIds }: Pick<Entry, "serviceId" | "minutes" | "therapistIds">,
): Offer | null {
  const { services, therapists } = bookableIn(practice, { id: serviceId });
  const [service] = services;
  const length = service?.lengths.find((one) => one.minutes === minutes);
  const givers = therapists.filter(({ id }) => therapistIds.length === 0 || therapistIds.includes(id));
  return service && length && isBookable(service) && givers.length > 0 ? { service, length, therapists: givers } : null;
}

type Slot = { start: number; therapistId: string };

/** The free starts whose block touches the gap, those that leave the least of it in pieces first. */
function startsIn(db: Queries, looked: Looked): (offer: Offer) => Promise<Slot[]> {
  const known = new Map<string, Promise<Slot[]>>();
  return (offer) => {
    const key = JSON.stringify([
      offer.service.id,
      offer.length.minutes,
      offer.extra,
      offer.therapists.map(({ id }) => id),
    ]);
    const slots = known.get(key) ?? askStarts(db, { ...looked, offer });
    known.set(key, slots);
    return slots;
  };
}

async function askStarts(
  db: Queries,
  { practice, gap, now, offer, except }: Looked & { offer: Offer },
): Promise<Slot[]> {
  const { bookingRules: rules } = practice.settings;
  const therapists = offer.therapists.filter(({ id }) => gap.therapist_id === null || gap.therapist_id === id);
  if (therapists.length === 0) return [];
  const today = localDateOf(now, rules.zone);
  const first = localDateOf(gap.starts_at, rules.zone);
  const horizon = addDays(today, rules.horizonDays);
  const last = gap.ends_at === null ? horizon : localDateOf(gap.ends_at, rules.zone);
  const [from, to] = [first < today ? today : first, last > horizon ? horizon : last];
  if (from > to) return [];
  const question = await getQuestion(db, { offer: { ...offer, therapists }, rules, from, to, now, practice, except });
  const free = { start: gap.starts_at, end: gap.ends_at ?? Number.POSITIVE_INFINITY };
  const { bufferBefore, bufferAfter } = offer.service;
  return freeStarts(question)
    .flatMap(({ slots }) => slots)
    .filter(({ start }) => {
      const block = {
        start: start - bufferBefore * MINUTE_MS,
        end: start + (offer.length.minutes + (offer.extra ?? 0) + bufferAfter) * MINUTE_MS,
      };
      return overlaps(block, free);
    })
    .flatMap(({ start, therapists }) => therapists.map((therapistId) => ({ start, therapistId })))
    .sort((one, other) => distance(one, gap) - distance(other, gap) || one.start - other.start);
}

function distance({ start }: Slot, gap: Gap): number {
  return Math.abs(start - Math.max(gap.starts_at, 0));
}

/** The first of these starts at which they are free themselves, and earlier than what they would give up. */
async function firstFor(
  db: Queries,
  { entry, slots, minutes }: { entry: Entry; slots: readonly Slot[]; minutes: number },
): Promise<Slot | null> {
  const first = Math.min(...slots.map(({ start }) => start));
  const last = Math.max(...slots.map(({ start }) => start));
  const own = await db
    .selectFrom("appointments")
    .select(["id", "starts_at as start", "ends_at as end"])
    .where("client_id", "=", entry.clientId)
    .where(isStanding)
    .where((eb) =>
      eb.or([
        eb.and([eb("ends_at", ">", first), eb("starts_at", "<", last + minutes * MINUTE_MS)]),
        eb("id", "=", entry.swapAppointmentId ?? ""),
      ]),
    )
    .execute();
  const swap = own.find(({ id }) => id === entry.swapAppointmentId);
  const found = slots.find(({ start }) => {
    if (swap && start >= swap.start) return false;
    const time = { start, end: start + minutes * MINUTE_MS };
    return own.every((one) => one.id === swap?.id || !overlaps(one, time));
  });
  return found ?? null;
}

/**
 * Asks the next of those who fit into freed time: one person with the time kept, or three at once with nothing kept when
 * it begins within a day. The gap is locked by the caller's transaction.
 */
export async function askNext(
  tx: Tx,
  { app, gap, practice, now }: { app: AppContext; gap: Gap; practice: Practice; now: number },
): Promise<WaitingOffer[] | schedule.Conflict> {
  const { waitingList, bookingRules: rules } = practice.settings;
  await setNext(tx, gap.id, null);
  const isOver = gap.ends_at !== null && gap.ends_at <= now;
  if (!waitingList.on || gap.link >= MOST_LINKS || isOver) return [];
  const awake = awakeAt(now, rules.zone);
  if (awake > now) {
    await setNext(tx, gap.id, awake);
    return [];
  }
  const before = await listOffersIn(tx, gap.id);
  const live = before.filter(isLive);
  const isWide = gap.appointment_id === null;
  const room = isWide ? LIVE_IN_WIDE_GAP : 1;
  if (live.filter(({ state }) => state === "held").length >= room) return [];
  const busy = await listBusyPeople(tx, { now, zone: rules.zone });
  const cause = gap.appointment_id === null ? null : await clientOfAppointment(tx, gap.appointment_id);
  const offered = new Set(before.map(({ entryId }) => entryId));
  const waiting = await listWaitingFrom(tx, localDateOf(now, rules.zone));
  const blocked = await listBlocked(tx, [...new Set(waiting.flatMap(({ clientId }) => clientId ?? []))]);
  const left = (clientId: string) => clientId === cause || busy.has(clientId) || blocked.has(clientId);
  const entries = waiting.filter(({ id, clientId }) => !offered.has(id) && clientId !== null && !left(clientId));
  const made: WaitingOffer[] = [];
  const people = new Set<string>();
  for await (const fit of fitsOf(tx, { practice, gap, now }, entries)) {
    if (people.has(fit.entry.clientId ?? "")) continue;
    const kept = isKept(fit.start, now);
    // What is kept has been asked for alone; what is open goes to three.
    if (kept && made.length > 0) continue;
    const offer = await makeOffer(tx, { app, practice, gapId: gap.id, fit, kept, now, actor: { kind: "system" } });
    if ("kind" in offer) return offer;
    made.push(offer);
    people.add(fit.entry.clientId ?? "");
    if (kept || made.length >= OFFERS_AT_ONCE) break;
  }
  const [first] = made;
  if (!first) return made;
  const holdMs = waitingList.holdMinutes * MINUTE_MS;
  await setNext(tx, gap.id, isWide ? now : first.state === "held" ? first.until : now + holdMs);
  return made;
}

async function clientOfAppointment(db: Queries, id: string): Promise<string | null> {
  const row = await db.selectFrom("appointments").select("client_id").where("id", "=", id).executeTakeFirst();
  return row?.client_id ?? null;
}

export async function listOffersIn(db: Queries, gapId: string): Promise<WaitingOffer[]> {
  const rows = await db
    .selectFrom("waiting_offers")
    .selectAll()
    .where("gap_id", "=", gapId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(offerFrom);
}

/** Clients who have an offer now, or have had so many today that they are left in peace. */
export async function listBusyPeople(db: Queries, { now, zone }: { now: number; zone: string }): Promise<Set<string>> {
  const rows = await db
    .selectFrom("waiting_offers")
    .select(["client_id", (eb) => eb.fn.countAll<number>().as("offers")])
    .select((eb) => eb.fn.sum<number>(eb.case().when("state", "in", LIVE).then(1).else(0).end()).as("live"))
    .where((eb) => eb.or([eb("state", "in", LIVE), eb("created_at", ">=", startOfDay(localDateOf(now, zone), zone))]))
    .groupBy("client_id")
    .execute();
  return new Set(
    rows.flatMap(({ client_id, offers, live }) =>
      Number(live) > 0 || Number(offers) >= MOST_OFFERS_A_DAY ? [client_id] : [],
    ),
  );
}

type Making = {
  app: AppContext;
  practice: PracticeFacts;
  gapId: string;
  fit: Fit;
  kept: boolean;
  now: number;
  actor: Actor;
};

/** Writes an offer with its claims, its messages and its audit line, or loses the transaction. */
export async function makeOffer(
  tx: Tx,
  { app, practice, gapId, fit, kept, now, actor }: Making,
): Promise<WaitingOffer | schedule.Conflict> {
  const { entry, offer, start, therapistId } = fit;
  const { waitingList, bookingRules: rules, mailServer } = practice.settings;
  const id = newId();
  const end = start + (entry.minutes + (offer.extra ?? 0)) * MINUTE_MS;
  const lasts = waitingList.holdMinutes * MINUTE_MS;
  const until = kept ? Math.min(now + lasts, start) : Math.max(start - rules.notice * MINUTE_MS, now + MINUTE_MS);
  const row: Tables["waiting_offers"] = {
    ...{ id, gap_id: gapId, entry_id: entry.id, client_id: entry.clientId ?? "", therapist_id: therapistId },
    ...{ starts_at: start, ends_at: end, state: kept ? "held" : "open", hold_until: until },
    secret_hash: hashOf(offerSecretOf(app, id)),
    ...{ made_by: actorName(actor), created_at: now, answered_at: null, appointment_id: null },
  };
  const outcome = await tx
    .insertInto("waiting_offers")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // Another round has asked the same person about another time.
  if (Number(outcome.numInsertedOrUpdatedRows) !== 1) return schedule.lose(tx);
  if (kept) {
    const blockStart = start - offer.service.bufferBefore * MINUTE_MS;
    const blockEnd = end + offer.service.bufferAfter * MINUTE_MS;
    const hold = await schedule.hold(tx, { id, therapistId, blockStart, blockEnd, until });
    if (hold.kind === "conflict") return hold;
  }
  const made = offerFrom(row);
  const canMail = canMailLeaveBy(app, mailServer);
  const mail = entry.email && canMail ? [offerMessage(made)] : [];
  const devices = entry.userId ? await listDevices(tx, entry.userId) : [];
  const pushes = devices.filter(({ tellsReminders }) => tellsReminders).map((device) => offerPush(made, device.id));
  const messages = [...mail, ...pushes];
  if (messages.length === 0 && canMail) messages.push(callMessage(made));
  if (messages.length > 0) await enqueue(tx, messages, now);
  await writeAudit(tx, {
    ...{ at: now, actor: actorName(actor), action: "waiting.offer", subject: { kind: "waiting", id: entry.id } },
    detail: { start, therapist: therapistId, ...(kept && { until }) },
  });
  return made;
}

/** Ends an offer that is live, and gives back what it kept. False: somebody has answered or ended it before. */
export async function endOffer(
  tx: Tx,
  offer: Pick<WaitingOffer, "id">,
  { state, now }: { state: Exclude<OfferState, "held" | "open">; now: number },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("waiting_offers")
    .set({ state, answered_at: now })
    .where("id", "=", offer.id)
    .where("state", "in", LIVE)
    .executeTakeFirst();
  if (Number(outcome.numUpdatedRows) !== 1) return false;
  await schedule.release(tx, offer.id);
  return true;
}

/** Ends what an entry is offered; the next person is asked at once. */
export async function endOffersOf(
  tx: Tx,
  { entryId, state, now }: { entryId: string; state: "declined" | "lost"; now: number },
): Promise<void> {
  const rows = await tx
    .selectFrom("waiting_offers")
    .select(["id", "gap_id"])
    .where("entry_id", "=", entryId)
    .where("state", "in", LIVE)
    .orderBy("gap_id")
    .execute();
  for (const { id, gap_id } of rows) {
    await lockGap(tx, gap_id);
    if (await endOffer(tx, { id }, { state, now })) await setNext(tx, gap_id, now);
  }
}

/** What a minute may bring at most: the rest waits for the next one. */
const AT_ONCE = 50;

/**
 * Notes what has become free, ends offers that nobody answered or whose time has gone, and asks the next people. Any
 * number of servers may run it. Returns how many it dealt with.
 */
export async function runRounds(app: AppContext): Promise<number> {
  const { waitingList } = (await readPractice(app)).settings;
  if (!waitingList.on || waitingList.since === null) return 0;
  await noteGaps(app, waitingList.since);
  let done = 0;
  for (const offer of await listLive(app.db.kysely)) if (await endIfGone(app, offer)) done += 1;
  for (const id of await listDueGaps(app.db.kysely, app.clock.now())) if (await runRound(app, id)) done += 1;
  return done;
}

/** Every freed time becomes a gap once: its id is the change's. */
export async function noteGaps(app: AppContext, since: number): Promise<void> {
  const now = app.clock.now();
  const changes = await app.db.kysely
    .selectFrom("schedule_changes as change")
    .selectAll("change")
    .where("change.at", ">=", since)
    .where("freed_start", "is not", null)
    .where((eb) => eb.or([eb("freed_end", "is", null), eb("freed_end", ">", now)]))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("waiting_gaps as gap").select("gap.id").whereRef("gap.id", "=", "change.id"))),
    )
    .orderBy("change.at")
    .orderBy("change.id")
    .limit(AT_ONCE)
    .execute();
  if (changes.length === 0) return;
  await app.db.kysely.transaction().execute(async (tx) => {
    for (const change of changes) {
      const link = change.appointment_id === null ? 0 : await linkOf(tx, change.appointment_id, change.at);
      const gap: Gap = {
        ...{ id: change.id, at: change.at, cause: change.cause, appointment_id: change.appointment_id },
        therapist_id: change.freed_therapist_id,
        starts_at: Math.max(change.freed_start ?? now, 0),
        ends_at: change.freed_end,
        ...{ link, next_at: link >= MOST_LINKS ? null : now, filled_at: null, filled_minutes: 0, filled_pence: 0 },
      };
      await tx
        .insertInto("waiting_gaps")
        .values(gap)
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    }
  });
}

/** How many swaps led to a time that became free at this instant. */
async function linkOf(db: Queries, appointmentId: string, at: number): Promise<number> {
  const row = await db
    .selectFrom("waiting_offers as offer")
    .innerJoin("waiting_entries as entry", "entry.id", "offer.entry_id")
    .innerJoin("waiting_gaps as gap", "gap.id", "offer.gap_id")
    .select("gap.link")
    .where("offer.state", "=", "taken")
    .where("offer.answered_at", "=", at)
    .where((eb) =>
      eb.or([eb("offer.appointment_id", "=", appointmentId), eb("entry.swap_appointment_id", "=", appointmentId)]),
    )
    .executeTakeFirst();
  return row ? row.link + 1 : 0;
}

async function listLive(db: Queries): Promise<WaitingOffer[]> {
  const rows = await db
    .selectFrom("waiting_offers")
    .selectAll()
    .where("state", "in", LIVE)
    .orderBy("hold_until")
    .orderBy("id")
    .execute();
  return rows.map(offerFrom);
}

async function listDueGaps(db: Queries, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom("waiting_gaps")
    .select("id")
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .orderBy("starts_at")
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

/** One round for one gap. False: another server was quicker, or it is no longer due. */
export async function runRound(app: AppContext, gapId: string): Promise<boolean> {
  return schedule.retryOnConflict(app, async (tx, now) => {
    await lockForReading(tx, "offer");
    const practice = await readPractice(app, tx);
    const gap = await lockGap(tx, gapId);
    if (!gap || gap.next_at === null || gap.next_at > now) return false;
    const made = await askNext(tx, { app, gap, practice, now });
    return "kind" in made ? made : true;
  });
}

/** Ends an offer whose hour is over, or whose time nobody gives any more, and asks the next person in the same step. */
export async function endIfGone(app: AppContext, offer: WaitingOffer): Promise<boolean> {
  if (offer.until > app.clock.now() && !(await whyGone(app, app.db.kysely, offer))) return false;
  return schedule.retryOnConflict(app, async (tx, now) => {
    await lockForReading(tx, "offer");
    const practice = await readPractice(app, tx);
    const gap = await lockGap(tx, offer.gapId);
    const gone = await whyGone(app, tx, offer, practice);
    if (!gone && offer.until > now) return false;
    const state = gone ? "lost" : "lapsed";
    if (!gap || !(await endOffer(tx, offer, { state, now }))) return false;
    // Of what was only open, others were asked, too: the page says it.
    if (gone && offer.state === "held") await notifyGone(tx, { app, practice, offer, now });
    const made = await askNext(tx, { app, gap, practice, now });
    return "kind" in made ? made : true;
  });
}

/** Emails the person that the time has gone. False: no email reaches them. */
export async function notifyGone(
  tx: Tx,
  { app, practice, offer, now }: { app: AppContext; practice: PracticeFacts; offer: WaitingOffer; now: number },
): Promise<boolean> {
  const entry = await tx
    .selectFrom("waiting_entries")
    .select("email")
    .where("id", "=", offer.entryId)
    .executeTakeFirst();
  const canMail = entry?.email && canMailLeaveBy(app, practice.settings.mailServer);
  if (canMail) await enqueue(tx, [goneMessage(offer)], now);
  return Boolean(canMail);
}

export type Gone = "not-offered" | "closed" | "taken";

/** Why an offered time can no longer be had: its treatment is hidden, nobody works then, or somebody else has it. */
export async function whyGone(
  app: AppContext,
  db: Queries,
  offer: Pick<WaitingOffer, "id" | "entryId" | "therapistId" | "start" | "end">,
  known?: PracticeFacts,
): Promise<Gone | null> {
  const practice = known ?? (await readPractice(app));
  const entry = await db
    .selectFrom("waiting_entries")
    .select(["service_id as serviceId", "minutes"])
    .where("id", "=", offer.entryId)
    .executeTakeFirst();
  const found = entry && offerOf(practice, { ...entry, therapistIds: [offer.therapistId] });
  if (!found) return "not-offered";
  const rules = practiceRules(practice.settings.bookingRules);
  const date = localDateOf(offer.start, rules.zone);
  const extra = entry ? extraMinutesOf({ ...offer, ...entry }) : 0;
  const ask = {
    offer: { ...found, extra },
    rules,
    from: date,
    to: date,
    now: app.clock.now(),
    except: offer.id,
    practice,
  };
  const refusal = refusalOf(await getQuestion(db, ask), offer.start, offer.therapistId);
  if (refusal === null) return null;
  return refusal === "taken" ? "taken" : "closed";
}
