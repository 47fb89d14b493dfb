import { hash } from "node:crypto";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Engine } from "#app/platform/database/engine.ts";
import { batchesOf, isBytes, type Row, type Shape } from "#app/platform/database/rows.server.ts";

/** A table's row count and a checksum that is the same on both engines and in any order. */
export type Tally = { rows: number; sum: string };

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
): Promise<Tally> {
  const tally = startTally(shape);
  for await (const batch of batchesOf(db, engine, shape)) tell(tally.add(neutralRows(batch, shape)));
  return tally.result();
}

/** Adds up the SHA-256 of each row. */
export function startTally({ columns }: Shape): { add: (rows: readonly unknown[][]) => number; result: () => Tally } {
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
export function neutralRows(rows: readonly Row[], { columns }: Shape): unknown[][] {
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
