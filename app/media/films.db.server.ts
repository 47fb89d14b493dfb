import type { FilmFile } from "#app/media/film.ts";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** A film is stored in parts of this size; the last one may be smaller. */
export const PART_BYTES = 256 * 1024;

export async function insertFilm(
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
