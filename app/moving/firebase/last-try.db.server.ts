import { z } from "zod";
import type { ImportReport } from "#app/moving/firebase/import-report.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { newId } from "#app/platform/ids.server.ts";

const ACTION = "import.firebase-tried";
const count = z.number().default(0);

const shape = z.object({
  users: count,
  appointments: count,
  known: count,
  review: count,
  leftOut: count,
  withoutPassword: count,
  redacted: count,
  admins: count,
  refused: z.string().nullable().default(null),
});

/** What the last dry run told, in numbers alone. `refused`: why the files could not be read. */
export type LastTry = z.output<typeof shape> & { at: number };

export async function noteTry(tx: Tx, result: ImportReport | { refused: string }, at: number): Promise<void> {
  const detail = "refused" in result ? result : figuresOf(result);
  await writeAudit(tx, { at, actor: "system", action: ACTION, subject: { kind: "import", id: newId() }, detail });
}

function figuresOf({ users, appointments }: ImportReport) {
  return {
    users: users.added,
    appointments: appointments.added,
    known: users.known + users.matched + appointments.known + appointments.matched,
    review: users.review + appointments.review,
    leftOut: users.skipped + appointments.skipped,
    withoutPassword: users.withoutPassword,
    redacted: users.redacted,
    admins: users.admins.length,
  };
}

export async function getLastTry(db: Queries): Promise<LastTry | null> {
  const row = await db
    .selectFrom("audit")
    .select(["at", "detail"])
    .where("action", "=", ACTION)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  const read = row && shape.safeParse(JSON.parse(row.detail));
  return row && read?.success ? { ...read.data, at: row.at } : null;
}
