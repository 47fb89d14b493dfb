import { createHash } from "node:crypto";
import { viewStatus } from "#app/appointments/appointment.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { AppointmentCalendar, Found } from "#app/calendars/appointment-calendar.server.ts";
import { type CalDavFault, keyOf } from "#app/calendars/caldav.gateway.server.ts";
import { openAccount, waitAfter } from "#app/calendars/open-account.server.ts";
import type { OwnEvent } from "#app/calendars/own-event.gateway.server.ts";
import { listEntries } from "#app/diary/calendar-subscriptions.server.ts";
import { type Entry, FEED_SHOWS, summaryOf } from "#app/diary/ical-feed.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS_AHEAD = 400;
/** How often a calendar is compared though nothing has changed here. */
const COMPARED_EVERY = 5 * MINUTE_MS;
/** A change of a transaction that began before others may show after them. */
const LATE_BY = MINUTE_MS;
const MOST_WRITES = 100;

type Account = Tables["calendar_accounts"];
type Written = Tables["calendar_writes"];

/**
 * Brings the appointments of those therapists into their calendars whose schedule has changed, and looks every five
 * minutes whether an event was changed there. Returns how many accounts were compared.
 */
export async function writeAppointments(app: AppContext): Promise<number> {
  const now = app.clock.now();
  const due = await app.db.kysely
    .selectFrom("calendar_accounts as account")
    .selectAll("account")
    .where((eb) =>
      eb.or([
        eb("next_at", "<=", now),
        eb.exists(
          eb
            .selectFrom("schedule_changes as change")
            .select("change.id")
            .whereRef("change.at", ">=", "account.followed_at")
            .where("change.appointment_id", "is not", null)
            .where((change) =>
              change.or([
                change("freed_therapist_id", "=", change.ref("account.therapist_id")),
                change("taken_therapist_id", "=", change.ref("account.therapist_id")),
              ]),
            ),
        ),
      ]),
    )
    .orderBy("account.id")
    .execute();
  let compared = 0;
  for (const account of due) compared += (await writeInTurn(app, account)) ? 1 : 0;
  return compared;
}

async function writeInTurn(app: AppContext, account: Account): Promise<boolean> {
  const now = app.clock.now();
  const next = now + COMPARED_EVERY;
  const taken = await app.db.kysely
    .updateTable("calendar_accounts")
    .set({ next_at: next, followed_at: now - LATE_BY })
    .where("id", "=", account.id)
    .where("next_at", "=", account.next_at)
    .executeTakeFirst();
  if (Number(taken.numUpdatedRows) !== 1) return false;
  const opened = await openAccount(app, account);
  const outcome = opened.kind === "fault" ? opened : await compare(app, opened.calendar, account);
  const set = app.db.kysely.updateTable("calendar_accounts").where("id", "=", account.id);
  if (outcome.kind === "fault") {
    const since = account.fault_since ?? now;
    const fault = { fault: outcome.fault, fault_since: since };
    await set.set({ ...fault, next_at: Math.max(next, now + waitAfter(outcome, since, now)), cursor: null }).execute();
    app.log.warn({ account: account.id, fault: outcome.fault }, "appointments did not reach a calendar");
  } else {
    const { cursor, isWhole } = outcome;
    await set.set({ fault: null, fault_since: null, cursor, ...(!isWhole && { next_at: now }) }).execute();
  }
  return true;
}

type Compared = { kind: "complete"; cursor: string | null; isWhole: boolean };

