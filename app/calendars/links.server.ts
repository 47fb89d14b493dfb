import { addAdapter, removeAdapter } from "#app/adapters/adapters.db.server.ts";
import { writeBusyTimes } from "#app/calendars/busy-times.db.server.ts";
import type { AccountKind } from "#app/calendars/calendar-account.ts";
import type { TypedLink } from "#app/calendars/calendar-link.form.ts";
import { type CalendarLink, faultSentence, nameFrom } from "#app/calendars/calendar-link.ts";
import { type FetchedCalendar, fetchCalendar, windowFrom } from "#app/calendars/fetch-calendar.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { readOrMakeSealingKey, readSealingKey, seal, unseal } from "#app/platform/encryption.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { type Actor, actorName, covers, mayWith, requireScope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const MOST_LINKS = 5;
/** How often a calendar is read. */
export const READ_EVERY_MS = 600_000;

/** The connected calendars of the therapists within scope. */
export async function listCalendarLinks(app: AppContext, actor: Actor): Promise<CalendarLink[]> {
  return (await readCalendarPage(app, actor)).links;
}

/** The same, and the addresses of diaries as they are stored, read together. */
export async function readCalendarPage(app: AppContext, actor: Actor) {
  const scope = requireScope(actor, "see", "calendars");
  const rows = await app.db.kysely
    .selectFrom("therapists")
    .leftJoin("calendar_subscriptions as feed", "feed.therapist_id", "therapists.id")
    .leftJoin("calendar_links as link", "link.therapist_id", "therapists.id")
    .leftJoin("calendar_accounts as account", "account.therapist_id", "therapists.id")
    .selectAll("link")
    .select(["account.id as account_key", "account.kind as account_kind", "account.name as account_name"])
    .select(["username", "writes_to", "calendars"])
    .select(["account.fault as account_fault", "account.fault_since as account_fault_since"])
    .select(["therapists.id as owner", "feed.id as feed_id", "feed.at as feed_at", "feed.shows as feed_shows"])
    .orderBy("link.added_at")
    .orderBy("link.id")
    .execute();
  const links = new Map<string, CalendarLink>();
  const accounts = new Map<string, ConnectedAccount>();
  const feeds = new Map<string, { id: string; therapistId: string; at: number; shows: string }>();
  for (const { owner, feed_id, feed_at, feed_shows, ...row } of rows) {
    if (!covers(scope, owner)) continue;
    if (row.id !== null) links.set(row.id, linkFrom(row as Tables["calendar_links"]));
    if (row.account_key !== null) {
      const found = JSON.parse(row.calendars ?? "[]") as { url: string; name: string }[];
      accounts.set(row.account_key, {
        ...{ id: row.account_key, kind: row.account_kind ?? "caldav", therapistId: owner },
        ...{ name: row.account_name ?? "", username: row.username ?? "" },
        target: found.find(({ url }) => url === row.writes_to)?.name ?? null,
        ...{ fault: row.account_fault, faultSince: row.account_fault_since },
      });
    }
    if (feed_id !== null)
      feeds.set(owner, { id: feed_id, therapistId: owner, at: feed_at ?? 0, shows: feed_shows ?? "" });
  }
  return { links: [...links.values()], accounts: [...accounts.values()], feeds: [...feeds.values()] };
}

/** An account of calendars as the page of all calendars names it. `target`: the calendar that appointments go to. */
export type ConnectedAccount = {
  id: string;
  kind: AccountKind;
  therapistId: string;
  name: string;
  username: string;
  target: string | null;
  fault: string | null;
  faultSince: number | null;
};

function linkFrom(row: Tables["calendar_links"]): CalendarLink {
  return {
    id: row.id,
    therapistId: row.therapist_id,
    accountId: row.account_id,
    name: row.name,
    readAt: row.read_at,
    skipped: row.skipped,
    fault: row.fault,
    faultSince: row.fault_since,
    closesAfter: row.closes_after,
    isClosed: row.is_closed === 1,
  };
}

export type ConnectOutcome =
  | { kind: "added"; skipped: number }
  | { kind: "invalid"; field: "address"; message: string }
  | { kind: "not-found" };

/** Reads the calendar first: one that can't be read is not connected. */
export async function connectCalendar(
  app: AppContext,
  actor: Actor,
  { therapistId, typed }: { therapistId: string; typed: TypedLink },
): Promise<ConnectOutcome> {
  const practice = await readPractice(app);
  const isHere = practice.therapists.some(({ id }) => id === therapistId);
  if (!isHere || !mayWith(actor, ["change", "calendars"], therapistId)) return { kind: "not-found" };
  const url = new URL(typed.address);
  const refused = (message: string) => ({ kind: "invalid" as const, field: "address" as const, message });
  if (url.origin === new URL(app.config.publicUrl).origin)
    return refused("That is the address of a diary here. Paste the address of a calendar that you keep elsewhere.");
  if (!(await countAttempt(app, actor))) return refused("Too many attempts. Try again in an hour.");
  const now = app.clock.now();
  const { bookingRules: rules } = practice.settings;
  const window = windowFrom(rules, now);
  const addresses = await listOwnAddresses(app.db.kysely, therapistId);
  const question = { therapistId, address: typed.address, window, zone: rules.zone, addresses, etag: null };
  const fetched = await fetchCalendar(app, question);
  if (fetched.kind === "fault") return refused(faultSentence(fetched.fault));
  if (fetched.kind === "cached") return refused(faultSentence("refused"));
  return app.db.kysely.transaction().execute(async (tx): Promise<ConnectOutcome> => {
    await lockForWriting(tx, "offer");
    const others = await tx
      .selectFrom("calendar_links")
      .selectAll()
      .where("therapist_id", "=", therapistId)
      .where("account_id", "is", null)
      .execute();
    if (others.some((row) => openedAddress(app, row) === typed.address))
      return refused("This calendar is connected already.");
    if (others.length >= MOST_LINKS)
      return refused(`You can connect ${MOST_LINKS} calendars. Disconnect one before you connect another.`);
    const id = newId();
    const row = {
      ...{ id, therapist_id: therapistId, name: typed.name || nameFrom(url) },
      ...{ account_id: null, address: sealAddress(app, id, typed.address) },
      ...{ added_at: now, added_by: actorName(actor), next_at: now + READ_EVERY_MS },
      ...{ fault: null, fault_since: null, closes_after: typed.closesAfter, is_closed: 0 },
      ...readColumns(fetched, { window, zone: rules.zone, now }),
    };
    await tx.insertInto("calendar_links").values(row).execute();
    const link = { id, therapistId };
    await writeBusyTimes(tx, { link, elsewhere: "busy", times: fetched.busy }, { actor, now });
    await addAdapter(tx, "calendars", now);
    await note(tx, { actor, now, therapistId, action: "calendar.connect" });
    return { kind: "added", skipped: fetched.skipped };
  });
}

