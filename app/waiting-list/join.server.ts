import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { mayChange } from "#app/appointments/may-change.server.ts";
import { retryOnConflict, rollBack } from "#app/appointments/schedule.server.ts";
import { bookableIn, type Offer, resolveOffer } from "#app/catalogue/service.ts";
import { clientFor, getProvenEmail } from "#app/clients/client-for-booking.server.ts";
import { lockClient } from "#app/clients/clients.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { addDays, addMonths, localDateOf, monthInWords, startOfDay, weekdayOf } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, may, worksHere } from "#app/platform/permissions.ts";
import type { PracticeFacts } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { canMailLeaveBy } from "#app/settings/can-mail-leave.server.ts";
import { getContactLinks } from "#app/settings/contact-links.ts";
import {
  getEntry,
  getEntryBySecret,
  insertEntry,
  listEntriesOf,
  listOffersOf,
  preferencesColumns,
  saveEntry,
  type Whose,
  waitSecretOf,
} from "#app/waiting-list/entries.db.server.ts";
import { endOffersOf } from "#app/waiting-list/rounds.server.ts";
import type { JoinField, JoinInput, PreferencesInput } from "#app/waiting-list/waiting.form.ts";
import { type Chances, type Entry, MOST_ENTRIES, type WaitingOffer } from "#app/waiting-list/waiting.ts";
import { waitConfirmMessage } from "#app/waiting-list/waiting-messages.ts";

export type JoinOutcome =
  /** `state` is `unconfirmed` while the link in the email is to be opened; `token` opens what they wait for. */
  | { kind: "joined"; entryId: string; state: "waiting" | "unconfirmed"; token: string }
  | { kind: "invalid"; field: JoinField; message: string }
  /** The list is off, or the appointment to give up is not theirs. */
  | { kind: "not-found" }
  | { kind: "forbidden" };

/**
 * `swap`: the appointment to give up for an earlier time; with a manage link the actor is its holder. `beside`: the one
 * whose link they hold and which they keep. `clientId`: whom the desk has chosen.
 */
export type Join = { input: JoinInput; swap?: string | null; beside?: string | null; clientId?: string | null };

/** Puts someone on the list. Whoever has not proven the address gets a link first; the desk may add them without one. */
export async function join(app: AppContext, actor: Actor, request: Join): Promise<JoinOutcome> {
  const isPractice = worksHere(actor);
  if (isPractice && !may(actor, "change", "waiting list")) return { kind: "forbidden" };
  return retryOnConflict(app, async (tx, now): Promise<JoinOutcome> => {
    const practice = await readPractice(app, tx);
    const { waitingList, bookingRules, mailServer, business } = practice.settings;
    if (!waitingList.on) return { kind: "not-found" };
    const preferences = readPreferences(practice, { input: request.input, today: localDateOf(now, bookingRules.zone) });
    if (preferences.kind === "invalid") return preferences;
    const ownId = request.swap ?? request.beside ?? null;
    const own = ownId === null ? null : await getOwn(tx, { actor, id: ownId, now });
    if (own && own.kind !== "appointment") return own;
    const person = await personOf(tx, { actor, input: request.input, own: own?.appointment ?? null });
    const phone = getContactLinks(business).phone.label;
    const fault = isPractice
      ? faultOfPractice(person)
      : onlineFault(person, { mails: canMailLeaveBy(app, mailServer), phone });
    if (fault) return fault;
    const client = person.isProven ? await clientOf(tx, { person, request, isPractice, now }) : null;
    if (client?.isBlocked && !isPractice) return rollBack(tx, invalid("service", notOnline(phone)));
    const clientId = client?.id ?? null;
    const whose: Whose = clientId ? { clientId } : { unconfirmed: person.email ?? "" };
    const before = await listEntriesOf(tx, whose);
    const swapId = request.swap ?? null;
    const sought = { ...preferences.preferences, swapAppointmentId: swapId, name: person.name };
    const same = before.find((entry) => isSame(entry, sought));
    if (same) return joinedBefore(tx, { app, entry: same, now });
    if (before.length >= MOST_ENTRIES) return invalid("service", TOO_MANY);
    const id = newId();
    const entry: Entry = {
      ...{ id, clientId, userId: person.userId, name: person.name, email: person.email, phone: person.phone },
      ...preferences.preferences,
      firstDay: localDateOf(now, bookingRules.zone),
      swapAppointmentId: swapId,
      state: person.isProven ? "waiting" : "unconfirmed",
      ...{ pausedUntil: null, pinnedAt: null, createdAt: now },
    };
    const token = waitSecretOf(app, id);
    await insertEntry(tx, { ...entry, secret: token });
    if (!person.isProven) await enqueue(tx, [waitConfirmMessage(id)], now);
    await note(tx, { actor, action: "waiting.join", entry, now });
    const state = person.isProven ? "waiting" : "unconfirmed";
    return { kind: "joined", entryId: id, state, token };
  });
}

