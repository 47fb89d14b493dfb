import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/change.server.ts";
import { deleteReviewRow } from "#app/reviews/reviews.db.server.ts";

/** Deletes a review for good; the audit keeps that it was, not what it said. */
export async function deleteReview(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: "changed" | "unknown" | "forbidden" }> {
  return change(app, actor, ["change", "services"], async ({ tx, noted }) => {
    if (!(await deleteReviewRow(tx, id))) return { kind: "unknown" };
    await noted("review.delete", { kind: "review", id });
    return { kind: "changed" };
  });
}
