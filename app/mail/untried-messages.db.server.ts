import type { Message, Subject } from "#app/mail/message.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";

type About = Pick<Message, "kind" | "subject">;

/** A message that nobody has tried to send; `runAt` is when it goes out. */
export type UntriedMessage = { id: string; data: unknown; runAt: number };

/** The messages of this kind about this record that nobody has tried to send, oldest first. */
export async function listUntried(db: Queries, { kind, subject }: About): Promise<UntriedMessage[]> {
  const rows = await db
    .selectFrom("outbox")
    .select(["id", "data", "run_at"])
    .where("done_at", "is", null)
    .where("failed_at", "is", null)
    .where("attempts", "=", 0)
    .where("mail", "is", null)
    .where("kind", "=", kind)
    .where("subject_kind", "=", subject.kind)
    .where("subject_id", "=", subject.id)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => ({ id: row.id, data: JSON.parse(row.data), runAt: row.run_at }));
}

/** Replaces what an untried message says, or deletes it (null). False: it is being sent, or gone. */
export async function rewriteUntried(tx: Tx, id: string, data: Message["data"] | null): Promise<boolean> {
  if (data === null) {
    const gone = await tx.deleteFrom("outbox").where("id", "=", id).where("attempts", "=", 0).executeTakeFirst();
    return Number(gone.numDeletedRows) === 1;
  }
  const written = await tx
    .updateTable("outbox")
    .set({ data: JSON.stringify(data) })
    .where("id", "=", id)
    .where("attempts", "=", 0)
    .executeTakeFirst();
  return Number(written.numUpdatedRows) === 1;
}

/** Deletes the sent messages about `subject` that also name another record, with their copies. */
export async function forgetSentNaming(tx: Tx, subject: Subject, named: string): Promise<void> {
  await tx
    .deleteFrom("outbox")
    .where("done_at", "is not", null)
    .where("subject_kind", "=", subject.kind)
    .where("subject_id", "=", subject.id)
    .where("data", "like", `%"${named}"%`)
    .execute();
}
