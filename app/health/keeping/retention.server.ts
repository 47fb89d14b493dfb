import { sql } from "kysely";
import { CANCELLED } from "#app/appointments/appointment.ts";
import { lockClient } from "#app/clients/clients.db.server.ts";
import type { Answers } from "#app/health/form/form.ts";
import { destroyRecord, hasOpenRecord, lockRecord } from "#app/health/keeping/destroy.db.server.ts";
import { onHoldSince } from "#app/health/keeping/hold.server.ts";
import { imported } from "#app/health/moving/imported.ts";
import { healthState, openRecord } from "#app/health/record-key.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeErasures } from "#app/platform/backup/erasure-list.server.ts";
import { overwriteNow } from "#app/platform/database/overwrite-deleted.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { keptFor, keptUntil } from "#app/settings/health.ts";

const EVERY = 3_600_000;
// A month ahead, an owner reads what will be destroyed.
const NOTICE_DAYS = 31;

type Rules = { zone: string; kept: ReturnType<typeof keptFor> };

async function readRules(app: AppContext): Promise<Rules> {
  const { health, bookingRules } = (await readPractice(app)).settings;
  return { zone: bookingRules.zone, kept: keptFor(health) };
}

/** The last day on which what was written about a client so far is kept, as the rules stand now. */
export async function lastDayKept(app: AppContext, clientId: string): Promise<string> {
  const { zone, kept } = await readRules(app);
  const db = app.db.kysely;
  const day = (await lastDays(db, zone, clientId)).get(clientId) ?? localDateOf(app.clock.now(), zone);
  return keptUntil(day, kept, await isOfChild(app, db, clientId));
}

/** Of each client with an open record: the day of their last appointment, also one ahead, or else of what they wrote. */
async function lastDays(db: Queries, zone: string, clientId?: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("record_keys")
    .where("withdrawal_id", "is", null)
    .$if(clientId !== undefined, (query) => query.where("client_id", "=", clientId ?? ""))
    .select((eb) => [
      "client_id as clientId",
      eb.fn.max("created_at").as("madeAt"),
      eb
        .selectFrom("appointments")
        .whereRef("appointments.client_id", "=", "record_keys.client_id")
        .where(sql`lower(coalesce(status, ''))`, "<>", CANCELLED.toLowerCase())
        .select((inner) => inner.fn.max("starts_at").as("at"))
        .as("start"),
      eb
        .selectFrom("health_answers")
        .whereRef("health_answers.client_id", "=", "record_keys.client_id")
        .select((inner) => inner.fn.max("sent_at").as("at"))
        .as("sentAt"),
      eb
        .selectFrom("treatment_notes")
        .whereRef("treatment_notes.client_id", "=", "record_keys.client_id")
        .select((inner) => inner.fn.max("first_saved_at").as("at"))
        .as("notedAt"),
      eb
        .selectFrom("record_files")
        .whereRef("record_files.client_id", "=", "record_keys.client_id")
        .select((inner) => inner.fn.max("added_at").as("at"))
        .as("filedAt"),
    ])
    .groupBy("client_id")
    .orderBy("client_id")
    .execute();
  return new Map(
    rows.map(({ clientId: id, start, ...written }) => {
      const { madeAt, sentAt, notedAt, filedAt } = written;
      const last = start ?? Math.max(...[madeAt, sentAt, notedAt, filedAt].map(Number));
      return [id, localDateOf(Number(last), zone)];
    }),
  );
}

