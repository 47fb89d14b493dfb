import { type Import, type ImportChoices, type ImportRow, importChoices } from "#app/moving/csv/import-choices.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

type NewImport = Pick<Import, "id" | "kind" | "fileName" | "headings" | "choices" | "actor" | "createdAt">;

export async function insertImport(db: Queries, made: NewImport): Promise<void> {
  const { id, actor } = made;
  const kind = made.kind === "appointments" ? made.kind : "clients";
  await db
    .insertInto("imports")
    .values({
      ...{ id, kind, actor, state: "reading", total: 0, added: 0, known: 0, refused: 0, claimed_until: 0 },
      file_name: made.fileName,
      headings: JSON.stringify(made.headings),
      choices: JSON.stringify(made.choices),
      created_at: made.createdAt,
    })
    .execute();
}

export async function insertRows(
  db: Queries,
  id: string,
  rows: readonly Pick<ImportRow, "number" | "cells">[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ number, cells }) => ({ import_id: id, number, cells: JSON.stringify(cells) }));
  await db.insertInto("import_rows").values(values).execute();
}

export async function getImport(db: Queries, id: string): Promise<Import | null> {
  const row = await db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? importFrom(row) : null;
}

/** All imports, the newest first. */
export async function listImports(db: Queries): Promise<Import[]> {
  const rows = await db.selectFrom("imports").selectAll().orderBy("created_at", "desc").orderBy("id").execute();
  return rows.map(importFrom);
}

/** The rows after this number that are not refused, in order. */
export async function listRows(
  db: Queries,
  { id, after, most }: { id: string; after: number; most: number },
): Promise<ImportRow[]> {
  const rows = await rowsOf(db, id)
    .where("number", ">", after)
    .where("reason", "is", null)
    .where("appointment_id", "is", null)
    .orderBy("number")
    .limit(most)
    .execute();
  return rows.map(rowFrom);
}

export async function listRefused(
  db: Queries,
  { id, after, most }: { id: string; after: number; most: number },
): Promise<ImportRow[]> {
  const rows = await rowsOf(db, id)
    .where("number", ">", after)
    .where("reason", "is not", null)
    .orderBy("number")
    .limit(most)
    .execute();
  return rows.map(rowFrom);
}

function rowsOf(db: Queries, id: string) {
  return db.selectFrom("import_rows").select(["number", "cells", "reason"]).where("import_id", "=", id);
}

