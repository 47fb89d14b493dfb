import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { lowerCaseOf } from "#app/platform/database/expressions.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";
import type { Entry, WaitingOffer } from "#app/waiting-list/waiting.ts";

/** Derived like a manage link: it can be mailed again although only its hash is stored. */
export function waitSecretOf(app: AppContext, entryId: string): string {
  return deriveSecret(app.secret, `waiting:${entryId}`);
}

export function waitUrlOf(app: AppContext, entryId: string): string {
  return new URL(`/waiting/${waitSecretOf(app, entryId)}`, app.config.publicUrl).href;
}

export function offerSecretOf(app: AppContext, offerId: string): string {
  return deriveSecret(app.secret, `waiting-offer:${offerId}`);
}

export function offerUrlOf(app: AppContext, offerId: string): string {
  return new URL(`/waiting/offer/${offerSecretOf(app, offerId)}`, app.config.publicUrl).href;
}

export async function insertEntry(tx: Tx, entry: Entry & { secret: string }): Promise<void> {
  await tx
    .insertInto("waiting_entries")
    .values({
      id: entry.id,
      client_id: entry.clientId,
      user_id: entry.userId,
      name: entry.name,
      email: entry.email,
      phone: entry.phone,
      service_id: entry.serviceId,
      minutes: entry.minutes,
      ...preferencesColumns(entry),
      first_day: entry.firstDay,
      swap_appointment_id: entry.swapAppointmentId,
      state: entry.state,
      paused_until: entry.pausedUntil,
      pinned_at: entry.pinnedAt,
      secret_hash: hashOf(entry.secret),
      created_at: entry.createdAt,
      updated_at: entry.createdAt,
    })
    .execute();
}

export function preferencesColumns({
  therapistIds,
  weekdays,
  dayTimes,
  lastDay,
}: Pick<Entry, "therapistIds" | "weekdays" | "dayTimes" | "lastDay">) {
  return {
    therapist_ids: JSON.stringify(therapistIds),
    weekdays: JSON.stringify(weekdays),
    day_times: JSON.stringify(dayTimes),
    last_day: lastDay,
  };
}

type Columns = Partial<Omit<Tables["waiting_entries"], "id" | "created_at" | "updated_at">>;

/** False when it is no longer in one of these states. */
export async function saveEntry(
  tx: Tx,
  { id, from, now }: { id: string; from: readonly Entry["state"][]; now: number },
  columns: Columns,
): Promise<boolean> {
  const outcome = await tx
    .updateTable("waiting_entries")
    .set({ ...columns, updated_at: now })
    .where("id", "=", id)
    .where("state", "in", [...from])
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

export async function getEntry(db: Queries, id: string): Promise<Entry | null> {
  const row = await db.selectFrom("waiting_entries").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? entryFrom(row) : null;
}

export async function getEntryBySecret(db: Queries, secret: string): Promise<Entry | null> {
  const row = await db
    .selectFrom("waiting_entries")
    .selectAll()
    .where("secret_hash", "=", hashOf(secret))
    .executeTakeFirst();
  return row ? entryFrom(row) : null;
}

/** Whose entries: of one client, of an account (with those of its client record), or of an address that nobody has confirmed yet. */
export type Whose = { clientId: string } | { userId: string } | { unconfirmed: string };

/** Those that have not ended, the oldest first. */
export async function listEntriesOf(db: Queries, whose: Whose): Promise<Entry[]> {
  const rows = await db
    .selectFrom("waiting_entries")
    .selectAll()
    .where((eb) => {
      if ("clientId" in whose) return eb("client_id", "=", whose.clientId);
      if ("userId" in whose)
        return eb.or([eb("user_id", "=", whose.userId), eb("client_id", "in", clientOf(db, whose))]);
      return eb.and([eb(lowerCaseOf("email"), "=", whose.unconfirmed.toLowerCase()), eb("state", "=", "unconfirmed")]);
    })
    .where("state", "in", ["unconfirmed", "waiting", "paused"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(entryFrom);
}

function clientOf(db: Queries, { userId }: { userId: string }) {
  return db.selectFrom("client_keys").select("client_id").where("kind", "=", "account").where("value", "=", userId);
}

/** Everyone who may be asked on this local date or later; pauses that have ended count. */
export async function listWaitingFrom(db: Queries, today: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom("waiting_entries")
    .selectAll()
    .where("state", "in", ["waiting", "paused"])
    .where("last_day", ">=", today)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(entryFrom);
}

export function entryFrom(row: Tables["waiting_entries"]): Entry {
  return {
    id: row.id,
    clientId: row.client_id,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    serviceId: row.service_id,
    minutes: row.minutes,
    therapistIds: JSON.parse(row.therapist_ids),
    weekdays: JSON.parse(row.weekdays),
    dayTimes: JSON.parse(row.day_times),
    firstDay: row.first_day,
    lastDay: row.last_day,
    swapAppointmentId: row.swap_appointment_id,
    state: row.state,
    pausedUntil: row.paused_until,
    pinnedAt: row.pinned_at,
    createdAt: row.created_at,
  };
}

export function offerFrom(row: Tables["waiting_offers"]): WaitingOffer {
  return {
    id: row.id,
    gapId: row.gap_id,
    entryId: row.entry_id,
    clientId: row.client_id,
    therapistId: row.therapist_id,
    start: row.starts_at,
    end: row.ends_at,
    state: row.state,
    until: row.hold_until,
    createdAt: row.created_at,
    answeredAt: row.answered_at,
    appointmentId: row.appointment_id,
  };
}

export async function getOffer(db: Queries, id: string): Promise<WaitingOffer | null> {
  const row = await db.selectFrom("waiting_offers").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? offerFrom(row) : null;
}

export async function getOfferBySecret(db: Queries, secret: string): Promise<WaitingOffer | null> {
  const row = await db
    .selectFrom("waiting_offers")
    .selectAll()
    .where("secret_hash", "=", hashOf(secret))
    .executeTakeFirst();
  return row ? offerFrom(row) : null;
}

export async function listOffersOf(db: Queries, entryIds: readonly string[]): Promise<WaitingOffer[]> {
  if (entryIds.length === 0) return [];
  const rows = await db
    .selectFrom("waiting_offers")
    .selectAll()
    .where("entry_id", "in", [...entryIds])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(offerFrom);
}
