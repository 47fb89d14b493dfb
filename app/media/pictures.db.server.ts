import type { FileType, Picture } from "#app/media/picture.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** `type`: WebP where it is left out. */
export type PictureFile = { width: number; bytes: Uint8Array; type?: FileType };

export async function insertPicture(
  tx: Tx,
  { picture, files, now }: { picture: Picture; files: readonly PictureFile[]; now: number },
): Promise<void> {
  await tx
    .insertInto("pictures")
    .values({ ...picture, created_at: now })
    .execute();
  for (const file of files) {
    await tx
      .insertInto("picture_files")
      .values({ picture_id: picture.id, type: "webp", ...file })
      .execute();
  }
}

export async function getPictureFile(
  db: Queries,
  { id, width, type }: { id: string; width: number; type: FileType },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await db
    .selectFrom("picture_files")
    .select("bytes")
    .where("picture_id", "=", id)
    .where("width", "=", width)
    .where("type", "=", type)
    .executeTakeFirst();
  return row ? new Uint8Array(row.bytes) : null;
}

export async function listPictures(db: Queries, ids: readonly string[]): Promise<Map<string, Picture>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("pictures")
    .select(["id", "alt", "width", "height"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function releasePicture(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable("pictures").set({ unused_since: now }).where("id", "=", id).execute();
}

export async function deleteUnusedPictures(db: Queries, since: number): Promise<number> {
  const outcome = await db.deleteFrom("pictures").where("unused_since", "<=", since).executeTakeFirst();
  return Number(outcome.numDeletedRows);
}
