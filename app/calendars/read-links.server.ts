import { openSession } from "#app/calendars/accounts.db.server.ts";
import { writeBusyTimes } from "#app/calendars/busy-times.db.server.ts";
import { type FetchedCalendar, fetchCalendar, reachesFar, windowFrom } from "#app/calendars/fetch-calendar.server.ts";
import { listOwnAddresses, openedAddress, READ_EVERY_MS, readColumns } from "#app/calendars/links.server.ts";
import { type ReadCollection, readCollection, storeObjects } from "#app/calendars/read-collection.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
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
  const account = link.account_id === null ? null : await getSession(app, link.account_id);
  if (address === null || account === "shut") return { kind: "fault", fault: "shut", wait: null };
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
  const addresses = [...question.addresses, account.username];
  return readCollection(app, account, { ...question, addresses, url: address, linkId: link.id, isWhole: isCurrent });
}

async function getSession(app: AppContext, id: string) {
  const row = await app.db.kysely.selectFrom("calendar_accounts").selectAll().where("id", "=", id).executeTakeFirst();
  return (row && openSession(app, row)) ?? "shut";
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
    if (fetched.kind === "read" && "objects" in fetched) await storeObjects(tx, row.id, fetched.objects);
    const read = fetched.kind === "read" ? readColumns(fetched, { window, zone: rules.zone, now }) : { read_at: now };
    await set.set({ ...read, fault: null, fault_since: null, is_closed: 0 }).execute();
  });
}