/** A form sent twice joins once. */
function isSame(entry: Entry, sought: Preferred & Pick<Entry, "swapAppointmentId" | "name">): boolean {
  const keyOf = ({ serviceId, minutes, therapistIds, weekdays, dayTimes, ...one }: typeof sought) =>
    JSON.stringify([
      serviceId,
      minutes,
      therapistIds,
      weekdays,
      dayTimes,
      one.lastDay,
      one.swapAppointmentId,
      one.name,
    ]);
  return keyOf(entry) === keyOf(sought);
}

const AGAIN_MS = 10 * 60_000;

/** Whoever tries again a while later has not found the email: it is sent once more. */
async function joinedBefore(
  tx: Tx,
  { app, entry, now }: { app: AppContext; entry: Entry; now: number },
): Promise<JoinOutcome> {
  const state = entry.state === "unconfirmed" ? "unconfirmed" : "waiting";
  if (state === "unconfirmed" && now - entry.createdAt > AGAIN_MS) {
    await enqueue(tx, [waitConfirmMessage(entry.id)], now);
  }
  return { kind: "joined", entryId: entry.id, state, token: waitSecretOf(app, entry.id) };
}

const TOO_MANY = "You are already waiting for five times. Stop waiting for one of them first";

function invalid(field: JoinField, message: string) {
  return { kind: "invalid" as const, field, message };
}

type Preferred = Pick<Entry, "serviceId" | "minutes" | "therapistIds" | "weekdays" | "dayTimes" | "lastDay">;
type PreferencesOutcome = { kind: "valid"; preferences: Preferred; offer: Offer } | ReturnType<typeof invalid>;

function readPreferences(
  practice: PracticeFacts,
  { input, today }: { input: Pick<JoinInput, "service" | "minutes"> & PreferencesInput; today: string },
): PreferencesOutcome {
  const resolved = resolveOffer(bookableIn(practice, { slug: input.service }), {
    service: input.service,
    minutes: input.minutes,
  });
  if (resolved.kind === "not-found") {
    return invalid(resolved.field === "therapist" ? "therapists" : resolved.field, resolved.message);
  }
  const { offer } = resolved;
  if (offer.service.venue === "client") {
    return invalid("service", "The waiting list does not cover treatments at home. Call to arrange a time");
  }
  const therapists = input.therapists.map((slug) => offer.therapists.find((giver) => giver.slug === slug));
  if (therapists.includes(undefined)) {
    return invalid("therapists", `Not everyone you chose gives ${offer.service.title}. Choose again`);
  }
  if (input.until < today) return invalid("until", "That day has passed. Enter a later one");
  const last = addDays(today, practice.settings.bookingRules.horizonDays);
  if (input.until > last) {
    const { horizonDays } = practice.settings.bookingRules;
    return invalid("until", `Bookings are open up to ${horizonDays} days ahead. Enter an earlier day`);
  }
  const preferences = {
    serviceId: offer.service.id,
    minutes: offer.length.minutes,
    therapistIds: therapists.flatMap((giver) => giver?.id ?? []),
    weekdays: [...new Set(input.weekdays)].sort(),
    dayTimes: [...new Set(input.dayTimes)],
    lastDay: input.until,
  };
  return { kind: "valid", preferences, offer };
}

async function getOwn(
  tx: Tx,
  { actor, id, now }: { actor: Actor; id: string; now: number },
): Promise<{ kind: "appointment"; appointment: Appointment } | { kind: "not-found" } | ReturnType<typeof invalid>> {
  const appointment = await getAppointment(tx, id);
  if (!appointment || !mayChange(actor, appointment)) return { kind: "not-found" };
  if (viewStatus(appointment.status) === "Cancelled" || appointment.start <= now) {
    return invalid("service", "That appointment is over or cancelled, so there is nothing to give up");
  }
  return { kind: "appointment", appointment };
}

