import { sql } from "kysely";
import type { Database, Queries } from "#app/platform/database/database.server.ts";
import { batchesOf, inOrderOfReference, insertRows, type Row, shapesOf } from "#app/platform/database/rows.server.ts";
import { neutral, startTally, type Tally, tallyOf } from "#app/platform/database/tally.server.ts";

export type Tallies = Record<string, Tally>;

/** Told how far long work is: the rows of this so far. */
export type Tell = (what: string, rows: number) => void;

/** Thrown when the copy differs from the source: its transaction is rolled back. */
class NotTheSame extends Error {}

/**
 * Copies every row into another database with the same schema, in one transaction on either side, replacing its rows.
 * Then compares each table's count and checksum; if any differs, throws and leaves the target as it was.
 */
export async function copyRows(from: Database, to: Database, tell: Tell = () => {}): Promise<Tallies> {
  const source = from.kysely.transaction();
  const reading = from.engine === "postgres" ? source.setIsolationLevel("repeatable read") : source;
  return reading.execute((read) =>
    to.kysely.transaction().execute((write) => copied({ read, write, from: from.engine, to: to.engine, tell })),
  );
}

type Copying = { read: Queries; write: Queries; from: Database["engine"]; to: Database["engine"]; tell: Tell };

async function copied({ read, write, from, to, tell }: Copying): Promise<Tallies> {
  // Checked at the commit, when every row is there.
  if (to === "sqlite") await sql`pragma defer_foreign_keys = on`.execute(write);
  // Of a large table one statement takes longer than any of the site, and so does the reader's wait for it.
  if (to === "postgres") await sql`set local statement_timeout = 0`.execute(write);
  if (from === "postgres") await sql`set local statement_timeout = 0`.execute(read);
  const shapes = await shapesOf(write);
  const names = shapes.map(({ name }) => name);
  await expectSameTables(read, names);
  const ordered = await inOrderOfReference(to === "sqlite" ? write : read, names);
  for (const name of ordered.toReversed()) await sql`delete from ${sql.table(name)}`.execute(write);
  const tallies: Tallies = {};
  for (const name of ordered) {
    const flags = shapes.find((shape) => shape.name === name)?.columns.filter(({ type }) => type === "bool") ?? [];
    const tally = startTally();
    let rows = 0;
    tell(name, rows);
    for await (const batch of batchesOf(read, from, name)) {
      tally.add(batch);
      await insertRows(write, name, fitted(batch, flags));
      rows += batch.length;
      tell(name, rows);
    }
    tallies[name] = tally.result();
  }
  for (const [name, sent] of Object.entries(tallies)) {
    tell(`checking ${name}`, 0);
    expectSame(name, sent, await tallyOf(write, to, name, (rows) => tell(`checking ${name}`, rows)));
  }
  return tallies;
}

async function expectSameTables(read: Queries, names: readonly string[]): Promise<void> {
  const theirs = (await shapesOf(read)).map(({ name }) => name);
  const odd = [...theirs.filter((name) => !names.includes(name)), ...names.filter((name) => !theirs.includes(name))];
  if (odd.length > 0) throw new NotTheSame(`The two databases do not have the same tables: ${odd.join(", ")}`);
}

function expectSame(name: string, sent: Tally, arrived: Tally): void {
  if (sent.rows === arrived.rows && sent.sum === arrived.sum) return;
  throw new NotTheSame(`${name}: ${sent.rows} rows were sent and ${arrived.rows} arrived, or their contents differ`);
}

function fitted(batch: readonly Row[], flags: readonly { name: string }[]): Row[] {
  return batch.map((row) => {
    const plain = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, neutral(value)]));
    for (const { name } of flags) if (plain[name] !== null) plain[name] = Boolean(plain[name]);
    return plain;
  });
}
