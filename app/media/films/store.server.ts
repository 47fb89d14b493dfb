import type { FilmFile } from "#app/media/film.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** A film is kept in parts of so many bytes; the last one is what is left. */
export const PART_BYTES = 256 * 1024;

/** Keeps a film. */
export async function insertFilm(
  tx: Tx,
  { film, bytes, now }: { film: FilmFile; bytes: Uint8Array; now: number },
): Promise<void> {
  await tx
    .insertInto("films")
    .values({ ...film, size: bytes.byteLength, created_at: now })
    .execute();
  for (let number = 0; number * PART_BYTES < bytes.byteLength; number++) {
    const part = bytes.subarray(number * PART_BYTES, (number + 1) * PART_BYTES);
    await tx.insertInto("film_parts").values({ film_id: film.id, number, bytes: part }).execute();
  }
}

/** How many bytes a film has; null when there is none in this format. */
export async function readFilmSize(db: Queries, { id, format }: FilmFile): Promise<number | null> {
  const row = await db
    .selectFrom("films")
    .select("size")
    .where("id", "=", id)
    .where("format", "=", format)
    .executeTakeFirst();
  return row?.size ?? null;
}

export async function readFilmPart(
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

/** Nothing shows this film any more. */
export async function letGoOfFilm(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable("films").set({ unused_since: now }).where("id", "=", id).execute();
}

/** Removes the films that nothing has shown since then. How many those were. */
export async function deleteUnusedFilms(db: Queries, since: number): Promise<number> {
  const outcome = await db.deleteFrom("films").where("unused_since", "<=", since).executeTakeFirst();
  return Number(outcome.numDeletedRows);
}
