import { practiceRules } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { listReturning } from "#app/appointments/clients/client-history.db.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { refusalOf } from "#app/availability/free-starts.ts";
import { overlaps } from "#app/availability/interval.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { selectUpTo } from "#app/platform/database/count-listed.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { addDays, localDateOf, localTimeOf, startOfDay } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, may, scopeFor } from "#app/platform/permissions.ts";
import type { PracticeFacts } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { canMailLeaveBy } from "#app/settings/can-mail-leave.server.ts";
import { getEntry, listWaitingFrom, offerFrom } from "#app/waiting-list/entries.db.server.ts";
import {
  endOffer,
  fitsOf,
  type Gap,
  listOffersIn,
  lockGap,
  makeOffer,
  notifyGone,
  offerOf,
  setNext,
} from "#app/waiting-list/rounds.server.ts";
import { type Entry, inOrder, isWaiting, type WaitingOffer } from "#app/waiting-list/waiting.ts";

const MINUTE_MS = 60_000;

/** `needsCall`: no email and no device reaches them, so the practice calls. */
export type LiveOffer = WaitingOffer & {
  name: string;
  phone: string | null;
  service: string;
  minutes: number;
  therapist: string;
  needsCall: boolean;
};

/** Times that are offered now, of the therapists that the actor may see; names only for who may see the list. */
export async function listLiveOffers(
  app: AppContext,
  actor: Actor,
  within: { start: number; end: number } = { start: 0, end: Number.MAX_SAFE_INTEGER },
): Promise<LiveOffer[]> {
  const practice = await readPractice(app);
  const scope = scopeFor(actor, "see", "diary");
  if (!practice.settings.waitingList.on || scope === null) return [];
  const rows = await app.db.kysely
    .selectFrom("waiting_offers")
    .innerJoin("waiting_entries as entry", "entry.id", "waiting_offers.entry_id")
    .selectAll("waiting_offers")
    .select(["entry.name", "entry.phone", "entry.email", "entry.service_id", "entry.minutes"])
    .where("waiting_offers.state", "in", ["held", "open"])
    .where("waiting_offers.starts_at", "<", within.end)
    .where("waiting_offers.ends_at", ">", within.start)
    .$if(scope !== "all", (query) =>
      query.where("waiting_offers.therapist_id", "=", scope === "all" ? "" : scope.therapistId),
    )
    .orderBy("waiting_offers.starts_at")
    .orderBy("waiting_offers.id")
    .execute();
  const sees = may(actor, "see", "waiting list");
  const mails = canMailLeaveBy(app, practice.settings.mailServer);
  return rows.map((row) => ({
    ...offerFrom(row),
    name: sees ? (row.name ?? "Unknown") : "someone who waits",
    phone: sees ? row.phone : null,
    ...{ service: titleOf(practice, row.service_id), minutes: row.minutes },
    therapist: practice.therapists.find(({ id }) => id === row.therapist_id)?.short ?? "",
    needsCall: !(row.email && mails),
  }));
}

/** How many people are offered a time now whom only a call reaches. */
export function selectCalls(db: Queries, { canMail }: { canMail: boolean }) {
  const rows = db
    .selectFrom("waiting_offers as offer")
    .innerJoin("waiting_entries as entry", "entry.id", "offer.entry_id")
    .select("offer.id")
    .where("offer.state", "in", ["held", "open"])
    .$if(canMail, (query) => query.where("entry.email", "is", null));
  return selectUpTo(db, rows, { most: MOST_CALLS, name: "calls" });
}

const MOST_CALLS = 50;

function titleOf({ services }: PracticeFacts, id: string): string {
  return services.find((service) => service.id === id)?.title ?? "A service that is hidden";
}

/** Someone on the list, with what the practice knows of them. */
export type Waiter = Entry & {
  service: string;
  therapists: string[];
  attended: number;
  missed: number;
  isPaused: boolean;
};

export type Figures = { gaps: number; filled: number; minutes: number; pence: number };

export type FreedGap = { id: string; therapistId: string; therapist: string; start: number; end: number };

