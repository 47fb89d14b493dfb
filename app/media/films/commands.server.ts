import type { FilmFile, FilmFormat } from "#app/media/film.ts";
import { filmFormatOf } from "#app/media/films/film-format.ts";
import { isWholeMp4, withoutRemarks } from "#app/media/films/mp4.ts";
import { insertFilm, PART_BYTES, readFilmPart } from "#app/media/films/store.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { ByteRange } from "#app/platform/http/byte-range.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";

const MOST_BYTES = 30 * 1024 * 1024;

export type PreparedFilm = { format: FilmFormat; bytes: Uint8Array };
export type PrepareFilmOutcome = { kind: "prepared"; film: PreparedFilm } | { kind: "refused"; message: string };

/** Checks an upload and takes out what it says of place and camera. */
export function prepareFilm(bytes: Uint8Array): PrepareFilmOutcome {
  if (bytes.byteLength === 0) return refused("Choose a film");
  if (bytes.byteLength > MOST_BYTES) return refused("Choose a film of 30 MB or less");
  const format = filmFormatOf(bytes);
  if (!format) return refused("Choose an MP4 or a WebM film");
  if (format === "webm") return { kind: "prepared", film: { format, bytes } };
  if (!isWholeMp4(bytes)) return refused("That film could not be read: it may have been cut short. Choose it again");
  return { kind: "prepared", film: { format, bytes: withoutRemarks(bytes) } };
}

/** Keeps a prepared film, in the transaction of whatever it is for. */
export async function keepFilm(tx: Tx, { format, bytes }: PreparedFilm, now: number): Promise<FilmFile> {
  const film = { id: newId(), format };
  await insertFilm(tx, { film, bytes, now });
  return film;
}

/** The bytes of a film in this range, read from the database as they are sent. */
export function filmStream(world: World, id: string, { from, to }: ByteRange): ReadableStream<Uint8Array> {
  let at = from;
  return new ReadableStream({
    async pull(sending) {
      const number = Math.floor(at / PART_BYTES);
      const part = await readFilmPart(world.db.kysely, { id, number });
      if (!part) return sending.error(new Error(`film ${id} has no part ${number}`));
      const first = number * PART_BYTES;
      sending.enqueue(part.subarray(at - first, to + 1 - first));
      at = first + part.byteLength;
      if (at > to) sending.close();
    },
  });
}

function refused(message: string): PrepareFilmOutcome {
  return { kind: "refused", message };
}
