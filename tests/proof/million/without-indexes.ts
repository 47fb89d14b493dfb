import { sql } from "kysely";
import type { Database } from "#app/platform/app-context.server.ts";
import { longWork } from "#app/platform/database/answer-within.server.ts";
import { dropIndexes, makeAgain } from "#app/platform/database/without-indexes.server.ts";

const FULL = ["appointments", "appointment_claims", "attendances", "audit", "outbox", "cancellations"];

/** Fills tables while they have no index but their keys, and makes the same indexes again: a third of the time. */
export async function withoutIndexes({ engine, kysely }: Database, work: () => Promise<unknown>): Promise<void> {
  const dropped = await kysely.transaction().execute((tx) => dropIndexes(tx, FULL));
  await work();
  await longWork(() =>
    kysely.transaction().execute(async (tx) => {
      if (engine === "postgres") await sql`set local statement_timeout = 0`.execute(tx);
      await makeAgain(tx, dropped, () => {});
    }),
  );
  // As autovacuum does by itself within minutes.
  if (engine === "postgres") await sql`vacuum analyze`.execute(kysely);
}
