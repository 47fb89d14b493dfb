import { hash } from "node:crypto";
import { sql } from "kysely";
import { type Database, type Engine, engineOf, type Queries } from "#app/platform/app-context.server.ts";
import { longWork } from "#app/platform/database/answer-within.server.ts";
import {
  batchesOf,
  derivedFrom,
  inOrderOfReference,
  insertValues,
  isBytes,
  type Row,
  type Shape,
  shapesOf,
} from "#app/platform/database/rows.server.ts";
import { dropIndexes, makeAgain } from "#app/platform/database/without-indexes.server.ts";

export type Checksums = Record<string, Checksum>;

/** Told how far long work is: the rows of this so far. */
export type Tell = (what: string, rows: number) => void;

/** Thrown when the copy differs from the source: its transaction is rolled back. */
class NotTheSame extends Error {}

// Fewer rows are in before their indexes would be made again.
const LARGE = 10_000;

/**
 * Copies every row into another database with the same schema, in one transaction on either side, replacing its rows.
 * Then compares each table's count and checksum; if any differs, throws and leaves the target as it was. On PostgreSQL
 * the site must not run on the target: what is `large` is locked for as long as it is filled.
 */
export async function copyRows(
  from: Database,
  to: Database,
  tell: Tell = () => {},
  { large = LARGE } = {},
): Promise<Checksums> {
  const source = from.kysely.transaction();
  const reading = from.engine === "postgres" ? source.setIsolationLevel("repeatable read") : source;
  const engines = { from: from.engine, to: to.engine };
  return longWork(() =>
    reading.execute((read) =>
      to.kysely.transaction().execute((write) => copied({ read, write, ...engines, tell, large })),
    ),
  );
}

type Engines = Record<"from" | "to", Database["engine"]>;
type Copying = Engines & { read: Queries; write: Queries; tell: Tell; large: number };

async function copied({ read, write, from, to, tell, large }: Copying): Promise<Checksums> {
  // Checked at the commit, when every row is there.
  if (to === "sqlite") await sql`pragma defer_foreign_keys = on`.execute(write);
  // Of a large table one statement takes longer than any of the site, and so does the reader's wait for it.
  if (to === "postgres") await sql`set local statement_timeout = 0`.execute(write);
  if (from === "postgres") await sql`set local statement_timeout = 0`.execute(read);
  const shapes = await shapesOf(write);
  const names = shapes.map(({ name }) => name);
  await expectSameTables(read, shapes);
  const ordered = await inOrderOfReference(to === "sqlite" ? write : read, names);
  const dropped = to === "postgres" ? await dropIndexes(write, await largeOf(read, names, large)) : [];
  await empty(write, ordered);
  const checksums: Checksums = {};
  for (const name of ordered) {
    const shape = shapes.find((one) => one.name === name) ?? { name, columns: [] };
    const checksum = startChecksum(shape);
    let rows = 0;
    tell(name, rows);
    for await (const batch of batchesOf(read, from, shape)) {
      const values = neutralRows(batch, shape);
      rows = checksum.add(values);
      await insertValues(write, shape, values);
      tell(name, rows);
    }
    checksums[name] = checksum.result();
  }
  for (const shape of shapes) {
    const { name } = shape;
    tell(`checking ${name}`, 0);
    expectSame(name, checksums[name], await tallyOf(write, to, shape, (rows) => tell(`checking ${name}`, rows)));
  }
  await makeAgain(write, dropped, tell);
  return checksums;
}

async function largeOf(read: Queries, names: readonly string[], large: number): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const rows = sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`;
    const [counted] = (await rows.execute(read)).rows;
    if (counted && counted.rows >= large) found.push(name);
  }
  return found;
}

/** Also what the database makes of these rows itself: what its triggers leave would be in the way. */
async function empty(write: Queries, ordered: readonly string[]): Promise<void> {
  const derived = await derivedFrom(write, ordered);
  if (engineOf(write) === "sqlite") {
    for (const name of [...ordered.toReversed(), ...derived]) await sql`delete from ${sql.table(name)}`.execute(write);
    return;
  }
  // At once, where to delete each row would ask every table that refers to it. A trigger may empty what is derived.
  await sql`truncate ${listed(ordered)} cascade`.execute(write);
  if (derived.length > 0) await sql`truncate ${listed(derived)}`.execute(write);
}

const listed = (names: readonly string[]) => sql.join(names.map((name) => sql.table(name)));

async function expectSameTables(read: Queries, shapes: readonly Shape[]): Promise<void> {
  const ours = shapes.flatMap(named);
  const theirs = (await shapesOf(read)).flatMap(named);
  const odd = [...theirs.filter((name) => !ours.includes(name)), ...ours.filter((name) => !theirs.includes(name))];
  if (odd.length > 0) throw new NotTheSame(`The two databases do not have the same tables: ${odd.join(", ")}`);
}

function named({ name, columns }: Shape): string[] {
  return [name, ...columns.map((column) => `${name}.${column.name}`)];
}

function expectSame(name: string, sent: Checksum | undefined, arrived: Checksum): void {
  if (sent?.rows === arrived.rows && sent.sum === arrived.sum) return;
  throw new NotTheSame(`${name}: ${sent?.rows} rows were sent and ${arrived.rows} arrived, or their contents differ`);
}

/** A table's row count and a checksum that is the same on both engines and in any order. */
type Checksum = { rows: number; sum: string };

// Hex digits of the sum, added apart: as many as a double holds exactly.
const DIGITS = 12;
const LANES = [0, 1, 2].map((lane) => [lane * DIGITS, (lane + 1) * DIGITS] as const);
const ROOM = 16 ** DIGITS;

/** Counts and sums one table. On PostgreSQL inside a transaction only. */
export async function tallyOf(
  db: Queries,
  engine: Engine,
  shape: Shape,
  tell: (rows: number) => void = () => {},
): Promise<Checksum> {
  const checksum = startChecksum(shape);
  for await (const batch of batchesOf(db, engine, shape)) tell(checksum.add(neutralRows(batch, shape)));
  return checksum.result();
}

/** Adds up the SHA-256 of each row. */
function startChecksum({ columns }: Shape): { add: (rows: readonly unknown[][]) => number; result: () => Checksum } {
  let rows = 0;
  const names = JSON.stringify(columns.map(({ name }) => name));
  const hasBytes = columns.some(isBytes);
  let sums = LANES.map(() => 0);
  return {
    add(batch) {
      for (const row of batch) {
        const digits = hash("sha256", names + JSON.stringify(hasBytes ? row.map(inText) : row));
        sums = sums.map((sum, lane) => (sum + Number.parseInt(digits.slice(...(LANES[lane] ?? [])), 16)) % ROOM);
      }
      rows += batch.length;
      return rows;
    },
    result: () => ({ rows, sum: sums.map((sum) => sum.toString(16).padStart(DIGITS, "0")).join("") }),
  };
}

/** Rows as lists of what both engines can hold, in the order of the columns. */
function neutralRows(rows: readonly Row[], { columns }: Shape): unknown[][] {
  const names = columns.map(({ name }) => name);
  return rows.map((row) => names.map((name) => neutral(row[name])));
}

/** A value as both engines can hold it: flags as 0 and 1, dates as ISO text, text without NUL. */
function neutral(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "string") return value.includes("\0") ? value.replaceAll("\0", "") : value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "number" || value instanceof Uint8Array) return value;
  return JSON.stringify(value);
}

function inText(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}
