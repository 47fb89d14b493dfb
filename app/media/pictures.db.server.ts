import type { Picture } from "#app/media/picture.ts";
import type { Drawn } from "#app/media/sharp.gateway.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

export async function insertPicture(
  tx: Tx,
  { picture, files, now }: { picture: Picture; files: Drawn["files"]; now: number },
): Promise<void> {
  await tx
    .insertInto("pictures")
    .values({ ...picture, created_at: now })
    .execute();
  for (const file of files) {
    await tx
      .insertInto("picture_files")
      .values({ picture_id: picture.id, ...file })
      .execute();
  }
}

export async function getPictureFile(
  db: Queries,
  { id, width }: { id: string; width: number },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await db
    .selectFrom("picture_files")
    .select("bytes")
    .where("picture_id", "=", id)
    .where("width", "=", width)
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