async function isUnprovenAppointment(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom("appointments").select("unproven").where("id", "=", id).executeTakeFirst();
  return row?.unproven === 1;
}

type Joining = {
  userId: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  isProven: boolean;
};

/** An account's own address is proven, and so is a booking's whose link was opened; the desk vouches for the rest. */
async function personOf(
  tx: Tx,
  { actor, input, own }: { actor: Actor; input: JoinInput; own: Appointment | null },
): Promise<Joining> {
  const { name, email, phone } = input;
  if (worksHere(actor)) return { userId: own?.userId ?? null, name, email, phone, isProven: true };
  const proven = actor.kind === "client" ? await getProvenEmail(tx, actor.userId) : null;
  if (actor.kind === "client" && proven) return { userId: actor.userId, name, email: proven, phone, isProven: true };
  if (actor.kind === "holder" && own?.email && own.email.toLowerCase() === email?.toLowerCase()) {
    const isProven = !(await isUnprovenAppointment(tx, own.id));
    return { userId: own.userId, name, email, phone, isProven };
  }
  return { userId: null, name, email, phone, isProven: false };
}

function faultOfPractice({ name, email, phone }: Joining) {
  if (!name) return invalid("name", "Enter the name of the person who is waiting");
  return email || phone ? null : invalid("phone", "Enter a phone number or an email address");
}

function onlineFault(
  { name, email, phone, isProven }: Joining,
  { mails, phone: ours }: { mails: boolean; phone: string },
) {
  if (!name) return invalid("name", "Enter your full name");
  if (!phone) return invalid("phone", "Enter your phone number");
  if (!email) return invalid("email", "Enter your email address");
  // The link could not be sent, so the address stays unproven.
  const call = `We can’t send emails at the moment. Call${ours && ` ${ours}`}, and we put you on the list`;
  return mails || isProven ? null : invalid("email", call);
}

function notOnline(phone: string): string {
  return `You can’t join the list online${phone && `. Call ${phone}`}`;
}

async function clientOf(
  tx: Tx,
  { person, request, isPractice, now }: { person: Joining; request: Join; isPractice: boolean; now: number },
): Promise<{ id: string; isBlocked: boolean }> {
  const by = isPractice ? ("practice" as const) : ("person" as const);
  const client = await clientFor(tx, { ...person, by, clientId: request.clientId ?? null }, now);
  // Two entries at once count each other.
  await lockClient(tx, client.id);
  return client;
}

type ConfirmOutcome = { kind: "confirmed" } | { kind: "invalid"; message: string } | { kind: "not-found" };

/** The button behind the mailed link: the address is theirs, and from now on they wait. */
export async function confirmWait(app: AppContext, token: string): Promise<ConfirmOutcome> {
  return retryOnConflict(app, async (tx, now): Promise<ConfirmOutcome> => {
    const { waitingList, business } = (await readPractice(app, tx)).settings;
    if (!waitingList.on) return { kind: "not-found" };
    const entry = await getEntryBySecret(tx, token);
    if (!entry) return { kind: "not-found" };
    if (entry.state === "waiting" || entry.state === "paused") return { kind: "confirmed" };
    if (entry.state !== "unconfirmed") return { kind: "not-found" };
    const { id: clientId, isBlocked } = await clientFor(tx, { ...entry, by: "person" }, now);
    if (isBlocked) return rollBack(tx, { kind: "invalid", message: notOnline(getContactLinks(business).phone.label) });
    await lockClient(tx, clientId);
    if ((await listEntriesOf(tx, { clientId })).length >= MOST_ENTRIES) return { kind: "invalid", message: TOO_MANY };
    await saveEntry(tx, { id: entry.id, from: ["unconfirmed"], now }, { state: "waiting", client_id: clientId });
    await note(tx, { actor: { kind: "visitor" }, action: "waiting.confirm", entry, now });
    return { kind: "confirmed" };
  });
}

/** Who asks: an account, the holder of a mailed link, or the practice. */
export type Who = { token: string } | { actor: Actor };

/** An entry with its offers, the oldest first. `others`: how many more wait for the same treatment and length. */
export type Wait = Entry & { offers: WaitingOffer[]; token: string; others: number };