/** Also where a form can't be opened: rather kept too long than destroyed too early. */
async function isOfChild(app: AppContext, db: Queries, clientId: string): Promise<boolean> {
  const rows = await db
    .selectFrom("health_answers")
    .select(["id", "sealed"])
    .where("client_id", "=", clientId)
    .execute();
  const cells = rows.map(({ id, sealed }) => ({
    cell: { table: "health_answers", column: "sealed", row: id },
    sealed,
  }));
  const opened = (await openRecord(app, db, clientId, cells)) as (Answers | null)[];
  if (opened.some((answers) => answers === null || answers.guardian !== null)) return true;
  const moved = await db
    .selectFrom("treatment_notes")
    .select(["id", "sealed"])
    .where("client_id", "=", clientId)
    .where("source", "is not", null)
    .execute();
  const movedCells = moved.map(({ id, sealed }) => ({
    cell: { table: "treatment_notes", column: "sealed", row: id },
    sealed,
  }));
  const theirs = await openRecord(app, db, clientId, movedCells);
  return theirs.some((one) => imported.safeParse(one).data?.isOfChild ?? true);
}

/** Until when something of a client's record is kept if they are erased now; null: nothing has to be. */
export async function keptAfterErasure(app: AppContext, clientId: string): Promise<string | null> {
  const db = app.db.kysely;
  const frozen = await db
    .selectFrom("health_withdrawals")
    .select("kept_until")
    .where("client_id", "=", clientId)
    .execute();
  const open = (await hasOpenRecord(db, clientId)) ? [await lastDayKept(app, clientId)] : [];
  const last = [...open, ...frozen.map(({ kept_until }) => kept_until)].sort().at(-1) ?? null;
  const { zone } = await readRules(app);
  const today = localDateOf(app.clock.now(), zone);
  if (last === null || last >= today) return last;
  return (await onHoldSince(db, clientId)) === null ? null : today;
}

function frozenBy(erasedAt: number | null, departureId: string | null) {
  if (erasedAt !== null) return "erased" as const;
  return departureId === null ? ("withdrawn" as const) : ("left" as const);
}

type End = Omit<Tables["record_ends"], "listed_on" | "ends_on">;

/** Every record that ends before the notice is over. Forms are opened only of those whose adult years are. */
async function listEnds(app: AppContext, today: string): Promise<End[]> {
  const db = app.db.kysely;
  const { zone, kept } = await readRules(app);
  const before = addDays(today, NOTICE_DAYS);
  const frozen = await db
    .selectFrom("health_withdrawals")
    .innerJoin("clients", "clients.id", "health_withdrawals.client_id")
    .select(["health_withdrawals.id", "client_id", "kept_until", "erased_at", "departure_id"])
    .where("kept_until", "<", before)
    .execute();
  const ends = frozen.map(
    ({ erased_at, departure_id, ...end }): End => ({ ...end, reason: frozenBy(erased_at, departure_id) }),
  );
  // Off, nobody would have read the list. What a client was promised ends on its day all the same.
  if ((await healthState(app)) === "off") return ends;
  for (const [clientId, day] of await lastDays(db, zone)) {
    if (keptUntil(day, kept, false) >= before) continue;
    const isChild = await isOfChild(app, db, clientId);
    const last = keptUntil(day, kept, isChild);
    if (last >= before) continue;
    ends.push({ id: clientId, client_id: clientId, kept_until: last, reason: isChild ? "child" : "age" });
  }
  return ends;
}

export type Ending = Pick<Tables["record_ends"], "reason" | "ends_on"> & {
  clientId: string;
  name: string | null;
  erasedAt: number | null;
  /** It is not destroyed before the hold is lifted. */
  onHoldSince: number | null;
};

/** What is destroyed within a month, the first first. */
export async function listEnding(db: Queries): Promise<Ending[]> {
  return db
    .selectFrom("record_ends")
    .innerJoin("clients", "clients.id", "record_ends.client_id")
    .select(["record_ends.client_id as clientId", "clients.name", "erased_at as erasedAt", "reason", "ends_on"])
    .select((eb) =>
      eb
        .selectFrom("record_holds")
        .whereRef("record_holds.client_id", "=", "record_ends.client_id")
        .select((inner) => inner.fn.min("since").as("since"))
        .as("onHoldSince"),
    )
    .orderBy("ends_on")
    .orderBy("record_ends.id")
    .execute();
}

