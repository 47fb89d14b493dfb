import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/change.server.ts";
import { listReviews, writeReviewOrder } from "#app/reviews/reviews.db.server.ts";

/** Moves a review one place up (-1) or down (1); stops at the ends. `at`: where the admin saw it. */
export async function moveReview(
  app: AppContext,
  actor: Actor,
  { id, by, at }: { id: string; by: -1 | 1; at?: number },
): Promise<{ kind: "changed" | "stale" | "unknown" | "forbidden" }> {
  return change(app, actor, ["change", "services"], async ({ tx, noted }) => {
    const ids = (await listReviews(tx)).map((review) => review.id);
    const from = ids.indexOf(id);
    if (from === -1) return { kind: "unknown" };
    if (at !== undefined && at !== from) return { kind: "stale" };
    const to = Math.min(Math.max(from + by, 0), ids.length - 1);
    ids.splice(to, 0, ...ids.splice(from, 1));
    await writeReviewOrder(tx, ids);
    await noted("review.move", { kind: "review", id });
    return { kind: "changed" };
  });
}
