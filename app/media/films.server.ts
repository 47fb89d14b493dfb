import { type FilmFile, type FilmFormat, FREE, filmFormatOf, isWholeMp4, metadataIn } from "#app/media/film.ts";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { ByteRange } from "#app/platform/http/byte-range.ts";
import { newId } from "#app/platform/ids.server.ts";

export const MOST_FILM_BYTES = 30 * 1024 * 1024;
const PIECE = 64 * 1024;

type PreparedFilm = { format: FilmFormat; upload: UploadedFile };

type PrepareFilmOutcome = { kind: "prepared"; film: PreparedFilm } | { kind: "refused"; message: string };

export async function prepareFilm(upload: UploadedFile | null): Promise<PrepareFilmOutcome> {
  if (!upload || upload.size === 0) return refused("Choose a film");
  if (upload.size > MOST_FILM_BYTES) return refused("Choose a film of 30 MB or less");
  const format = filmFormatOf(await upload.read(0, 96));
  if (!format) return refused("Choose an MP4 or a WebM film");
  if (format === "webm") return { kind: "prepared", film: { format, upload } };
  if (!(await isWholeMp4(upload.read, upload.size))) {
    return refused("That film could not be read: it may have been cut short. Choose it again");
  }
  await blankRemarks(upload);
  return { kind: "prepared", film: { format, upload } };
}

async function blankRemarks(upload: UploadedFile): Promise<void> {
  for (const { at, from, to } of await metadataIn(upload.read, upload.size)) {
    await upload.write(at + 4, FREE);
    for (let blank = from; blank < to; blank += PIECE)
      await upload.write(blank, new Uint8Array(Math.min(PIECE, to - blank)));
  }
}

export async function saveFilm(tx: Tx, { format, upload }: PreparedFilm, now: number): Promise<FilmFile> {
  const film = { id: newId(), format };
  await insertFilm(tx, { film, upload, now });
  return film;
}

function refused(message: string): PrepareFilmOutcome {
  return { kind: "refused", message };
}

/** A film is stored in parts of this size; the last one may be smaller. */
export const PART_BYTES = 256 * 1024;

async function insertFilm(
  tx: Tx,
  { film, upload, now }: { film: FilmFile; upload: UploadedFile; now: number },
): Promise<void> {
  await tx
    .insertInto("films")
    .values({ ...film, size: upload.size, created_at: now })
    .execute();
  for (let number = 0; number * PART_BYTES < upload.size; number++) {
    const bytes = await upload.read(number * PART_BYTES, PART_BYTES);
    await tx.insertInto("film_parts").values({ film_id: film.id, number, bytes }).execute();
  }
}

/** A film's size in bytes, or null if there is none in this format. */
export async function getFilmSize(db: Queries, { id, format }: FilmFile): Promise<number | null> {
  const row = await db
    .selectFrom("films")
    .select("size")
    .where("id", "=", id)
    .where("format", "=", format)
    .executeTakeFirst();
  return row?.size ?? null;
}

export async function getFilmPart(
  db: Queries,
  { id, number }: { id: string; number: number },
): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom("film_parts")
    .select("bytes")
    .where("film_id", "=", id)
    .where("number", "=", number)
    .executeTakeFirst();
  return row?.bytes ?? null;
}

export async function releaseFilm(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable("films").set({ unused_since: now }).where("id", "=", id).execute();
}

/** Deletes films that have not been shown since then, and returns how many. */
export async function deleteUnusedFilms(db: Queries, since: number): Promise<number> {
  const outcome = await db.deleteFrom("films").where("unused_since", "<=", since).executeTakeFirst();
  return Number(outcome.numDeletedRows);
}

/** Streams this range of a film from the database. */
export function filmStream(app: AppContext, id: string, { from, to }: ByteRange): ReadableStream<Uint8Array> {
  let at = from;
  return new ReadableStream({
    async pull(sending) {
      const number = Math.floor(at / PART_BYTES);
      const part = await getFilmPart(app.db.kysely, { id, number });
      if (!part) return sending.error(new Error(`film ${id} has no part ${number}`));
      const first = number * PART_BYTES;
      sending.enqueue(part.subarray(at - first, to + 1 - first));
      at = first + part.byteLength;
      if (at > to) sending.close();
    },
  });
}
