import { kindOf } from "#app/media/file-kind.ts";
import type { Picture } from "#app/media/picture.ts";
import { insertPicture } from "#app/media/pictures.db.server.ts";
import { type Drawn, draw } from "#app/media/sharp.gateway.server.ts";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { may } from "#app/platform/permissions.ts";

export const MOST_PICTURE_BYTES = 10 * 1024 * 1024;

export type Upload = { file: UploadedFile | null; alt: string };
type PreparedPicture = Drawn & { alt: string };
type Unprepared = { kind: "forbidden" } | { kind: "refused"; field: "file" | "alt"; message: string };
export type PictureOutcome = { kind: "changed" | "unknown" | "stale" } | Unprepared;

/** Whether another file is stored than the one that a form was filled from; a caller without a form names none. */
export function isAnother(stored: { id: string } | null, shown: string | undefined): boolean {
  return shown !== undefined && shown !== (stored?.id ?? "");
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
