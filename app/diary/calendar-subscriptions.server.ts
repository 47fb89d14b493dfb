import { isStanding } from "#app/appointments/appointments.db.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import {
  calendarFeed,
  type Entry,
  FEED_SHOWS,
  type FeedShows,
  type Subscription,
  subscriptionPath,
} from "#app/diary/ical-feed.gateway.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { deriveSecret, hashOf, newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, covers, mayWith, requireScope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { nameOf } from "#app/settings/schemas/business.ts";

/** Of the therapists within scope. `stored`: what the page has read. */
export async function listSubscriptions(
  app: AppContext,
  actor: Actor,
  stored?: readonly StoredSubscription[],
): Promise<Subscription[]> {
  const scope = requireScope(actor, "see", "calendars");
  const subscriptions = stored ?? (await listStored(app.db.kysely));
  const therapists = (await readPractice(app)).therapists.filter(({ id }) => covers(scope, id));
  return therapists.map(({ id, name }) => {
    const subscription = subscriptions.find(({ therapistId }) => therapistId === id);
    const url = subscription && new URL(subscriptionPath(secretOf(app, subscription.id)), app.config.publicUrl).href;
    return {
      therapistId: id,
      therapistName: name,
      url: url ?? null,
      at: subscription?.at ?? null,
      shows: subscription ? showsFrom(subscription.shows) : "names",
    };
  });
}

const CHANGE = ["change", "calendars"] as const;

type SubscriptionOutcome = { kind: "made" | "changed" | "revoked" | "not-found" };

/** Makes a private calendar address for a therapist; an older one stops working. */
export async function makeSubscription(
  app: AppContext,
  actor: Actor,
  therapistId: string,
): Promise<SubscriptionOutcome> {
  if (!mayWith(actor, CHANGE, therapistId) || !(await getTherapist(app.db.kysely, therapistId))) {
    return { kind: "not-found" };
  }
  const id = newId();
  const secretHash = hashOf(secretOf(app, id));
  await app.db.kysely.transaction().execute(async (tx) => {
    const at = app.clock.now();
    const before = (await listStored(tx)).find((stored) => stored.therapistId === therapistId);
    const shows = before ? showsFrom(before.shows) : "names";
    await deleteSubscription(tx, therapistId);
    await insertSubscription(tx, { id, therapistId, secretHash, at, actor: actorName(actor), shows });
    await note(tx, { actor, at, therapistId, action: "subscription.make" });
  });
  return { kind: "made" };
}

/** What a therapist's calendar shows of clients; its address stays. */
export async function changeSubscription(
  app: AppContext,
  actor: Actor,
  { therapistId, shows }: { therapistId: string; shows: FeedShows },
): Promise<SubscriptionOutcome> {
  if (!mayWith(actor, CHANGE, therapistId)) return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx): Promise<SubscriptionOutcome> => {
    const changed = await tx
      .updateTable("calendar_subscriptions")
      .set({ shows })
      .where("therapist_id", "=", therapistId)
      .executeTakeFirst();
    if (Number(changed.numUpdatedRows) === 0) return { kind: "not-found" };
    await note(tx, { actor, at: app.clock.now(), therapistId, action: "subscription.change" });
    return { kind: "changed" };
  });
}

/** Revokes a therapist's calendar address. */
export async function revokeSubscription(
  app: AppContext,
  actor: Actor,
  therapistId: string,
): Promise<SubscriptionOutcome> {
  if (!mayWith(actor, CHANGE, therapistId)) return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx): Promise<SubscriptionOutcome> => {
    if (!(await deleteSubscription(tx, therapistId))) return { kind: "not-found" };
    await note(tx, { actor, at: app.clock.now(), therapistId, action: "subscription.revoke" });
    return { kind: "revoked" };
  });
}

/** Derived from the server's secret: it can be shown again although only its hash is stored. */
function secretOf(app: AppContext, id: string): string {
  return deriveSecret(app.secret, `calendar:${id}`);
}

async function note(
  tx: Tx,
  { actor, at, therapistId, action }: { actor: Actor; at: number; therapistId: string; action: string },
): Promise<void> {
  await writeAudit(tx, { at, actor: actorName(actor), action, subject: { kind: "therapist", id: therapistId } });
}

type StoredSubscription = { id: string; therapistId: string; at: number; shows: string };

