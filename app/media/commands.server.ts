import { kindOf } from "#app/media/file-kind.ts";
import { type Drawn, draw } from "#app/media/gateway.server.ts";
import type { Picture } from "#app/media/picture.ts";
import { insertPicture } from "#app/media/store.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { type Asker, editorName } from "#app/platform/editor.ts";
import { newId } from "#app/platform/ids.server.ts";

const MOST_BYTES = 10 * 1024 * 1024;

export type Upload = { bytes: Uint8Array; alt: string };
export type PreparedPicture = Drawn & { alt: string };
export type Unprepared = { kind: "forbidden" } | { kind: "refused"; field: "file" | "alt"; message: string };
/** What comes of putting a picture somewhere, or of taking it away. */
export type PictureOutcome = { kind: "changed" | "unknown" } | Unprepared;

/**
 * Checks an admin's upload and draws it anew; anybody else's is not looked at. Takes a moment, so it is done before any
 * transaction begins.
 */
export async function preparePicture(
  asker: Asker,
  { bytes, alt }: Upload,
): Promise<{ kind: "prepared"; picture: PreparedPicture } | Unprepared> {
  if (!editorName(asker)) return { kind: "forbidden" };
  const words = alt.trim();
  if (bytes.byteLength === 0) return refused("file", "Choose a picture");
  if (bytes.byteLength > MOST_BYTES) return refused("file", "Choose a picture of 10 MB or less");
  const kind = kindOf(bytes);
  if (!kind) return refused("file", "Choose a JPEG, PNG, WebP or AVIF picture");
  if (words === "" || words.length > 200) {
    return refused("alt", "Describe the picture in up to 200 characters, for people who can't see it");
  }
  const drawn = await draw(bytes, kind);
  if (!drawn) return refused("file", "That picture could not be read. Choose one with at most 50 megapixels");
  return { kind: "prepared", picture: { ...drawn, alt: words } };
}

/** Keeps a prepared picture, in the transaction of whatever it is for. */
export async function keepPicture(
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
