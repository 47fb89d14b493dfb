import { hash } from "node:crypto";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Engine } from "#app/platform/database/engine.ts";
import { batchesOf, type Row } from "#app/platform/database/rows.server.ts";

/** A table's row count and a checksum that is the same on both engines and in any order. */
export type Tally = { rows: number; sum: string };

const ROOM = 1n << 128n;

/** Counts and sums one table. On PostgreSQL inside a transaction only. */
export async function tallyOf(
  db: Queries,
  engine: Engine,
  table: string,
  tell: (rows: number) => void = () => {},
): Promise<Tally> {
  const tally = startTally();
  for await (const batch of batchesOf(db, engine, table)) tell(tally.add(batch));
  return tally.result();
}

export function startTally(): { add: (rows: readonly Row[]) => number; result: () => Tally } {
  let rows = 0;
  let sum = 0n;
  return {
    add(batch) {
      for (const row of batch) sum = (sum + BigInt(`0x${hash("sha256", canonical(row)).slice(0, 32)}`)) % ROOM;
      rows += batch.length;
      return rows;
    },
    result: () => ({ rows, sum: sum.toString(16).padStart(32, "0") }),
  };
}

/** A value as both engines can hold it: flags as 0 and 1, dates as ISO text, text without NUL. */
export function neutral(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "string") return value.includes("\0") ? value.replaceAll("\0", "") : value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "number" || value instanceof Uint8Array) return value;
  return JSON.stringify(value);
}

function canonical(row: Row): string {
  const pairs = Object.keys(row)
    .sort()
    .map((name) => {
      const value = neutral(row[name]);
      return [name, value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value];
    });
  return JSON.stringify(pairs);
}
