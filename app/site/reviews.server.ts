import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import type { Review, ReviewDraft } from "#app/site/review.form.ts";

type SaveOutcome =
  | { kind: "saved"; id: string }
  /** Somebody has saved it since: nothing is written. */
  | { kind: "conflict"; current: EditedReview }
  | { kind: "not-found" }
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
    return current ? { kind: "conflict", current } : { kind: "not-found" };
  });
}

/** Deletes a review for good; the audit keeps that it was, not what it said. */
export async function deleteReview(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: "changed" | "not-found" | "forbidden" }> {
  return change(app, actor, ["change", "services"], async ({ tx, noted }) => {
    if (!(await deleteReviewRow(tx, id))) return { kind: "not-found" };
    await noted("review.delete", { kind: "review", id });
    return { kind: "changed" };
  });
}

/** Moves a review one place up (-1) or down (1); stops at the ends. `at`: where the admin saw it. */
export async function moveReview(
  app: AppContext,
  actor: Actor,
  { id, by, at }: { id: string; by: -1 | 1; at?: number },
): Promise<{ kind: "changed" | "conflict" | "not-found" | "forbidden" }> {
  return change(app, actor, ["change", "services"], async ({ tx, noted }) => {
    const ids = (await listReviews(tx)).map((review) => review.id);
    const from = ids.indexOf(id);
    if (from === -1) return { kind: "not-found" };
    if (at !== undefined && at !== from) return { kind: "conflict" };
    const to = Math.min(Math.max(from + by, 0), ids.length - 1);
    ids.splice(to, 0, ...ids.splice(from, 1));
    await writeReviewOrder(tx, ids);
    await noted("review.move", { kind: "review", id });
    return { kind: "changed" };
  });
}

type EditedReview = Review & { version: number };

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
async function insertReview(
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
async function updateReview(
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

async function deleteReviewRow(tx: Tx, id: string): Promise<boolean> {
  const outcome = await tx.deleteFrom("reviews").where("id", "=", id).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

async function writeReviewOrder(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await tx.updateTable("reviews").set({ position }).where("id", "=", id).execute();
  }
}

function rowOf({ words, name, source, givenOn }: ReviewDraft) {
  return { words, name, source, given_on: givenOn };
}
