import { type Interval, merge } from "#app/availability/interval.ts";
import { writeBusyTimes } from "#app/calendars/busy-times.db.server.ts";
import {
  type CalDavFault,
  listObjects,
  readCursor,
  readObjects,
  type Session,
} from "#app/calendars/caldav.gateway.server.ts";
import {
  type Extent,
  type FetchedCalendar,
  fetchCalendar,
  ownEventsIn,
  reachesFar,
  windowFrom,
} from "#app/calendars/fetch-calendar.server.ts";
import { listOwnAddresses, openedAddress, READ_EVERY_MS, readColumns } from "#app/calendars/links.server.ts";
import { openAccount, waitAfter } from "#app/calendars/open-account.server.ts";
import { MOST_EVENTS, readCalendar } from "#app/calendars/read-calendar.gateway.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const HOUR_MS = 3_600_000;
/** A server that says whether anything has changed is asked more often. */
const COMPARED_EVERY_MS = 300_000;
const SYSTEM = { kind: "system" } as const;

type Link = Tables["calendar_links"];
type Fetched = FetchedCalendar | ReadCollection;

/** Reads a connected calendar that is due, by one process of several. False: another does. */
export async function readLink(app: AppContext, link: Link): Promise<boolean> {
  const now = app.clock.now();
  const taken = await app.db.kysely
    .updateTable("calendar_links")
    .set({ next_at: now + (link.account_id === null ? READ_EVERY_MS : COMPARED_EVERY_MS) })
    .where("id", "=", link.id)
    .where("next_at", "=", link.next_at)
    .executeTakeFirst();
  if (Number(taken.numUpdatedRows) !== 1) return false;
  await storeReading(app, link, await readAgain(app, link));
  return true;
}

async function readAgain(app: AppContext, link: Link): Promise<Fetched> {
  const address = openedAddress(app, link);
  const account = link.account_id === null ? null : await openById(app, link.account_id);
  if (address === null) return SHUT;
  if (account?.kind === "fault") return account;
  const { bookingRules: rules } = (await readPractice(app)).settings;
  const now = app.clock.now();
  // What was read in another zone, or not far enough, has to be sent again.
  const isCurrent = link.read_as === rules.zone && reachesFar(link.read_until, rules, now);
  const question = {
    therapistId: link.therapist_id,
    etag: isCurrent ? link.etag : null,
    window: windowFrom(rules, now),
    zone: rules.zone,
    addresses: await listOwnAddresses(app.db.kysely, link.therapist_id),
  };
  if (account === null) return fetchCalendar(app, { ...question, address });
  if (!("session" in account.reads)) {
    const { company, token } = account.reads;
    const { window, etag: cursor } = question;
    const read = await company.readBusy(app, token, { url: address, window, cursor });
    if (read.kind === "fault") return read;
    if (read.kind === "cached") return { kind: "cached", etag: read.cursor };
    return { ...read, events: read.busy.length, skipped: 0, etag: read.cursor };
  }
  const { session } = account.reads;
  const addresses = [...question.addresses, session.username];
  return readCollection(app, session, { ...question, addresses, url: address, linkId: link.id, isWhole: isCurrent });
}

const SHUT = { kind: "fault", fault: "shut", wait: null } as const;

async function openById(app: AppContext, id: string) {
  const row = await app.db.kysely.selectFrom("calendar_accounts").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? openAccount(app, row) : SHUT;
}

/** A fault leaves the last known times as they are. */
async function storeReading(app: AppContext, before: Link, fetched: Fetched): Promise<void> {
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
      const wait = waitAfter(fetched, since, now);
      await set
        .set({ fault: fetched.fault, fault_since: since, is_closed: closes ? 1 : 0 })
        .set({ next_at: Math.max(row.next_at, now + wait) })
        .execute();
      app.log.warn({ link: row.id, fault: fetched.fault }, "a connected calendar could not be read");
      return;
    }
    if (row.is_closed === 1) await writeBusyTimes(tx, { link, elsewhere: "unknown", times: [] }, by);
    if (fetched.kind === "read") await writeBusyTimes(tx, { link, elsewhere: "busy", times: fetched.busy }, by);
    if (fetched.kind === "read" && "objects" in fetched) await storeObjects(tx, row.id, fetched.objects);
    const same = {
      read_at: now,
      ...(fetched.kind === "cached" && fetched.etag !== undefined && { etag: fetched.etag }),
    };
    const read = fetched.kind === "read" ? readColumns(fetched, { window, zone: rules.zone, now }) : same;
    await set.set({ ...read, fault: null, fault_since: null, is_closed: 0 }).execute();
  });
}

