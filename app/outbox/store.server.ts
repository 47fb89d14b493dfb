import type { DataOf, Due, Message, MessageKind } from "#app/outbox/message.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";

/** Puts messages where the worker finds them. Takes a transaction: a change and its mails stand or fall together. */
export async function enqueue(tx: Tx, messages: readonly Due[], now: number): Promise<void> {
  const rows = messages.map((message) => ({
    id: newId(),
    kind: message.kind,
    data: JSON.stringify(message.data),
    run_at: message.runAt ?? now,
    attempts: 0,
    claimed_until: 0,
    claimed_by: null,
    done_at: null,
    failed_at: null,
    last_error: null,
    created_at: now,
  }));
  await tx.insertInto("outbox").values(rows).execute();
}

/** Takes back a message that has not been sent yet: what it was about is no longer so. */
export async function withdraw(tx: Tx, { kind, data }: Message): Promise<void> {
  await tx
    .deleteFrom("outbox")
    .where("done_at", "is", null)
    .where("kind", "=", kind)
    .where("data", "=", JSON.stringify(data))
    .execute();
}

/** Takes back what has not been sent yet of this kind about an appointment, and says what it was. */
export async function withdrawAbout<Kind extends MessageKind>(
  tx: Tx,
  kind: Kind,
  appointmentId: string,
): Promise<DataOf<Kind>[]> {
  // JSON is written by `enqueue` alone, with the id first.
  const rows = await tx
    .deleteFrom("outbox")
    .where("done_at", "is", null)
    .where("failed_at", "is", null)
    .where("attempts", "=", 0)
    .where("kind", "=", kind)
    .where("data", "like", `{"appointmentId":"${appointmentId}"%`)
    .returning("data")
    .execute();
  return rows.map((row) => JSON.parse(row.data));
}

/** How many messages were given up on. They stay until somebody looks at them. */
export async function countFailed(db: Queries): Promise<number> {
  const { total } = await db
    .selectFrom("outbox")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("done_at", "is", null)
    .where("failed_at", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(total);
}
