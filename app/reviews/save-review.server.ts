import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/change.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { ReviewDraft } from "#app/reviews/review.form.ts";
import { type EditedReview, insertReview, listReviews, updateReview } from "#app/reviews/reviews.db.server.ts";

type SaveOutcome =
  | { kind: "saved"; id: string }
  /** Somebody has saved it since: nothing is written. */
  | { kind: "stale"; current: EditedReview }
  | { kind: "unknown" }
  | { kind: "forbidden" };

/** Adds a review (`id: null`), or saves one at the version that was read. */
export async function saveReview(
  app: AppContext,
  actor: Actor,
  { id, version, draft }: { id: string | null; version: number; draft: ReviewDraft },
): Promise<SaveOutcome> {
  return change(app, actor, ["change", "services"], async ({ tx, now, noted }) => {
    if (id === null) {
      const added = newId();
      await insertReview(tx, { id: added, draft, now });
      await noted("review.add", { kind: "review", id: added }, { declared: "genuine" });
      return { kind: "saved", id: added };
    }
    if (await updateReview(tx, { id, version, draft, now })) {
      await noted("review.change", { kind: "review", id }, { declared: "genuine" });
      return { kind: "saved", id };
    }
    const current = (await listReviews(tx)).find((review) => review.id === id);
    return current ? { kind: "stale", current } : { kind: "unknown" };
  });
}
