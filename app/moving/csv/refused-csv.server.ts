import { getImport, listRefused } from "#app/moving/csv/imports.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { csvLine } from "#app/platform/http/csv.ts";
import { type Actor, requireScope } from "#app/platform/permissions.ts";

const PIECE = 500;
// Without it, spreadsheets read the file in a legacy encoding.
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * The refused rows as a CSV file of the same columns, each with its reason, to be mended and imported again; null if
 * there is no such import.
 */
export async function refusedCsv(app: AppContext, actor: Actor, id: string): Promise<AsyncGenerator<string> | null> {
  requireScope(actor, "see", "imports");
  const job = await getImport(app.db.kysely, id);
  return job && piecesOf(app, { id, headings: job.headings });
}

async function* piecesOf(
  app: AppContext,
  { id, headings }: { id: string; headings: readonly string[] },
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(["Why it was refused", "Row", ...headings]);
  for (let after = 0; ; ) {
    const rows = await listRefused(app.db.kysely, { id, after, most: PIECE });
    if (rows.length === 0) return;
    yield rows.map(({ number, reason, cells }) => csvLine([reason, number, ...cells])).join("");
    after = rows.at(-1)?.number ?? after;
  }
}