/** The practice's page. Null: the list is off, or it is not for them. */
export async function getPracticeList(
  app: AppContext,
  actor: Actor,
): Promise<{
  waiters: Waiter[];
  offers: LiveOffer[];
  gaps: FreedGap[];
  figures: Figures;
  zone: string;
  now: number;
} | null> {
  const practice = await readPractice(app);
  if (!practice.settings.waitingList.on || !may(actor, "see", "waiting list")) return null;
  const { zone } = practice.settings.bookingRules;
  const db = app.db.kysely;
  const now = app.clock.now();
  const today = localDateOf(now, zone);
  const entries = (await listWaitingFrom(db, today)).sort(inOrder);
  const freed = await db
    .selectFrom("waiting_gaps")
    .selectAll()
    .where("appointment_id", "is not", null)
    .where("filled_at", "is", null)
    .where("ends_at", ">", now)
    .orderBy("starts_at")
    .limit(50)
    .execute();
  return {
    ...{ zone, now },
    waiters: await withHistory(db, { practice, entries, today }),
    offers: await listLiveOffers(app, actor),
    gaps: freed.map(({ id, therapist_id, starts_at, ends_at }) => ({
      ...{ id, therapistId: therapist_id ?? "", start: Math.max(starts_at, now), end: ends_at ?? starts_at },
      therapist: practice.therapists.find((one) => one.id === therapist_id)?.short ?? "",
    })),
    figures: await figuresWithin(db, { start: startOfDay(`${today.slice(0, 7)}-01`, zone), end: now + 1 }),
  };
}

async function withHistory(
  db: Queries,
  { practice, entries, today }: { practice: PracticeFacts; entries: readonly Entry[]; today: string },
): Promise<Waiter[]> {
  const ids = entries.flatMap(({ clientId }) => clientId ?? []);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom("appointments")
          .innerJoin("attendances", "attendances.appointment_id", "appointments.id")
          .select(["client_id", "attendances.state", (eb) => eb.fn.countAll<number>().as("times")])
          .where("client_id", "in", ids)
          .groupBy(["client_id", "attendances.state"])
          .execute();
  const count = (clientId: string | null, states: readonly string[]) =>
    rows
      .filter((row) => row.client_id === clientId && states.includes(row.state))
      .reduce((sum, { times }) => sum + Number(times), 0);
  return entries.map((entry) => ({
    ...entry,
    service: titleOf(practice, entry.serviceId),
    therapists: entry.therapistIds.map(
      (id) => practice.therapists.find((one) => one.id === id)?.short ?? "Someone who left",
    ),
    attended: count(entry.clientId, ["arrived", "finished"]),
    missed: count(entry.clientId, ["missed"]),
    isPaused: !isWaiting(entry, today),
  }));
}

/** Gaps that a cancelled, moved or deleted appointment left in this time, and what was won back of them. */
export async function figuresWithin(db: Queries, { start, end }: { start: number; end: number }): Promise<Figures> {
  const row = await db
    .selectFrom("waiting_gaps")
    .select((eb) => [
      eb.fn.countAll<number>().as("gaps"),
      eb.fn.count<number>("filled_at").as("filled"),
      eb.fn.sum<number | null>("filled_minutes").as("minutes"),
      eb.fn.sum<number | null>("filled_pence").as("pence"),
    ])
    .where("appointment_id", "is not", null)
    .where("at", ">=", start)
    .where("at", "<", end)
    .executeTakeFirstOrThrow();
  const { gaps, filled, minutes, pence } = row;
  return { gaps: Number(gaps), filled: Number(filled), minutes: Number(minutes ?? 0), pence: Number(pence ?? 0) };
}

/** Null: the list is off, or it is not for them. `from` and `to`: local dates, inclusive. */
export async function figuresOf(
  app: AppContext,
  actor: Actor,
  { from, to }: { from: string; to: string },
): Promise<Figures | null> {
  const { waitingList, bookingRules } = (await readPractice(app)).settings;
  if (!waitingList.on || scopeFor(actor, "see", "figures") !== "all") return null;
  const { zone } = bookingRules;
  return figuresWithin(app.db.kysely, { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) });
}

type FreeTime = { therapistId: string; start: number; end: number };

/** Who fits into free time, in order, each with the start for them and whether they have an offer now. */
export type Candidate = Waiter & { start: number; live: WaitingOffer | null; missedThis: boolean };

export async function whoFits(
  app: AppContext,
  actor: Actor,
  { therapistId, start, end }: FreeTime,
): Promise<Candidate[] | null> {
  const practice = await readPractice(app);
  if (!practice.settings.waitingList.on || !may(actor, "see", "waiting list")) return null;
  const db = app.db.kysely;
  const now = app.clock.now();
  const today = localDateOf(now, practice.settings.bookingRules.zone);
  const live = (await listLiveOffers(app, actor)).filter(
    (one) => one.therapistId === therapistId && overlaps(one, { start, end }),
  );
  // What is kept for one of them counts as free here: the practice may offer it to another instead.
  const gap = gapFor({ therapistId, start, end }, { id: "", now, actor });
  const entries = await listWaitingFrom(db, today);
  const fits: { entry: Entry; start: number }[] = [];
  const kept = live.find(({ state }) => state === "held") ?? null;
  for await (const fit of fitsOf(db, { practice, gap, now, except: kept?.id }, entries)) {
    fits.push({ entry: fit.entry, start: fit.start });
  }
  const waiters = await withHistory(db, { practice, entries: fits.map(({ entry }) => entry), today });
  const before = await offersAt(db, { therapistId, start, end });
  return waiters.map((waiter, at) => ({
    ...waiter,
    start: fits[at]?.start ?? start,
    live: live.find(({ entryId }) => entryId === waiter.id) ?? null,
    missedThis: before.some(
      ({ entryId, state }) => entryId === waiter.id && (state === "lapsed" || state === "declined"),
    ),
  }));
}