/** Whoever may connect a calendar must not try out other servers through us. */
export async function countAttempt(app: AppContext, actor: Actor): Promise<boolean> {
  const limit = { key: `calendar-try:${actorName(actor)}`, limit: 20, windowSeconds: 3600 };
  return (await consumeRateLimit(app, limit)).kind !== "limited";
}

/** What a link remembers of a reading without a fault. */
export function readColumns(
  { etag, events, skipped }: Extract<FetchedCalendar, { kind: "read" }>,
  { window, zone, now }: { window: { end: number }; zone: string; now: number },
) {
  return { read_at: now, etag, read_as: zone, read_until: window.end, events, skipped };
}

/** After how many hours of failing its therapist takes no online bookings. One that is closed opens at once with "never". */
export async function changeCalendarLink(
  app: AppContext,
  actor: Actor,
  { id, closesAfter }: { id: string; closesAfter: number | null },
): Promise<{ kind: "changed" | "not-found" }> {
  return app.db.kysely.transaction().execute(async (tx) => {
    await lockForWriting(tx, "offer");
    const row = await tx.selectFrom("calendar_links").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row || !mayWith(actor, ["change", "calendars"], row.therapist_id)) return { kind: "not-found" as const };
    const now = app.clock.now();
    const link = { id, therapistId: row.therapist_id };
    const opens = row.is_closed === 1 && closesAfter === null;
    if (opens) await writeBusyTimes(tx, { link, elsewhere: "unknown", times: [] }, { actor, now });
    await tx
      .updateTable("calendar_links")
      .set({ closes_after: closesAfter, ...(opens && { is_closed: 0 }) })
      .where("id", "=", id)
      .execute();
    await note(tx, { actor, now, therapistId: row.therapist_id, action: "calendar.change" });
    return { kind: "changed" as const };
  });
}

/** Its busy times go with it. */
export async function disconnectCalendar(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: "removed" | "not-found" }> {
  return app.db.kysely.transaction().execute(async (tx) => {
    await lockForWriting(tx, "offer");
    const row = await tx
      .selectFrom("calendar_links")
      .selectAll()
      .where("id", "=", id)
      .where("account_id", "is", null)
      .executeTakeFirst();
    if (!row || !mayWith(actor, ["change", "calendars"], row.therapist_id)) return { kind: "not-found" as const };
    const now = app.clock.now();
    const link = { id, therapistId: row.therapist_id };
    for (const elsewhere of ["busy", "unknown"] as const) {
      await writeBusyTimes(tx, { link, elsewhere, times: [] }, { actor, now });
    }
    await tx.deleteFrom("calendar_links").where("id", "=", id).execute();
    await removeUnusedAdapter(tx);
    await note(tx, { actor, now, therapistId: row.therapist_id, action: "calendar.disconnect" });
    return { kind: "removed" as const };
  });
}

/** Once no calendar is connected, none can fail. */
export async function removeUnusedAdapter(tx: Tx): Promise<void> {
  const links = tx.selectFrom("calendar_links").select("id");
  const left = await links.unionAll(tx.selectFrom("calendar_accounts").select("id")).limit(1).executeTakeFirst();
  if (!left) await removeAdapter(tx, "calendars");
}

export function sealAddress(app: AppContext, id: string, address: string): string {
  return seal(readOrMakeSealingKey(app.config), cellOf(id), address);
}

/** Null: this machine's key did not seal it. */
export function openedAddress(app: AppContext, { id, address }: { id: string; address: string }): string | null {
  const key = readSealingKey(app.config);
  return key && unseal(key, cellOf(id), address);
}

const cellOf = (row: string) => ({ table: "calendar_links", column: "address", row });

/** What a therapist signs in with: an invitation declined by that address is declined by them. */
export async function listOwnAddresses(db: Queries, therapistId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("staff")
    .innerJoin("users", "users.id", "staff.user_id")
    .select("users.email")
    .where("staff.therapist_id", "=", therapistId)
    .execute();
  return rows.flatMap(({ email }) => (email ? [email] : []));
}

type Note = {
  actor: Actor;
  now: number;
  therapistId: string;
  action: `calendar.${"connect" | "change" | "choose" | "disconnect" | "password" | "sign-in"}`;
};

export async function note(tx: Tx, { actor, now, therapistId, action }: Note): Promise<void> {
  await writeAudit(tx, { at: now, actor: actorName(actor), action, subject: { kind: "therapist", id: therapistId } });
}
