import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import { writeBusyTimes } from "#app/calendars/busy-times.db.server.ts";
import { linkFaultSentence } from "#app/calendars/calendar-link.ts";
import { type FetchedCalendar, fetchCalendar, reachesFar, windowFrom } from "#app/calendars/fetch-calendar.server.ts";
import { listOwnAddresses, openedAddress, READ_EVERY_MS, readColumns } from "#app/calendars/links.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const LOOK_EVERY = 60_000;
const AT_ONCE = 4;
const HOUR_MS = 3_600_000;
const SYSTEM = { kind: "system" } as const;

/** Looks once a minute which calendars are due; with none connected, that is one read. */
export function startReadingCalendars(app: AppContext): () => Promise<void> {
  return repeat(app, { every: LOOK_EVERY, job: readCalendars, failed: "calendars could not be read" });
}

type Link = Tables["calendar_links"];

/** Reads the calendars that are due, each by one process. Returns how many. */
export async function readCalendars(app: AppContext): Promise<number> {
  const now = app.clock.now();
  const due = await app.db.kysely
    .selectFrom("calendar_links")
    .selectAll()
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .orderBy("id")
    .execute();
  let read = 0;
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const turns = await Promise.all(due.slice(at, at + AT_ONCE).map((link) => readInTurn(app, link)));
    read += turns.filter(Boolean).length;
  }
  if (read > 0) await noteAll(app);
  return read;
}

async function readInTurn(app: AppContext, link: Link): Promise<boolean> {
  const now = app.clock.now();
  const taken = await app.db.kysely
    .updateTable("calendar_links")
    .set({ next_at: now + READ_EVERY_MS })
    .where("id", "=", link.id)
    .where("next_at", "=", link.next_at)
    .executeTakeFirst();
  if (Number(taken.numUpdatedRows) !== 1) return false;
  await storeReading(app, link, await readAgain(app, link));
  return true;
}

async function readAgain(app: AppContext, link: Link): Promise<FetchedCalendar> {
  const address = openedAddress(app, link);
  if (address === null) return { kind: "fault", fault: "shut", wait: null };
  const { bookingRules: rules } = (await readPractice(app)).settings;
  const now = app.clock.now();
  // What was read in another zone, or not far enough, has to be sent again.
  const isCurrent = link.read_as === rules.zone && reachesFar(link.read_until, rules, now);
  return fetchCalendar(app, {
    therapistId: link.therapist_id,
    address,
    etag: isCurrent ? link.etag : null,
    window: windowFrom(rules, now),
    zone: rules.zone,
    addresses: await listOwnAddresses(app.db.kysely, link.therapist_id),
  });
}

/** A fault leaves the last known times as they are. */
async function storeReading(app: AppContext, before: Link, fetched: FetchedCalendar): Promise<void> {
  const { bookingRules: rules } = (await readPractice(app)).settings;
  await app.db.kysely.transaction().execute(async (tx) => {
    await lockForWriting(tx, "offer");
    const now = app.clock.now();
    // It may have been disconnected meanwhile.
    const row = await tx.selectFrom("calendar_links").selectAll().where("id", "=", before.id).executeTakeFirst();
    if (!row) return;
    const link = { id: row.id, therapistId: row.therapist_id };
    const window = windowFrom(rules, now);
    const by = { actor: SYSTEM, now };
    const set = tx.updateTable("calendar_links").where("id", "=", row.id);
    if (fetched.kind === "fault") {
      const since = row.fault_since ?? now;
      const closes = row.closes_after !== null && now - since >= row.closes_after * HOUR_MS;
      if (closes) await writeBusyTimes(tx, { link, elsewhere: "unknown", times: [window] }, by);
      const wait = Math.min((fetched.wait ?? 0) * 1000, HOUR_MS);
      await set
        .set({ fault: fetched.fault, fault_since: since, is_closed: closes ? 1 : 0 })
        .set({ next_at: Math.max(row.next_at, now + wait) })
        .execute();
      app.log.warn({ link: row.id, fault: fetched.fault }, "a connected calendar could not be read");
      return;
    }
    if (row.is_closed === 1) await writeBusyTimes(tx, { link, elsewhere: "unknown", times: [] }, by);
    if (fetched.kind === "read") await writeBusyTimes(tx, { link, elsewhere: "busy", times: fetched.busy }, by);
    const read = fetched.kind === "read" ? readColumns(fetched, { window, zone: rules.zone, now }) : { read_at: now };
    await set.set({ ...read, fault: null, fault_since: null, is_closed: 0 }).execute();
  });
}

/** One line and one mail a day for all of them. */
async function noteAll(app: AppContext): Promise<void> {
  const failing = await app.db.kysely
    .selectFrom("calendar_links")
    .innerJoin("therapists", "therapists.id", "calendar_links.therapist_id")
    .select(["therapists.name as therapist", "calendar_links.name", "fault"])
    .where("fault", "is not", null)
    .orderBy("fault_since")
    .orderBy("calendar_links.id")
    .execute();
  const lines = failing.map(
    ({ therapist, name, fault }) => `${therapist}’s calendar “${name}”: ${linkFaultSentence(fault ?? "")}`,
  );
  await noteAdapter(app, "calendars", lines.length === 0 ? null : { status: null, words: lines.join(" ") });
}