const OBJECTS_AT_ONCE = 100;
const ROWS_AT_ONCE = 1000;

/** When one object of a calendar is busy. Its text is never stored. */
type ReadObject = { etag: string; busy: Interval[]; skipped: number };

type ReadCollection = {
  kind: "read";
  busy: Interval[];
  events: number;
  skipped: number;
  etag: string | null;
  /** To store: what has changed, and what is gone, by the key of its address. */
  objects: { changed: ReadonlyMap<string, ReadObject>; gone: readonly string[] };
};

type Question = Extent & {
  linkId: string;
  therapistId: string;
  url: string;
  /** What the calendar was when it was read last; null: its server does not say. */
  etag: string | null;
  /** What is stored of its objects still holds: it reaches as far, in the same zone. */
  isWhole: boolean;
  addresses: readonly string[];
};

/**
 * Reads a calendar by CalDAV: only the objects that have changed. Servers differ in time ranges, in expanding and in
 * their own lists of changes, so none of these is asked for.
 */
async function readCollection(
  app: AppContext,
  session: Session,
  { linkId, therapistId, url, etag, isWhole, window, zone, addresses }: Question,
): Promise<ReadCollection | { kind: "cached" } | CalDavFault> {
  const head = await readCursor(app, session, url);
  if (head.kind === "fault") return head;
  if (head.cursor !== null && head.cursor === etag) return { kind: "cached" };
  const listed = await listObjects(app, session, url);
  if (listed.kind === "fault") return listed;
  if (listed.etags.size > MOST_EVENTS) return { kind: "fault", fault: "too-many", wait: null };
  const stored = await listStored(app.db.kysely, linkId);
  const known = isWhole ? stored : new Map<string, ReadObject>();
  const isChanged = ([key, tag]: [string, string]) => known.get(key)?.etag !== tag;
  const missing = [...listed.etags].filter(isChanged).flatMap(([key]) => listed.hrefs.get(key) ?? []);
  const changed = new Map<string, ReadObject>();
  const spent = { steps: 0 };
  for (let at = 0; at < missing.length; at += OBJECTS_AT_ONCE) {
    const read = await readObjects(app, session, { url, hrefs: missing.slice(at, at + OBJECTS_AT_ONCE) });
    if (read.kind === "fault") return read;
    const texts = [...read.objects.values()].map(({ text }) => text).join("\n");
    const isOwn = await ownEventsIn(app, texts, therapistId);
    for (const [key, object] of read.objects) {
      const answer = readCalendar(object.text, { window, zone, isOwn, addresses, spent });
      const { busy, skipped } = answer.kind === "read" ? answer : { busy: [], skipped: 1 };
      changed.set(key, { etag: listed.etags.get(key) ?? object.etag, busy, skipped });
    }
  }
  const all = [...listed.etags.keys()].flatMap((key) => changed.get(key) ?? known.get(key) ?? []);
  const gone = [...stored.keys()].filter((key) => !listed.etags.has(key));
  const isSettled = changed.size === 0 && gone.length === 0;
  return {
    kind: "read",
    busy: merge(all.flatMap(({ busy }) => busy)),
    events: all.length,
    skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
    // SOGo's mark is the second of the last change: another change in that second would have the same.
    etag: isSettled ? head.cursor : null,
    objects: { changed, gone },
  };
}

async function listStored(db: Queries, linkId: string): Promise<Map<string, ReadObject>> {
  const rows = await db.selectFrom("calendar_objects").selectAll().where("link_id", "=", linkId).execute();
  return new Map(
    rows.map(({ href, etag, busy, skipped }) => {
      const pairs = JSON.parse(busy) as [number, number][];
      return [href, { etag, busy: pairs.map(([start, end]) => ({ start, end })), skipped }];
    }),
  );
}

async function storeObjects(tx: Tx, linkId: string, { changed, gone }: ReadCollection["objects"]): Promise<void> {
  const old = [...gone, ...changed.keys()];
  for (let at = 0; at < old.length; at += ROWS_AT_ONCE) {
    await tx
      .deleteFrom("calendar_objects")
      .where("link_id", "=", linkId)
      .where("href", "in", old.slice(at, at + ROWS_AT_ONCE))
      .execute();
  }
  const rows = [...changed].map(([href, { etag, busy, skipped }]) => ({
    ...{ link_id: linkId, href, etag, skipped },
    busy: JSON.stringify(busy.map(({ start, end }) => [start, end])),
  }));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await tx
      .insertInto("calendar_objects")
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute();
  }
}
