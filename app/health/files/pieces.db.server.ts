import { createHash } from "node:crypto";
import { openFileKey } from "#app/health/record-key.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { sealPiece, unsealPiece } from "#app/platform/encryption.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";

const PIECE = 64 * 1024;

/** A stored file, as its row has it. `sealed` names the client's key. */
type Sealed = { id: string; client_id: string; sealed: string };
type Named = Pick<Sealed, "id" | "sealed"> & { therapist_id: string; author: string; name: string; added_at: number };

/** Seals the bytes in pieces of 64 kB. An empty file is one piece. */
export function sealedPieces(key: Buffer, id: string, bytes: Uint8Array): Buffer[] {
  const count = Math.max(1, Math.ceil(bytes.byteLength / PIECE));
  return Array.from({ length: count }, (_, nth) =>
    sealPiece(key, { file: id, nth, isLast: nth === count - 1 }, bytes.subarray(nth * PIECE, (nth + 1) * PIECE)),
  );
}

export async function insertPieces(tx: Tx, id: string, pieces: readonly Buffer[]): Promise<void> {
  for (const [nth, bytes] of pieces.entries())
    await tx.insertInto("record_file_pieces").values({ file_id: id, nth, bytes }).execute();
}

/** The bytes of a file. Null: a piece was changed, is missing or stands elsewhere, or the key is not here. */
export async function openPieces(app: Pick<AppContext, "config">, db: Queries, file: Sealed): Promise<Buffer | null> {
  const key = await openFileKey(app, db, { ...file, clientId: file.client_id });
  if (!key) return null;
  const rows = await piecesOf(db, file.id);
  const opened = rows.map(({ nth, bytes }, at) =>
    nth === at ? unsealPiece(key, { file: file.id, nth, isLast: at === rows.length - 1 }, bytes) : null,
  );
  const whole = opened.filter((piece) => piece !== null);
  return rows.length > 0 && whole.length === rows.length ? Buffer.concat(whole) : null;
}

async function piecesOf(db: Queries, id: string) {
  return db
    .selectFrom("record_file_pieces")
    .select(["nth", "bytes"])
    .where("file_id", "=", id)
    .orderBy("nth")
    .execute();
}

/** Over all that is sealed, so that it is compared without any key, and a merge changes nothing. */
export function hashOfFile(file: Named, pieces: readonly Uint8Array[]): string {
  const { id, therapist_id, author, name, added_at, sealed } = file;
  return hashOf(JSON.stringify([id, therapist_id, author, name, added_at, sealed, ...pieces.map(shaOf)]));
}

export function shaOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Reads every file again, without a key. Returns how many there are, and which differ from what was stored. */
export async function verifyFiles(db: Queries): Promise<{ files: number; faults: string[] }> {
  const rows = await db.selectFrom("record_files").selectAll().orderBy("id").execute();
  const faults: string[] = [];
  for (const row of rows) {
    const pieces = (await piecesOf(db, row.id)).map(({ bytes }) => bytes);
    if (hashOfFile(row, pieces) !== row.hash) faults.push(`File ${row.id} differs from what was stored.`);
  }
  return { files: rows.length, faults };
}

/** Opens every file; a sentence for each that stays shut. */
export async function listShutFiles(app: Pick<AppContext, "db" | "config">): Promise<string[]> {
  const db = app.db.kysely;
  const rows = await db.selectFrom("record_files").select(["id", "client_id", "sealed"]).orderBy("id").execute();
  const faults: string[] = [];
  for (const row of rows) if (!(await openPieces(app, db, row))) faults.push(`The file ${row.id} can’t be opened.`);
  return faults;
}
