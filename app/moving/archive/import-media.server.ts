import { PART_BYTES } from "#app/media/films.server.ts";
import { parsedXml } from "#app/media/parse-xml.gateway.server.ts";
import { kindOf } from "#app/media/picture.ts";
import { drawSvg } from "#app/media/svg-drawing.ts";
import { filmFile, pictureFile } from "#app/moving/archive/archive-format.ts";
import type { Store } from "#app/moving/archive/import-rows.db.server.ts";
import type { Archive } from "#app/moving/archive/read-archive.server.ts";
import { UnfitArchive } from "#app/moving/archive/unfit-archive.ts";
import type { Row } from "#app/platform/database/rows.server.ts";

const MOST_PICTURE = 32 * 1024 * 1024;

/** A picture's row with its file, which must be what its name says: an SVG is drawn anew, as an upload is. */
export async function withPicture(archive: Archive, row: Row): Promise<Row> {
  const { picture_id: id, width, type } = row;
  const name = pictureFile({ id: String(id), width: Number(width), type: String(type) });
  const bytes = await whole(archive, name);
  if (type === "svg" ? !isDrawn(bytes) : kindOf(bytes) !== type) {
    throw new UnfitArchive(`${name} is not what its name says`);
  }
  return { ...row, bytes };
}

/** Stores a film's file in parts. */
export async function bringInFilm(archive: Archive, store: Store, { id, format, size }: Row): Promise<void> {
  const name = filmFile({ id: String(id), format: String(format) });
  let part = Buffer.alloc(0);
  let number = 0;
  let bytes = 0;
  for await (const piece of archive.media(name)) {
    bytes += piece.byteLength;
    part = Buffer.concat([part, piece]);
    for (; part.length >= PART_BYTES; part = part.subarray(PART_BYTES), number++) {
      await store("film_parts", [{ film_id: id, number, bytes: part.subarray(0, PART_BYTES) }]);
    }
  }
  if (part.length > 0) await store("film_parts", [{ film_id: id, number, bytes: part }]);
  if (bytes !== size) throw new UnfitArchive(`${name} is not as long as its row says`);
}

async function whole(archive: Archive, name: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of archive.media(name)) {
    bytes += piece.byteLength;
    if (bytes > MOST_PICTURE) throw new UnfitArchive(`${name} is larger than a picture may be`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function isDrawn(bytes: Buffer): boolean {
  const text = bytes.toString("utf8");
  const root = parsedXml(text);
  const drawing = root ? drawSvg(root) : null;
  return drawing?.kind === "drawn" && drawing.svg === text;
}
