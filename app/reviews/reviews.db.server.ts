import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import type { ReviewDraft } from "#app/reviews/review.form.ts";
import type { Review } from "#app/reviews/review.ts";

export type EditedReview = Review & { version: number };

/** All reviews, in the owner's order. */
export async function listReviews(db: Queries): Promise<EditedReview[]> {
  const rows = await db.selectFrom("reviews").selectAll().orderBy("position").orderBy("id").execute();
  return rows.map(({ id, words, name, source, given_on, version }) => ({
    id,
    words,
    name,
    source,
    givenOn: given_on,
    version,
  }));
}

/** Adds a review at the end of the list. */
export async function insertReview(
  tx: Tx,
  { id, draft, now }: { id: string; draft: ReviewDraft; now: number },
): Promise<void> {
  const last = await tx
    .selectFrom("reviews")
    .select("position")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  const position = (last?.position ?? -1) + 1;
  await tx
    .insertInto("reviews")
    .values({ id, ...rowOf(draft), position, version: 1, updated_at: now })
    .execute();
}

/** Does nothing when somebody has saved since this version. */
export async function updateReview(
  tx: Tx,
  { id, version, draft, now }: { id: string; version: number; draft: ReviewDraft; now: number },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("reviews")
    .set({ ...rowOf(draft), version: version + 1, updated_at: now })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

export async function deleteReviewRow(tx: Tx, id: string): Promise<boolean> {
  const outcome = await tx.deleteFrom("reviews").where("id", "=", id).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

export async function writeReviewOrder(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await tx.updateTable("reviews").set({ position }).where("id", "=", id).execute();
  }
}

function rowOf({ words, name, source, givenOn }: ReviewDraft) {
  return { words, name, source, given_on: givenOn };
}