/**
 * What someone waits for: an account's own entries, or by a mailed link all of the same client. Null: no such link, or
 * the list is off.
 */
export async function listWaits(app: AppContext, who: Who): Promise<Wait[] | null> {
  if (!(await readPractice(app)).settings.waitingList.on) return null;
  const entries = await entriesOf(app.db.kysely, who);
  if (!entries) return null;
  const offers = Map.groupBy(
    await listOffersOf(
      app.db.kysely,
      entries.map(({ id }) => id),
    ),
    ({ entryId }) => entryId,
  );
  const waiting = await countWaiting(app.db.kysely);
  return entries.map((entry) => {
    const own = entries.filter((one) => one.state !== "unconfirmed" && isAlike(one, entry)).length;
    const others = Math.max(0, (waiting.find((one) => isAlike(one, entry))?.count ?? 0) - own);
    return { ...entry, offers: offers.get(entry.id) ?? [], token: waitSecretOf(app, entry.id), others };
  });
}

type Treatment = Pick<Entry, "serviceId" | "minutes">;

function isAlike(one: Treatment, other: Treatment): boolean {
  return one.serviceId === other.serviceId && one.minutes === other.minutes;
}

async function countWaiting(db: Queries): Promise<(Treatment & { count: number })[]> {
  const rows = await db
    .selectFrom("waiting_entries")
    .select(["service_id", "minutes", (eb) => eb.fn.countAll<number>().as("count")])
    .where("state", "in", ["waiting", "paused"])
    .groupBy(["service_id", "minutes"])
    .execute();
  return rows.map(({ service_id, minutes, count }) => ({ serviceId: service_id, minutes, count: Number(count) }));
}

async function entriesOf(db: Queries, who: Who): Promise<Entry[] | null> {
  if ("actor" in who) return "userId" in who.actor ? listEntriesOf(db, { userId: who.actor.userId }) : [];
  const entry = await getEntryBySecret(db, who.token);
  if (!entry) return null;
  // An address that nobody has confirmed opens nothing else.
  if (entry.clientId === null) return entry.state === "unconfirmed" ? [entry] : [];
  return listEntriesOf(db, { clientId: entry.clientId });
}

export type WaitOutcome =
  | { kind: "saved"; entry: Entry }
  | { kind: "invalid"; field: JoinField; message: string }
  | { kind: "not-found" }
  | { kind: "forbidden" };

/** Stops waiting: what is held for them is given to the next person. */
export async function leave(app: AppContext, who: Who, entryId: string): Promise<WaitOutcome> {
  return changeEntry(app, { who, entryId, action: "waiting.leave" }, async (tx, entry, { now }) => {
    await endOffersOf(tx, { entryId: entry.id, state: "declined", now });
    return { state: "left", paused_until: null };
  });
}

/** Pauses until a local date, or until they go on by themselves (null). What is held for them goes to the next person. */
export async function pause(
  app: AppContext,
  who: Who,
  { entryId, until }: { entryId: string; until: string | null },
): Promise<WaitOutcome> {
  return changeEntry(app, { who, entryId, action: "waiting.pause" }, async (tx, entry, { now, today }) => {
    if (until !== null && until <= today) return invalid("until", "Enter a day after today");
    await endOffersOf(tx, { entryId: entry.id, state: "declined", now });
    return { state: "paused", paused_until: until };
  });
}

export async function resume(app: AppContext, who: Who, entryId: string): Promise<WaitOutcome> {
  return changeEntry(app, { who, entryId, action: "waiting.resume" }, async () => ({
    state: "waiting",
    paused_until: null,
  }));
}

/** Changes the days, times, therapists or the last day of a wait. */
export async function changeWait(
  app: AppContext,
  who: Who,
  { entryId, preferences }: { entryId: string; preferences: PreferencesInput },
): Promise<WaitOutcome> {
  return changeEntry(app, { who, entryId, action: "waiting.change" }, async (_, entry, { practice, today }) => {
    const slug = practice.services.find(({ id }) => id === entry.serviceId)?.slug ?? "";
    const read = readPreferences(practice, { input: { ...preferences, service: slug, minutes: entry.minutes }, today });
    return read.kind === "invalid" ? read : preferencesColumns(read.preferences);
  });
}

