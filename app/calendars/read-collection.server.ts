import { type Interval, merge } from "#app/availability/interval.ts";
import {
  type CalDavFault,
  listObjects,
  readCursor,
  readObjects,
  type Session,
} from "#app/calendars/caldav.gateway.server.ts";
import { type Extent, ownEventsIn } from "#app/calendars/fetch-calendar.server.ts";
import { MOST_EVENTS, readCalendar } from "#app/calendars/read-calendar.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

const OBJECTS_AT_ONCE = 100;
const ROWS_AT_ONCE = 1000;

/** When one object of a calendar is busy. Its text is never stored. */
type ReadObject = { etag: string; busy: Interval[]; skipped: number };

export type ReadCollection = {
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
export async function readCollection(
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
  return {
    kind: "read",
    busy: merge(all.flatMap(({ busy }) => busy)),
    events: all.length,
    skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
    etag: head.cursor,
    objects: { changed, gone: [...stored.keys()].filter((key) => !listed.etags.has(key)) },
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

export async function storeObjects(
  tx: Tx,
  linkId: string,
  { changed, gone }: ReadCollection["objects"],
): Promise<void> {
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
