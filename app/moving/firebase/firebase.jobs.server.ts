import { endOldReviews } from "#app/moving/firebase/firebase-records.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

const EVERY = 3_600_000;
const KEPT_FOR = 90 * 86_400_000;

/** Leaves out what nobody has decided for long. Returns a function that stops it. */
export function startEndingReviews(app: AppContext): () => Promise<void> {
  return repeat(app, { every: EVERY, job: endReviews, failed: "old records from Firebase could not be left out" });
}

export async function endReviews(app: AppContext): Promise<void> {
  await endOldReviews(app.db.kysely, app.clock.now() - KEPT_FOR);
}
