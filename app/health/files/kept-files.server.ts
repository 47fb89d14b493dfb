import { openPieces, shaOf } from "#app/health/files/pieces.db.server.ts";
import { type FileDetails, fileDetails } from "#app/health/files/record-file.ts";
import { openRecord } from "#app/health/record-key.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { Cell } from "#app/platform/encryption.server.ts";

type Row = Tables["record_files"];

export const fileCell = (id: string): Cell => ({ table: "record_files", column: "sealed", row: id });

/** What each row says of its file; null: it can't be opened. */
export async function detailsOf(app: AppContext, db: Queries, clientId: string, rows: readonly Row[]) {
  const cells = rows.map(({ id, sealed }) => ({ cell: fileCell(id), sealed }));
  const values = await openRecord(app, db, clientId, cells);
  return values.map((value) => fileDetails.safeParse(value).data ?? null);
}

/** The bytes as they were stored, or nothing. */
export async function bytesOf(
  app: AppContext,
  db: Queries,
  row: Row,
  details: FileDetails | null,
): Promise<Buffer | null> {
  const bytes = details && (await openPieces(app, db, row));
  return bytes && details.sha256 === shaOf(bytes) ? bytes : null;
}

/** A file as its client, or an insurer, has it. */
export type KeptFile = { id: string; addedAt: number; by: string; details: FileDetails | null };

/** Every file of a client, also a frozen one, the oldest first. `forClient`: only what they read in their account. */
export async function listKeptFiles(
  app: AppContext,
  db: Queries,
  { clientId, ...which }: { clientId: string; withdrawalId?: string; forClient: boolean },
): Promise<KeptFile[]> {
  const rows = await keptRows(db, { clientId, ...which });
  const details = await detailsOf(app, db, clientId, rows);
  return rows.map(({ id, added_at, name }, nth) => ({
    id,
    addedAt: added_at,
    by: name,
    details: details[nth] ?? null,
  }));
}

/** Null: there is no such file, or it can't be opened. */
export async function readKeptFile(
  app: AppContext,
  db: Queries,
  { clientId, fileId, forClient }: { clientId: string; fileId: string; forClient: boolean },
): Promise<{ details: FileDetails; bytes: Buffer } | null> {
  const row = (await keptRows(db, { clientId, forClient })).find(({ id }) => id === fileId);
  const [details] = row ? await detailsOf(app, db, clientId, [row]) : [];
  const bytes = row && details ? await bytesOf(app, db, row, details) : null;
  return details && bytes ? { details, bytes } : null;
}

async function keptRows(
  db: Queries,
  { clientId, withdrawalId, forClient }: { clientId: string; withdrawalId?: string; forClient: boolean },
): Promise<Row[]> {
  return db
    .selectFrom("record_files")
    .selectAll()
    .where("client_id", "=", clientId)
    .$if(withdrawalId !== undefined, (query) => query.where("withdrawal_id", "=", withdrawalId ?? ""))
    .$if(forClient, (query) => query.where("for_client", "=", 1))
    .orderBy("added_at")
    .orderBy("id")
    .execute();
}
