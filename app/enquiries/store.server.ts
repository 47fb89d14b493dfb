import type { Letter } from "#app/enquiries/forms.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

type Arrival = { id: string; letter: Letter; idempotencyKey: string | null; now: number };

/** Keeps a message that has just come in, unread. The id it is known by: an older one, when it was sent before. */
export async function insertEnquiry(
  tx: Tx,
  { id, letter, idempotencyKey, now }: Arrival,
): Promise<{ id: string; isNew: boolean }> {
  const { firstName, lastName, email, subject, message } = letter;
  const outcome = await tx
    .insertInto("enquiries")
    .values({
      ...{ id, first_name: firstName, last_name: lastName, email, subject, message, idempotency_key: idempotencyKey },
      ...{ created_at: now, state: "unread", state_at: now, state_by: null },
    })
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .executeTakeFirst();
  if (Number(outcome.numInsertedOrUpdatedRows) === 1) return { id, isNew: true };
  return { id: (await findByKey(tx, idempotencyKey ?? "")) ?? id, isNew: false };
}

/** The message that was sent under this key. */
export async function findByKey(db: Queries, idempotencyKey: string): Promise<string | null> {
  const row = await db
    .selectFrom("enquiries")
    .select("id")
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  return row?.id ?? null;
}