async function offersAt(db: Queries, { therapistId, start, end }: FreeTime): Promise<WaitingOffer[]> {
  const rows = await db
    .selectFrom("waiting_offers")
    .selectAll()
    .where("therapist_id", "=", therapistId)
    .where("starts_at", "<", end)
    .where("ends_at", ">", start)
    .execute();
  return rows.map(offerFrom);
}

function gapFor(
  { therapistId, start, end }: FreeTime,
  { id, now, actor }: { id: string; now: number; actor: Actor },
): Gap {
  return {
    ...{ id, at: now, cause: actorName(actor).split(":")[0] ?? "", appointment_id: null, therapist_id: therapistId },
    ...{ starts_at: start, ends_at: end, link: 0, next_at: null, filled_at: null, filled_minutes: 0, filled_pence: 0 },
  };
}

export type HandOutcome =
  | { kind: "offered"; offer: WaitingOffer }
  | { kind: "invalid"; message: string }
  | { kind: "not-found" }
  | { kind: "forbidden" };

/** The practice offers a start to someone of its choice: it is kept for them. Who had it until now is told. */
export async function offerByHand(
  app: AppContext,
  actor: Actor,
  { entryId, therapistId, start }: { entryId: string; therapistId: string; start: number },
): Promise<HandOutcome> {
  if (!may(actor, "change", "waiting list")) return { kind: "forbidden" };
  return schedule.retryOnConflict(app, async (tx, now): Promise<HandOutcome | schedule.Conflict> => {
    await lockForReading(tx, "offer");
    const practice = await readPractice(app, tx);
    const entry = await getEntry(tx, entryId);
    const found = entry && offerOf(practice, { ...entry, therapistIds: [therapistId] });
    if (!practice.settings.waitingList.on || !entry?.clientId || !found) return { kind: "not-found" };
    const isBack = found.service.firstExtra === 0 || (await listReturning(tx, [entry.clientId], start)).size > 0;
    const extra = isBack ? 0 : found.service.firstExtra;
    const offer = { ...found, extra };
    const end = start + (entry.minutes + extra) * MINUTE_MS;
    const gap = await gapAt(tx, { therapistId, start, end }, { now, actor });
    await endOffersAt(tx, { app, practice, gap, therapistId, start, end, now });
    const { id } = (await liveOfClient(tx, entry.clientId)) ?? { id: null };
    if (id)
      return schedule.rollBack(tx, { kind: "invalid", message: "They have an offer already. Stop that one first" });
    const rules = practiceRules(practice.settings.bookingRules);
    const date = localDateOf(start, rules.zone);
    const question = await getQuestion(tx, { offer, rules, from: date, to: date, now, practice });
    if (refusalOf(question, start, therapistId)) {
      return schedule.rollBack(tx, { kind: "invalid", message: "That time is no longer free. Choose another gap" });
    }
    const fit = { entry, offer, start, therapistId };
    const made = await makeOffer(tx, { app, practice, gapId: gap.id, fit, kept: true, now, actor });
    if ("kind" in made) return made;
    await setNext(tx, gap.id, made.until);
    return { kind: "offered", offer: made };
  });
}

async function liveOfClient(db: Queries, clientId: string) {
  return db
    .selectFrom("waiting_offers")
    .select("id")
    .where("client_id", "=", clientId)
    .where("state", "in", ["held", "open"])
    .executeTakeFirst();
}

/** The freed time that a start lies in, so that it counts as filled; else a gap of its own. */
async function gapAt(tx: Tx, time: FreeTime, by: { now: number; actor: Actor }): Promise<Gap> {
  const found = await tx
    .selectFrom("waiting_gaps")
    .select("id")
    .where("therapist_id", "=", time.therapistId)
    .where("appointment_id", "is not", null)
    .where("starts_at", "<", time.end)
    .where("ends_at", ">", time.start)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  const known = found && (await lockGap(tx, found.id));
  if (known) return known;
  const gap = gapFor(time, { ...by, id: newId() });
  await tx.insertInto("waiting_gaps").values(gap).execute();
  return gap;
}

type Ending = {
  app: AppContext;
  practice: PracticeFacts;
  gap: Gap;
  therapistId: string;
  start: number;
  end: number;
  now: number;
};

async function endOffersAt(tx: Tx, { app, practice, gap, therapistId, start, end, now }: Ending): Promise<void> {
  for (const offer of await listOffersIn(tx, gap.id)) {
    if (offer.therapistId !== therapistId || !overlaps(offer, { start, end })) continue;
    if (await endOffer(tx, offer, { state: "lost", now })) await notifyGone(tx, { app, practice, offer, now });
  }
}

