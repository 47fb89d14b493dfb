import { type FileType, kindOf, type Picture } from "#app/media/picture.ts";
import { type Drawn, draw } from "#app/media/sharp.gateway.server.ts";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, may } from "#app/platform/permissions.ts";

export const MOST_PICTURE_BYTES = 10 * 1024 * 1024;

export type Upload = { file: UploadedFile | null; alt: string };
type PreparedPicture = Drawn & { alt: string };
type Unprepared = { kind: "forbidden" } | { kind: "refused"; field: "file" | "alt"; message: string };
export type PictureOutcome = { kind: "changed" | "not-found" | "conflict" } | Unprepared;

/** Whether another file is stored than the one that a form was filled from; a caller without a form names none. */
export function isAnother(stored: { id: string } | null, seenId: string | undefined): boolean {
  return seenId !== undefined && seenId !== (stored?.id ?? "");
}

/**
 * Checks an admin's upload and draws it anew; others are refused unread. Slow, so call it before a transaction
 * begins.
 */
export async function preparePicture(
  actor: Actor,
  { file, alt }: Upload,
): Promise<{ kind: "prepared"; picture: PreparedPicture } | Unprepared> {
  if (!may(actor, "change", "profiles")) return { kind: "forbidden" };
  const words = alt.trim();
  if (!file || file.size === 0) return refused("file", "Choose a picture");
  if (file.size > MOST_PICTURE_BYTES) return refused("file", "Choose a picture of 10 MB or less");
  const bytes = await file.read(0, file.size);
  const kind = kindOf(bytes);
  if (!kind) return refused("file", "Choose a JPEG, PNG, WebP or AVIF picture");
  if (words === "" || words.length > 200) {
    return refused("alt", "Describe the picture in up to 200 characters, for people who can’t see it");
  }
  const drawn = await draw(bytes, kind);
  if (!drawn) return refused("file", "That picture could not be read. Choose one with at most 50 megapixels");
  return { kind: "prepared", picture: { ...drawn, alt: words } };
}

export async function savePicture(
  tx: Tx,
  { alt, width, height, files }: PreparedPicture,
  now: number,
): Promise<Picture> {
  const picture = { id: newId(), alt, width, height };
  await insertPicture(tx, { picture, files, now });
  return picture;
}

function refused(field: "file" | "alt", message: string): Unprepared {
  return { kind: "refused", field, message };
}

/** `type`: WebP where it is left out. */
type PictureFile = { width: number; bytes: Uint8Array; type?: FileType };

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
