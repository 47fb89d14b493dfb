import { filmFile, pictureFile } from "#app/moving/archive/archive-format.ts";
import type { Queries } from "#app/platform/app-context.server.ts";

/** A file of the media, piece by piece. */
export type MediaFile = { name: string; pieces: AsyncGenerator<Uint8Array> };

/** Every picture and film, in the order of their names; their bytes are read when asked for. */
export async function* mediaFiles(db: Queries): AsyncGenerator<MediaFile> {
  const pictures = db.selectFrom("picture_files").select(["picture_id", "width", "type"]);
  for (const row of await pictures.orderBy("picture_id").orderBy("width").execute()) {
    const { picture_id: id, width, type } = row;
    yield { name: pictureFile({ id, width, type }), pieces: pictureBytes(db, { id, width }) };
  }
  for (const { id, format } of await db.selectFrom("films").select(["id", "format"]).orderBy("id").execute()) {
    yield { name: filmFile({ id, format }), pieces: filmBytes(db, id) };
  }
}

async function* pictureBytes(db: Queries, { id, width }: { id: string; width: number }): AsyncGenerator<Uint8Array> {
  const query = db.selectFrom("picture_files").select("bytes").where("picture_id", "=", id).where("width", "=", width);
  const { bytes } = await query.executeTakeFirstOrThrow();
  yield new Uint8Array(bytes);
}

async function* filmBytes(db: Queries, id: string): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const query = db.selectFrom("film_parts").select("bytes").where("film_id", "=", id).where("number", "=", number);
    const part = await query.executeTakeFirst();
    if (!part) return;
    yield new Uint8Array(part.bytes);
  }
}

/** How many bytes the media have. */
export async function mediaBytes(db: Queries): Promise<number> {
  const films = await db
    .selectFrom("films")
    .select((eb) => eb.fn.sum<number | null>("size").as("bytes"))
    .executeTakeFirstOrThrow();
  const pictures = await db
    .selectFrom("picture_files")
    .select((eb) => eb.fn.sum<number | null>(eb.fn<number>("length", ["bytes"])).as("bytes"))
    .executeTakeFirstOrThrow();
  return Number(films.bytes ?? 0) + Number(pictures.bytes ?? 0);
}