/** One for a therapist at most. */
async function listStored(db: Queries): Promise<StoredSubscription[]> {
  const rows = await db.selectFrom("calendar_subscriptions").select(["id", "therapist_id", "at", "shows"]).execute();
  return rows.map(({ therapist_id, ...row }) => ({ ...row, therapistId: therapist_id }));
}

/** The therapist whose calendar this secret opens, by its hash, and what it shows. */
export async function getStoredFeed(
  db: Queries,
  secretHash: string,
): Promise<{ therapistId: string; shows: FeedShows } | null> {
  const row = await db
    .selectFrom("calendar_subscriptions")
    .select(["therapist_id", "shows"])
    .where("secret_hash", "=", secretHash)
    .executeTakeFirst();
  return row ? { therapistId: row.therapist_id, shows: showsFrom(row.shows) } : null;
}

/** What can't be read shows the least. */
function showsFrom(stored: string): FeedShows {
  return FEED_SHOWS.find((shows) => shows === stored) ?? "times";
}

async function insertSubscription(
  tx: Tx,
  {
    therapistId,
    secretHash,
    ...row
  }: { id: string; therapistId: string; secretHash: string; at: number; actor: string; shows: FeedShows },
): Promise<void> {
  await tx
    .insertInto("calendar_subscriptions")
    .values({ ...row, therapist_id: therapistId, secret_hash: secretHash })
    .execute();
}

/** False when there is none. */
async function deleteSubscription(tx: Tx, therapistId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("calendar_subscriptions")
    .where("therapist_id", "=", therapistId)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

/** Ends the addresses that somebody made, and those of their own diary. */
export async function endSubscriptionsOf(
  tx: Tx,
  { userId, therapistId }: { userId: string; therapistId: string | null },
): Promise<void> {
  await tx
    .deleteFrom("calendar_subscriptions")
    .where((row) => row.or([row("actor", "like", `%:${userId}`), row("therapist_id", "=", therapistId ?? "")]))
    .execute();
}

/** Forgets the addresses of the calendars that block a therapist's time, and when those are busy. */
export async function disconnectCalendarsOf(tx: Tx, { therapistId, now }: { therapistId: string; now: number }) {
  await tx.deleteFrom("calendar_links").where("therapist_id", "=", therapistId).execute();
  await tx.deleteFrom("calendar_accounts").where("therapist_id", "=", therapistId).execute();
  await tx
    .deleteFrom("adapters")
    .where("name", "=", "calendars")
    .where((eb) => eb.not(eb.exists(eb.selectFrom("calendar_links").select("id"))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom("calendar_accounts").select("id"))))
    .execute();
  await raiseContentVersion(tx, now);
}

export async function listEntries(db: Queries, therapistId: string, { start, end }: Interval): Promise<Entry[]> {
  const rows = await db
    .selectFrom("appointments")
    .select(["id", "name", "starts_at", "ends_at", "status", "sequence", "updated_at"])
    .where("therapist_id", "=", therapistId)
    // A block begins a day before its appointment at most, so both ends of the index read are bounded.
    .where("block_start", ">", start - DAY_MS)
    .where("block_start", "<", end)
    .where("starts_at", ">=", start)
    .where("starts_at", "<", end)
    .where(isStanding)
    .orderBy("starts_at")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    start: row.starts_at,
    end: row.ends_at,
    status: row.status,
    sequence: row.sequence,
    changedAt: row.updated_at,
  }));
}

const DAY_MS = 86_400_000;

const DAYS_BACK = 30;
const DAYS_AHEAD = 400;

/** iCalendar text; null when the secret is unknown. */
export async function getCalendarFeed(app: AppContext, secret: string): Promise<string | null> {
  const db = app.db.kysely;
  const feed = await getStoredFeed(db, hashOf(secret));
  const therapist = feed && (await getTherapist(db, feed.therapistId));
  if (!therapist) return null;
  const now = app.clock.now();
  const within = { start: now - DAYS_BACK * DAY_MS, end: now + DAYS_AHEAD * DAY_MS };
  const entries = await listEntries(db, therapist.id, within);
  const { business } = (await readPractice(app)).settings;
  const { publicUrl } = app.config;
  const title = `${nameOf(business, publicUrl)}: ${therapist.name}`;
  return calendarFeed({ title, entries, shows: feed.shows, publicUrl });
}
