import { PostgresAdapter, sql } from "kysely";
import type { Tx } from "#app/platform/database/database.server.ts";

/**
 * What can be locked. `offer`: everything that decides whether a time can be booked, except bookings. `owners`: who is
 * an owner. `schema`: the migrations.
 */
type Lock = "offer" | "owners" | "schema";

// Our own numbers among PostgreSQL's advisory locks; `schema` is Kysely's, which releases before this one take.
const NUMBERS: Record<Lock, number | bigint> = { offer: 170_001, owners: 330_001, schema: 3853314791062309107n };

/**
 * Holds off writers until the transaction ends; other readers may share it. Take it first in a transaction: waiting
 * while holding rows can deadlock.
 */
export async function lockForReading(tx: Tx, lock: Lock): Promise<void> {
  // SQLite runs one write transaction at a time, which is enough.
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock_shared(${sql.lit(NUMBERS[lock])})`.execute(tx);
}

/** Excludes readers and other writers until the transaction ends. Take it first, too. */
export async function lockForWriting(tx: Tx, lock: Lock): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${sql.lit(NUMBERS[lock])})`.execute(tx);
}

function isPostgres(tx: Tx): boolean {
  return tx.getExecutor().adapter instanceof PostgresAdapter;
}