type Changed = Parameters<typeof saveEntry>[2];
type At = { now: number; today: string; practice: PracticeFacts };

async function changeEntry(
  app: AppContext,
  { who, entryId, action }: { who: Who; entryId: string; action: string },
  decide: (tx: Tx, entry: Entry, at: At) => Promise<Changed | ReturnType<typeof invalid>>,
): Promise<WaitOutcome> {
  const actor: Actor = "actor" in who ? who.actor : { kind: "visitor" };
  const isPractice = worksHere(actor);
  if (isPractice && !may(actor, "change", "waiting list")) return { kind: "forbidden" };
  return retryOnConflict(app, async (tx, now): Promise<WaitOutcome> => {
    const practice = await readPractice(app, tx);
    if (!practice.settings.waitingList.on) return { kind: "not-found" };
    const entry = isPractice
      ? await getEntry(tx, entryId)
      : (await entriesOf(tx, who))?.find(({ id }) => id === entryId);
    if (!entry) return { kind: "not-found" };
    const today = localDateOf(now, practice.settings.bookingRules.zone);
    const changed = await decide(tx, entry, { now, today, practice });
    if ("kind" in changed) return changed as ReturnType<typeof invalid>;
    const isSaved = await saveEntry(tx, { id: entryId, from: ["unconfirmed", "waiting", "paused"], now }, changed);
    if (!isSaved) return { kind: "not-found" };
    await note(tx, { actor, action, entry, now });
    return { kind: "saved", entry: (await getEntry(tx, entryId)) ?? entry };
  });
}

export async function note(
  tx: Tx,
  {
    actor,
    action,
    entry,
    now,
    detail,
  }: {
    actor: Actor;
    action: string;
    entry: Pick<Entry, "id" | "serviceId" | "minutes">;
    now: number;
    detail?: Record<string, string | number | null>;
  },
): Promise<void> {
  const { id, serviceId, minutes } = entry;
  await writeAudit(tx, {
    ...{ at: now, actor: actorName(actor), action },
    subject: { kind: "waiting", id },
    detail: { service: serviceId, minutes, ...detail },
  });
}

/** For the page of a full day. Null while the list is off. */
export async function chances(
  app: AppContext,
  { serviceId, minutes, date }: { serviceId: string; minutes: number; date: string },
): Promise<Chances | null> {
  const { waitingList, bookingRules } = (await readPractice(app)).settings;
  if (!waitingList.on) return null;
  const today = localDateOf(app.clock.now(), bookingRules.zone);
  const month = addMonths(today.slice(0, 7), -1);
  const from = startOfDay(`${month}-01`, bookingRules.zone);
  const to = startOfDay(`${addMonths(month, 1)}-01`, bookingRules.zone);
  const weekday = weekdayOf(date);
  const rows = await app.db.kysely
    .selectFrom("waiting_entries as entry")
    .select(["state", "weekdays", "first_day", "last_day", "service_id", "minutes", "created_at"])
    .select((eb) =>
      eb
        .selectFrom("waiting_offers as offer")
        .select((one) => one.fn.countAll<number>().as("offers"))
        .whereRef("offer.entry_id", "=", "entry.id")
        .as("offers"),
    )
    .where("state", "!=", "unconfirmed")
    .where((eb) =>
      eb.or([
        eb("last_day", ">=", date),
        eb.and([
          eb("created_at", "<", to),
          eb("last_day", ">=", `${month}-01`),
          eb("created_at", ">=", from - YEAR_MS),
        ]),
      ]),
    )
    .execute();
  const ofDay = rows.filter((row) => {
    const weekdays: number[] = JSON.parse(row.weekdays);
    return weekdays.length === 0 || weekdays.includes(weekday);
  });
  const waits = ofDay.filter(
    ({ state, service_id, minutes: long, first_day, last_day }) =>
      (state === "waiting" || state === "paused") &&
      service_id === serviceId &&
      long === minutes &&
      first_day <= date &&
      last_day >= date,
  );
  const past = ofDay.filter(({ created_at, last_day }) => created_at < to && last_day >= `${month}-01`);
  return {
    waiting: waits.length,
    month: monthInWords(month),
    ended: past.length,
    offered: past.filter(({ offers }) => Number(offers ?? 0) > 0).length,
  };
}

const YEAR_MS = 365 * 86_400_000;
