import { sql } from "kysely";
import { listShutFiles } from "#app/health/files/pieces.db.server.ts";
import { listShutImports, listShutKeys, openRecords } from "#app/health/record-key.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { readHealthKey, readNextHealthKey } from "#app/platform/encryption.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

/** Every column that a client's own key seals, and the columns that name its row and its client. */
type SealedColumn = { table: keyof Tables; column: string; row: string; client: string };

const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "health_answers", column: "sealed", row: "id", client: "client_id" },
  { table: "health_answers", column: "flags_sealed", row: "id", client: "client_id" },
  { table: "treatment_notes", column: "sealed", row: "id", client: "client_id" },
  { table: "client_alerts", column: "sealed", row: "id", client: "client_id" },
  { table: "health_access", column: "reason", row: "id", client: "client_id" },
  { table: "health_withdrawals", column: "person", row: "id", client: "client_id" },
  { table: "record_holds", column: "reason", row: "id", client: "client_id" },
  { table: "record_files", column: "sealed", row: "id", client: "client_id" },
  { table: "note_amendments", column: "sealed", row: "id", client: "client_id" },
];

/** `faults`: a sentence for each thing that stays shut; it names rows by id and shows none of their words. */
type VerifiedKeys = { keys: number; cells: number; faults: string[] };

/** Opens every key and every sealed cell, and changes nothing. Null: no health records are kept here. */
export async function verifyKeys(app: Pick<AppContext, "db" | "config" | "log">): Promise<VerifiedKeys | null> {
  const db = app.db.kysely;
  const { health } = (await readSettings(db, app.log)).settings;
  const { keys } = await db
    .selectFrom("record_keys")
    .select((eb) => eb.fn.countAll<number>().as("keys"))
    .executeTakeFirstOrThrow();
  if (!health.on && Number(keys) === 0) return null;
  const key = readHealthKey(app.config);
  const faults: string[] = [];
  if (readNextHealthKey(app.config)?.id === health.keyId)
    faults.push("A change of the health key was cut off. Finish it with npm run keys -- rotate.");
  if (!key) faults.push("The file “health-key” is not in the data folder: bring it from the old data folder.");
  else if (key.id !== health.keyId)
    faults.push(`The file “health-key” holds the key ${key.id}, and the records were sealed under ${health.keyId}.`);
  for (const id of await listShutKeys(db, key)) faults.push(`The client’s key ${id} can’t be opened.`);
  for (const id of await listShutImports(app, db)) faults.push(`The key of the import ${id} can’t be opened.`);
  let cells = 0;
  for (const column of SEALED_COLUMNS) {
    const shut = await shutRows(app, column);
    cells += shut.total;
    faults.push(...shut.rows.map((row) => `${column.table}.${column.column} of the row ${row} can’t be opened.`));
  }
  faults.push(...(await listShutFiles(app)));
  return { keys: Number(keys), cells, faults };
}

const AT_ONCE = 500;

async function shutRows(app: Pick<AppContext, "db" | "config">, { table, column, row, client }: SealedColumn) {
  const shut: string[] = [];
  let [total, after] = [0, ""];
  for (;;) {
    const { rows } = await sql<{ row: string; clientId: string; sealed: string }>`
      select ${sql.ref(row)} as "row", ${sql.ref(client)} as "clientId", ${sql.ref(column)} as "sealed"
      from ${sql.table(table)} where ${sql.ref(column)} is not null and ${sql.ref(row)} > ${after}
      order by ${sql.ref(row)} limit ${AT_ONCE}`.execute(app.db.kysely);
    const cells = rows.map((one) => ({ ...one, cell: { table, column, row: one.row } }));
    const opened = await openRecords(app, app.db.kysely, cells);
    shut.push(...rows.filter((_, at) => opened[at] === null).map((one) => one.row));
    total += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return { rows: shut, total };
    after = last.row;
  }
}