async function compare(
  app: AppContext,
  calendar: AppointmentCalendar,
  account: Account,
): Promise<Compared | CalDavFault> {
  const now = app.clock.now();
  const db = app.db.kysely;
  const { writes_to: url } = account;
  const written = await db.selectFrom("calendar_writes").selectAll().where("account_id", "=", account.id).execute();
  if (url === null && written.length === 0) return { kind: "complete", cursor: null, isWhole: true };
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const all = await listEntries(db, account.therapist_id, { start: now - DAY_MS, end: now + DAYS_AHEAD * DAY_MS });
  const entries = new Map(all.map((entry) => [entry.id, entry]));
  const events =
    url === null ? [] : all.filter(({ end }) => end > now).map((entry) => eventOf(app, { account, calendar }, entry));
  const isHere = (row: Written) => url !== null && row.href.startsWith(url);
  const differs =
    written.some((row) => row.restores === 1 || !isHere(row) || !entries.has(row.appointment_id)) ||
    events.some(({ id, print }) => written.find((row) => row.appointment_id === id)?.written !== print);
  let cursor: string | null = null;
  let etags = new Map<string, string>();
  if (url !== null) {
    const head = await calendar.readCursor(url, account.cursor);
    if (head.kind === "fault") return head;
    cursor = head.cursor;
    if (!differs && cursor !== null && cursor === account.cursor) return { kind: "complete", cursor, isWhole: true };
    const listed = await calendar.listObjects(url);
    if (listed.kind === "fault") return listed;
    etags = listed.etags;
    cursor ??= listed.cursor ?? null;
  }
  const there: There = { app, calendar, account, zone, written: 0 };
  for (const row of written) {
    if (there.written >= MOST_WRITES) break;
    const isMoved = !isHere(row);
    if (!isMoved && entries.has(row.appointment_id)) continue;
    // What is over stays in the calendar, and is no longer looked at.
    if (row.ends_at <= now) {
      await forget(there, row);
      continue;
    }
    const fault = await takeAway(there, row, isMoved ? null : (etags.get(keyOf(row.href)) ?? null));
    if (fault) return fault;
  }
  const kept = new Map(written.filter(isHere).map((row) => [row.appointment_id, row]));
  for (const event of events) {
    if (there.written >= MOST_WRITES) break;
    const row = kept.get(event.id) ?? (await intend(there, event, url ?? ""));
    const fault = await bring(there, { event, row, etag: etags.get(keyOf(row.href)) ?? null });
    if (fault) return fault;
  }
  for (const row of kept.values()) {
    const entry = entries.get(row.appointment_id);
    if (entry && entry.end <= now) await forget(there, row);
  }
  const isWhole = there.written < MOST_WRITES;
  return { kind: "complete", cursor: there.written === 0 ? cursor : null, isWhole };
}

type There = { app: AppContext; calendar: AppointmentCalendar; account: Account; zone: string; written: number };
type Event = OwnEvent & { id: string; print: string };

function eventOf(
  { config }: AppContext,
  { account, calendar }: { account: Account; calendar: AppointmentCalendar },
  entry: Entry,
): Event {
  const shows = FEED_SHOWS.find((one) => one === account.shows) ?? "times";
  const { id, start, end, sequence, changedAt, name } = entry;
  const isPending = viewStatus(entry.status) === "Pending";
  const summary = summaryOf(name, shows);
  const print = createHash("sha256")
    .update(JSON.stringify([start, end, summary, isPending]))
    .digest("base64url");
  const url = new URL(`/admin/appointments/${id}`, config.publicUrl).href;
  const uid = calendar.uidFor(id, new URL(config.publicUrl).hostname);
  return { id, uid, start, end, sequence, changedAt, summary, isPending, url, print };
}

/** Stored before it is sent: whatever stops between, its event is found and taken away again. */
async function intend({ app, account, calendar }: There, event: Event, url: string): Promise<Written> {
  const row: Written = {
    ...{ account_id: account.id, appointment_id: event.id, uid: event.uid },
    ...{ href: calendar.hrefFor(url, event.id), etag: null, written: null },
    ...{ starts_at: event.start, ends_at: event.end, restores: 0, ...NO_PROPOSAL },
  };
  await app.db.kysely
    .insertInto("calendar_writes")
    .values(row)
    .onConflict((conflict) => conflict.columns(["account_id", "appointment_id"]).doNothing())
    .execute();
  return row;
}

const NO_PROPOSAL = {
  ...{ proposal: null, proposed_start: null, proposed_end: null, proposed_etag: null, proposed_at: null },
};

type Place = { event: Event; row: Written; etag: string | null };