export type StopOutcome =
  | { kind: "released"; offer: WaitingOffer; isNotified: boolean }
  | { kind: "not-found" }
  | { kind: "forbidden" };

/**
 * Ends an offer, so that the practice can book its time by hand: the person is told, and nobody else is asked about it.
 */
export async function stopOffer(app: AppContext, actor: Actor, offerId: string): Promise<StopOutcome> {
  if (!may(actor, "change", "waiting list")) return { kind: "forbidden" };
  return schedule.retryOnConflict(app, async (tx, now): Promise<StopOutcome> => {
    const practice = await readPractice(app, tx);
    if (!practice.settings.waitingList.on) return { kind: "not-found" };
    return endByHand(tx, { app, actor, practice, offerId, now });
  });
}

type ByHand = { app: AppContext; actor: Actor; practice: PracticeFacts; offerId: string; now: number };

async function endByHand(tx: Tx, { app, actor, practice, offerId, now }: ByHand): Promise<StopOutcome> {
  const row = await tx.selectFrom("waiting_offers").selectAll().where("id", "=", offerId).executeTakeFirst();
  const gap = row && (await lockGap(tx, row.gap_id));
  if (!row || !gap) return { kind: "not-found" };
  const offer = offerFrom(row);
  if (!(await endOffer(tx, offer, { state: "lost", now }))) return { kind: "not-found" };
  const isNotified = await notifyGone(tx, { app, practice, offer, now });
  await setNext(tx, gap.id, null);
  await writeAudit(tx, {
    ...{ at: now, actor: actorName(actor), action: "waiting.stop", subject: { kind: "waiting", id: offer.entryId } },
    detail: { start: offer.start, therapist: offer.therapistId },
  });
  return { kind: "released", offer, isNotified };
}

type Block = { therapistIds: readonly string[]; start: number; end: number };

/**
 * Times that are kept for offers, for whoever books over them by hand: `end` ends those offers, tells the people, and
 * they wait on. Undefined: the list is not the actor's to change.
 */
export function keptForOffers(app: AppContext, actor: Actor) {
  if (!may(actor, "change", "waiting list")) return undefined;
  return {
    /** Those whose block overlaps, with what the practice should know before it books. */
    list: async (tx: Tx, { therapistIds, start, end }: Block) => {
      const { settings } = await readPractice(app, tx);
      const rows = await tx
        .selectFrom("waiting_offers as offer")
        .innerJoin("time_holds as hold", "hold.id", "offer.id")
        .innerJoin("waiting_entries as entry", "entry.id", "offer.entry_id")
        .select(["offer.id", "offer.therapist_id", "offer.hold_until", "entry.name", "entry.email"])
        .where("offer.state", "=", "held")
        .where("offer.therapist_id", "in", [...therapistIds])
        .where("hold.block_start", "<", end)
        .where("hold.block_end", ">", start)
        .orderBy("offer.gap_id")
        .execute();
      return rows.map(({ id, therapist_id, hold_until, name, email }) => {
        const who = name ?? "someone who waits";
        const until = localTimeOf(hold_until, settings.bookingRules.zone);
        const isMailed = email && canMailLeaveBy(app, settings.mailServer);
        const after = isMailed ? `We email ${who} that it has gone.` : `Call ${who}: no email reaches them.`;
        return { id, therapistId: therapist_id, sentence: `This time is kept for ${who} until ${until}. ${after}` };
      });
    },
    end: async (tx: Tx, ids: readonly string[], now: number) => {
      const practice = await readPractice(app, tx);
      for (const id of ids) await endByHand(tx, { app, actor, practice, offerId: id, now });
    },
  };
}

/** Puts someone before everybody who is not pinned, or takes the pin away. */
export async function pin(
  app: AppContext,
  actor: Actor,
  { entryId, pinned }: { entryId: string; pinned: boolean },
): Promise<{ kind: "saved" | "not-found" | "forbidden" }> {
  if (!may(actor, "change", "waiting list")) return { kind: "forbidden" };
  return app.db.kysely.transaction().execute(async (tx) => {
    const now = app.clock.now();
    const outcome = await tx
      .updateTable("waiting_entries")
      .set({ pinned_at: pinned ? now : null, updated_at: now })
      .where("id", "=", entryId)
      .where("state", "in", ["waiting", "paused"])
      .executeTakeFirst();
    if (Number(outcome.numUpdatedRows) !== 1) return { kind: "not-found" as const };
    const line = { at: now, actor: actorName(actor), action: pinned ? "waiting.pin" : "waiting.unpin" };
    await writeAudit(tx, { ...line, subject: { kind: "waiting", id: entryId } });
    return { kind: "saved" as const };
  });
}