/** Stores the choices while the import waits for its start. */
export async function writeChoices(db: Queries, id: string, choices: ImportChoices): Promise<void> {
  await db
    .updateTable("imports")
    .set({ choices: JSON.stringify(choices) })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** All its rows are there: it waits for its owner. */
export async function markRead(
  db: Queries,
  id: string,
  { total, choices }: Pick<Import, "total" | "choices">,
): Promise<void> {
  const values = { state: "waiting" as const, total, choices: JSON.stringify(choices) };
  await db.updateTable("imports").set(values).where("id", "=", id).execute();
}

/** Starts an import. False if it does not wait any more. */
export async function markRunning(tx: Tx, id: string): Promise<boolean> {
  const started = await tx
    .updateTable("imports")
    .set({ state: "running" })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return Number(started.numUpdatedRows) === 1;
}

export async function getRunning(
  db: Queries,
  { worker, now }: { worker: string; now: number },
): Promise<string | null> {
  const row = await db
    .selectFrom("imports")
    .select("id")
    .where("state", "=", "running")
    .where((eb) => eb.or([eb("claimed_until", "<=", now), eb("claimed_by", "=", worker)]))
    .orderBy("created_at")
    .orderBy("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Takes a running import for this process until `until`, and locks its row for the transaction. Null if another
 * process has it, or it was deleted.
 */
export async function claimImport(
  tx: Tx,
  { id, worker, now, until }: { id: string; worker: string; now: number; until: number },
): Promise<Import | null> {
  const row = await tx
    .updateTable("imports")
    .set({ claimed_by: worker, claimed_until: until })
    .where("id", "=", id)
    .where("state", "=", "running")
    .where((eb) => eb.or([eb("claimed_until", "<=", now), eb("claimed_by", "=", worker)]))
    .returningAll()
    .executeTakeFirst();
  return row ? importFrom(row) : null;
}

export async function deleteRows(tx: Tx, id: string, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await tx
    .deleteFrom("import_rows")
    .where("import_id", "=", id)
    .where("number", "in", [...numbers])
    .execute();
}

export async function refuseRow(tx: Tx, id: string, { number, reason }: Pick<ImportRow, "number" | "reason">) {
  await tx
    .updateTable("import_rows")
    .set({ reason })
    .where("import_id", "=", id)
    .where("number", "=", number)
    .execute();
}

/** The row's appointment stands, and waits for its client. */
export async function setUndecided(tx: Tx, id: string, row: { number: number; appointmentId: string }): Promise<void> {
  await tx
    .updateTable("import_rows")
    .set({ appointment_id: row.appointmentId })
    .where("import_id", "=", id)
    .where("number", "=", row.number)
    .execute();
}

export type Undecided = { number: number; appointmentId: string; start: number; title: string; name: string | null };

/** The appointments of an import that wait for their client, the earliest first. One that was cancelled or linked waits no more. */
export async function listUndecided(db: Queries, { id, most }: { id: string; most: number }): Promise<Undecided[]> {
  const rows = await undecided(db, id).orderBy("a.starts_at").orderBy("row.number").limit(most).execute();
  return rows.map(undecidedFrom);
}

export async function getUndecided(
  db: Queries,
  { id, number }: { id: string; number: number },
): Promise<Undecided | null> {
  const row = await undecided(db, id).where("row.number", "=", number).executeTakeFirst();
  return row ? undecidedFrom(row) : null;
}

function undecided(db: Queries, id: string) {
  return db
    .selectFrom("import_rows as row")
    .innerJoin("appointments as a", "a.id", "row.appointment_id")
    .select(["row.number", "a.id", "a.starts_at", "a.service_title", "a.name"])
    .where("row.import_id", "=", id)
    .where("a.client_id", "is", null);
}

type UndecidedRow = { number: number; id: string; starts_at: number; service_title: string; name: string | null };

function undecidedFrom({ number, id, starts_at, service_title, name }: UndecidedRow): Undecided {
  return { number, appointmentId: id, start: starts_at, title: service_title, name };
}

export async function countUndecided(db: Queries, id: string): Promise<number> {
  const row = await db
    .selectFrom("import_rows as row")
    .innerJoin("appointments as a", "a.id", "row.appointment_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("row.import_id", "=", id)
    .where("a.client_id", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** How many appointments of all imports wait for their client, and one import that has some. */
export function selectUndecided(db: Queries) {
  return db
    .selectFrom("import_rows as row")
    .innerJoin("appointments as a", "a.id", "row.appointment_id")
    .select((eb) => [
      eb.fn.countAll<number>().as("undecided"),
      eb.fn.min<string | null>("row.import_id").as("undecidedImport"),
    ])
    .where("row.appointment_id", "is not", null)
    .where("a.client_id", "is", null);
}

export type Counts = Pick<Import, "added" | "known" | "refused">;

export async function addCounts(tx: Tx, id: string, { added, known, refused }: Counts): Promise<void> {
  await tx
    .updateTable("imports")
    .set((row) => ({
      added: row("added", "+", added),
      known: row("known", "+", known),
      refused: row("refused", "+", refused),
    }))
    .where("id", "=", id)
    .execute();
}

export async function markDone(tx: Tx, id: string, now: number): Promise<void> {
  const done = { state: "done" as const, finished_at: now, claimed_by: null, claimed_until: 0 };
  await tx.updateTable("imports").set(done).where("id", "=", id).execute();
}

/** Deletes an import with its rows. False if there is none. */
export async function deleteImport(db: Queries, id: string): Promise<boolean> {
  const outcome = await db.deleteFrom("imports").where("id", "=", id).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

/**
 * Deletes what nobody started since then, and what was finished before it, but for appointments that wait for their
 * client. Returns how many.
 */
export async function deleteOldImports(
  db: Queries,
  { since, undecidedSince }: { since: number; undecidedSince: number },
): Promise<number> {
  await db
    .deleteFrom("import_rows")
    .where("appointment_id", "is", null)
    .where((eb) => eb("import_id", "in", eb.selectFrom("imports").select("id").where("finished_at", "<=", since)))
    .execute();
  const outcome = await db
    .deleteFrom("imports")
    .where((eb) =>
      eb.or([
        eb.and([eb("state", "in", ["reading", "waiting"]), eb("created_at", "<=", since)]),
        eb("finished_at", "<=", undecidedSince),
        eb.and([
          eb("finished_at", "<=", since),
          eb.not(
            eb.exists(
              eb
                .selectFrom("import_rows")
                .innerJoin("appointments", "appointments.id", "import_rows.appointment_id")
                .select("import_rows.number")
                .whereRef("import_rows.import_id", "=", "imports.id")
                .where("appointments.client_id", "is", null),
            ),
          ),
        ]),
      ]),
    )
    .executeTakeFirst();
  return Number(outcome.numDeletedRows);
}

function importFrom(row: Tables["imports"]): Import {
  const { id, state, actor, total, added, known, refused } = row;
  const choices = importChoices.parse(JSON.parse(row.choices));
  return {
    ...{ id, kind: choices.money ?? row.kind, state, actor, total, added, known, refused },
    fileName: row.file_name,
    headings: JSON.parse(row.headings),
    choices,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

function rowFrom({ number, cells, reason }: Pick<Tables["import_rows"], "number" | "cells" | "reason">): ImportRow {
  return { number, cells: JSON.parse(cells), reason };
}

/** Which of these keys have appointments already. */
export async function listKnownKeys(db: Queries, keys: readonly string[]): Promise<{ id: string; key: string }[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom("appointments")
    .select(["id", "idempotency_key"])
    .where("idempotency_key", "in", [...keys])
    .execute();
  return rows.map(({ id, idempotency_key }) => ({ id, key: idempotency_key ?? "" }));
}