/** `etag`: what the server lists; null: nothing stands there. */
async function bring(there: There, { event, row, etag }: Place): Promise<CalDavFault | null> {
  if (etag === null) {
    // Never written, or to be put back; else its therapist has deleted it.
    if (row.written === null || row.restores === 1) return put(there, { event, row, before: null });
    return propose(there, row, { proposal: "deleted", time: null, etag: null });
  }
  if (etag === row.etag && row.restores === 0) {
    return row.written === event.print ? withdraw(there, row) : rewrite(there, { event, row });
  }
  const read = await there.calendar.readObject(row.href, { uid: row.uid, zone: there.zone });
  if (read.kind === "fault") return read;
  if (read.found === null) return bring(there, { event, row, etag: null });
  const before = { ...read.found, etag: read.found.etag ?? etag };
  if (row.restores === 1) return put(there, { event, row, before });
  const { time } = before;
  if (time && isSame(time, event)) {
    const isUnwritten = row.written !== event.print;
    // Their title or alarm is theirs; what is not ours to change stays. Without an ETag before, it is our own writing.
    if (isUnwritten) return put(there, { event, row, before });
    await save(there, row, { etag: before.etag, starts_at: event.start, ends_at: event.end, ...NO_PROPOSAL });
    return null;
  }
  if (row.written === null || (time && isSame(time, { start: row.starts_at, end: row.ends_at })))
    return put(there, { event, row, before });
  return propose(there, row, { proposal: time ? "moved" : "deleted", time, etag: before.etag });
}

const isSame = (one: Interval, other: Interval) => one.start === other.start && one.end === other.end;

async function rewrite(there: There, { event, row }: Omit<Place, "etag">): Promise<CalDavFault | null> {
  const read = await there.calendar.readObject(row.href, { uid: row.uid, zone: there.zone });
  if (read.kind === "fault") return read;
  if (read.found === null) return bring(there, { event, row, etag: null });
  return put(there, { event, row, before: { ...read.found, etag: read.found.etag ?? row.etag ?? "" } });
}

/** A write that loses to a change there does nothing: the next comparison reads what stands there, and decides. */
async function put(
  there: There,
  { event, row, before }: { event: Event; row: Written; before: Found | null },
): Promise<CalDavFault | null> {
  there.written += 1;
  const outcome = await there.calendar.putObject({ href: row.href, event: { ...event, uid: row.uid }, before });
  if (outcome.kind === "fault") return outcome;
  if (outcome.kind === "conflict") return null;
  const times = { starts_at: event.start, ends_at: event.end };
  await save(there, row, { etag: outcome.etag, written: event.print, ...times, restores: 0, ...NO_PROPOSAL });
  return null;
}

async function propose(
  there: There,
  row: Written,
  { proposal, time, etag }: { proposal: "moved" | "deleted"; time: Interval | null; etag: string | null },
): Promise<null> {
  const proposed = { proposed_start: time?.start ?? null, proposed_end: time?.end ?? null };
  const isKnown =
    row.proposal === proposal &&
    row.proposed_start === proposed.proposed_start &&
    row.proposed_end === proposed.proposed_end;
  const at = isKnown ? row.proposed_at : there.app.clock.now();
  await save(there, row, { proposal, ...proposed, proposed_etag: etag, proposed_at: at });
  return null;
}

async function withdraw(there: There, row: Written): Promise<null> {
  if (row.proposal !== null) await save(there, row, NO_PROPOSAL);
  return null;
}

/** The event of an appointment that no longer stands, or not in this calendar. */
async function takeAway(there: There, row: Written, listed: string | null): Promise<CalDavFault | null> {
  const { calendar } = there;
  const etag = listed ?? row.etag;
  if (etag !== null) {
    there.written += 1;
    let outcome = await calendar.deleteObject({ href: row.href, ifMatch: etag });
    if (outcome.kind === "conflict") {
      const read = await calendar.readObject(row.href, { uid: row.uid, zone: there.zone });
      if (read.kind === "fault") return read;
      if (read.found !== null)
        outcome = await calendar.deleteObject({ href: row.href, ifMatch: read.found.etag ?? etag });
    }
    // A calendar that is gone has no events.
    if (outcome.kind === "fault" && outcome.fault !== "calendar-gone") return outcome;
    if (outcome.kind === "conflict") return null;
  }
  await forget(there, row);
  return null;
}

async function save({ app }: There, row: Written, changed: Partial<Written>): Promise<void> {
  await app.db.kysely
    .updateTable("calendar_writes")
    .set(changed)
    .where("account_id", "=", row.account_id)
    .where("appointment_id", "=", row.appointment_id)
    .execute();
}

async function forget({ app }: There, row: Written): Promise<void> {
  await app.db.kysely
    .deleteFrom("calendar_writes")
    .where("account_id", "=", row.account_id)
    .where("appointment_id", "=", row.appointment_id)
    .execute();
}
