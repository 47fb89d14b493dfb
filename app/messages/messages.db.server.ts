import type { ContactInput } from "#app/messages/contact.form.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import type { Idempotency } from "#app/platform/form-draft.server.ts";

type Arrival = { id: string; contact: ContactInput; idempotency: Idempotency | null; now: number };

/**
 * Stores a new message as unread and returns its id, or the id of the first copy if it was sent before. Null: the
 * same key came with other content.
 */
export async function insertMessage(
  tx: Tx,
  { id, contact, idempotency, now }: Arrival,
): Promise<{ id: string; isNew: boolean } | null> {
  const { firstName, lastName, email, subject, message } = contact;
  const outcome = await tx
    .insertInto("enquiries")
    .values({
      id,
      first_name: firstName,
      last_name: lastName,
      email,
      subject,
      message,
      idempotency_key: idempotency?.key ?? null,
      idempotency_body: idempotency?.body ?? null,
      created_at: now,
      state: "unread",
      state_at: now,
      state_by: null,
    })
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .executeTakeFirst();
  if (Number(outcome.numInsertedOrUpdatedRows) === 1) return { id, isNew: true };
  const before = idempotency && (await getMessageByKey(tx, idempotency));
  return before?.isSame ? { id: before.id, isNew: false } : null;
}

export async function getMessageByKey(
  db: Queries,
  { key, body }: Idempotency,
): Promise<{ id: string; isSame: boolean } | null> {
  const row = await db
    .selectFrom("enquiries")
    .select(["id", "idempotency_body"])
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  return row ? { id: row.id, isSame: row.idempotency_body === body } : null;
}
