import { lockClient } from "#app/clients/clients.db.server.ts";
import { lockNote } from "#app/health/note-chain.server.ts";
import { healthState } from "#app/health/record-key.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeatBatches } from "#app/platform/timer.server.ts";

const EVERY = 60_000;
const ONE_BATCH = 100;

/** Locks notes a day after their first save. Returns a function that stops it. */
export function startLockingNotes(app: AppContext): () => Promise<void> {
  return repeatBatches(app, { every: EVERY, batch: lockDueNotes, failed: "treatment notes could not be locked" });
}

/** Locks what nobody signed within a day. Returns how many. */
export async function lockDueNotes(app: AppContext): Promise<number> {
  if ((await healthState(app)) === "off") return 0;
  const now = app.clock.now();
  const due = await app.db.kysely
    .selectFrom("treatment_notes")
    .select(["id", "client_id"])
    .where("state", "=", "draft")
    .where("locks_at", "<=", now)
    .orderBy("locks_at")
    .limit(ONE_BATCH)
    .execute();
  for (const { id, client_id } of due) {
    await app.db.kysely.transaction().execute(async (tx) => {
      if (!(await lockClient(tx, client_id))) return;
      const row = await tx
        .selectFrom("treatment_notes")
        .selectAll()
        .where("id", "=", id)
        .where("state", "=", "draft")
        .executeTakeFirst();
      if (row) await lockNote(tx, row, row.locks_at);
    });
  }
  return due.length;
}