/** Whether anything of a client's health is sealed. */
export async function hasKey(db: Queries, clientId: string): Promise<boolean> {
  const keys = db.selectFrom("record_keys").select("key_id").where("client_id", "=", clientId);
  return (await keys.limit(1).executeTakeFirst()) !== undefined;
}

/** What is kept of an erased client, and until when; null: nothing. */
export async function keptOfErased(db: Queries, clientId: string): Promise<string | null> {
  const row = await db
    .selectFrom("health_withdrawals")
    .select((eb) => eb.fn.max("kept_until").as("until"))
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return row?.until ?? null;
}

/** Lists and destroys, once an hour. Returns a function that stops it. */
export function startKeepingRecords(app: AppContext): () => Promise<void> {
  return repeat(app, { every: EVERY, job: keepRecords, failed: "records could not be destroyed on their day" });
}

/** Lists what ends within a month, and destroys what ends today. Returns how many records it destroyed. */
export async function keepRecords(app: AppContext): Promise<number> {
  const { zone } = await readRules(app);
  const today = localDateOf(app.clock.now(), zone);
  const ends = await listEnds(app, today);
  await app.db.kysely.transaction().execute((tx) => writeEnds(tx, { ends, today }));
  let destroyed = 0;
  for (const end of ends) {
    const isDone = await app.db.kysely
      .transaction()
      .execute((tx) => destroyIfDue(tx, end, { today, now: app.clock.now(), zone }));
    if (isDone) destroyed += 1;
  }
  if (destroyed > 0) {
    await overwriteNow(app);
    await writeErasures(app);
  }
  return destroyed;
}

async function writeEnds(tx: Tx, { ends, today }: { ends: readonly End[]; today: string }): Promise<void> {
  const listed = await tx.selectFrom("record_ends").selectAll().execute();
  const gone = listed.filter(({ id }) => !ends.some((end) => end.id === id)).map(({ id }) => id);
  if (gone.length > 0) await tx.deleteFrom("record_ends").where("id", "in", gone).execute();
  for (const end of ends) {
    const listedOn = listed.find(({ id }) => id === end.id)?.listed_on ?? today;
    const dayAfter = addDays(end.kept_until, 1);
    const noticed = addDays(listedOn, NOTICE_DAYS - 1);
    // A client was promised their day. Any other record stands a month on the list, also where the years were lowered.
    const endsOn = isOpen(end) && noticed > dayAfter ? noticed : dayAfter;
    const row = { ...end, listed_on: listedOn, ends_on: endsOn };
    await tx
      .insertInto("record_ends")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }
}

/** Whether it is a record that nothing froze. */
function isOpen({ reason }: Pick<End, "reason">): boolean {
  return reason === "age" || reason === "child";
}

type Moment = { today: string; now: number; zone: string };

/** In the transaction that destroys it, once more: another process may have, or they have just booked again. */
async function destroyIfDue(
  tx: Tx,
  { id, client_id: clientId, reason, kept_until }: End,
  at: Moment,
): Promise<boolean> {
  const client = await lockClient(tx, clientId);
  if (!client && reason !== "erased") return false;
  const row = await tx.selectFrom("record_ends").select("ends_on").where("id", "=", id).executeTakeFirst();
  if (!row || row.ends_on > at.today) return false;
  await lockRecord(tx, clientId);
  if ((await onHoldSince(tx, clientId)) !== null) return false;
  const last = isOpen({ reason }) ? (await lastDays(tx, at.zone, clientId)).get(clientId) : undefined;
  if (last !== undefined && last > kept_until) return false;
  await destroyRecord(tx, { clientId, withdrawalId: isOpen({ reason }) ? null : id, now: at.now });
  await tx.deleteFrom("record_ends").where("id", "=", id).execute();
  return true;
}
