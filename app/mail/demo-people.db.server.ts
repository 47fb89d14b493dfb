import { type RawBuilder, sql } from "kysely";
import { NO_CHANNEL, type Subject } from "#app/mail/message.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

/** The lane of a message about a demo record, which goes nowhere; else the one given. */
export function laneOf({ kind, id }: Subject, lane: string): RawBuilder<string> {
  return sql<string>`case when exists (select 1 from demo_marks where kind = ${kind} and id = ${id})
    then ${sql.lit(NO_CHANNEL)} else ${sql.lit(lane)} end`;
}

/** `now` if the record is marked as the demo's, else null: an expression, so that enqueuing stays one statement. */
export function doneIfDemo({ kind, id }: Subject, now: number): RawBuilder<number | null> {
  return sql<number | null>`case when exists (select 1 from demo_marks where kind = ${kind} and id = ${id})
    then cast(${now} as bigint) end`;
}

/** Whether a message is about a demo record, or its address is an invented person's. */
export async function isForDemo(db: Queries, { id, address }: { id: string; address: string }): Promise<boolean> {
  const mark = await db
    .selectFrom("demo_marks")
    .select("demo_marks.id")
    .where((mark) =>
      mark.or([
        mark.and({ "demo_marks.kind": "address", "demo_marks.id": address.toLowerCase() }),
        mark.exists(
          mark
            .selectFrom("outbox")
            .select("outbox.id")
            .where("outbox.id", "=", id)
            .whereRef("outbox.subject_kind", "=", "demo_marks.kind")
            .whereRef("outbox.subject_id", "=", "demo_marks.id"),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return mark !== undefined;
}
