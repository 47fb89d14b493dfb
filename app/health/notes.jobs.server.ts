import { lockDueNotes } from "#app/health/notes.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeatBatches } from "#app/platform/timer.server.ts";

const EVERY = 60_000;

/** Locks notes a day after their first save. Returns a function that stops it. */
export function startLockingNotes(app: AppContext): () => Promise<void> {
  return repeatBatches(app, { every: EVERY, batch: lockDueNotes, failed: "treatment notes could not be locked" });
}
