import { sql } from "kysely";
import { engineOf, type Tx } from "#app/platform/app-context.server.ts";
import { ViewTooOld } from "#app/platform/database/try-again.ts";

/**
 * What can be locked. `offer`: everything that decides whether a time can be booked, except bookings. `owners`: who is
 * an owner. `schema`: the migrations. `status`: the lines of Site status. `health key`: what wraps clients' keys.
 */
type Lock = "offer" | "owners" | "schema" | "status" | "health key";

// Our own numbers among PostgreSQL's advisory locks; `schema` is Kysely's, which releases before this one take.
const NUMBERS: Record<Lock, number | bigint> = {
  ...{ offer: 170_001, owners: 330_001, status: 320_001, "health key": 900_001 },
  schema: 3853314791062309107n,
};

/**
 * Holds off writers until the transaction ends; other readers may share it. Take it first in a transaction: waiting
 * while holding rows can deadlock.
 */
export function lockForReading(tx: Tx, lock: Lock): Promise<void> {
  return hold(tx, lock, "_shared");
}

/** Excludes readers and other writers until the transaction ends. Take it first, too. */
export function lockForWriting(tx: Tx, lock: Lock): Promise<void> {
  return hold(tx, lock, "");
}

async function hold(tx: Tx, lock: Lock, mode: "" | "_shared"): Promise<void> {
  // SQLite runs one write transaction at a time, which is enough.
  if (engineOf(tx) === "sqlite") return;
  const held = sql`advisory_xact_lock${sql.raw(mode)}(${sql.lit(NUMBERS[lock])})`;
  const at = sql`current_setting('transaction_isolation')`;
  const tried = await sql<{ got: boolean; at: string }>`select pg_try_${held} as got, ${at} as at`.execute(tx);
  const [{ got, at: level } = { got: false, at: "" }] = tried.rows;
  if (got) return;
  await sql`select pg_${held}`.execute(tx);
  // Above that level a transaction goes on seeing what was before it waited, without the change that it waited for.
  if (level !== "read committed") throw new ViewTooOld(`${lock} was locked`);
}
