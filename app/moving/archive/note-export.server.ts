import { ARCHIVE_SUBJECT } from "#app/moving/archive/moved-tables.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";

/** Audits an export by the command line. */
export async function noteExport(db: Queries, { at }: { at: number }): Promise<void> {
  const subject = { kind: ARCHIVE_SUBJECT, id: newId() };
  await db.transaction().execute((tx) => writeAudit(tx, { at, actor: "system", action: "archive.take", subject }));
}
