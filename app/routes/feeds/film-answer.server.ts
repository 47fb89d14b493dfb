import { type FilmFile, filmType } from "#app/media/film.ts";
import { filmStream } from "#app/media/films/commands.server.ts";
import { readFilmSize } from "#app/media/films/store.server.ts";
import { byteRangeOf } from "#app/platform/http/byte-range.ts";
import type { World } from "#app/platform/world.server.ts";
import { FOR_GOOD } from "#app/routes/feeds/for-good.ts";

/** A film, or the part of it that a player asks for: Safari plays none that comes whole only. */
export async function filmAnswer(world: World, film: FilmFile, asked: Headers): Promise<Response> {
  const size = await readFilmSize(world.db.kysely, film);
  if (size === null) throw new Response("There is no such film.", { status: 404 });
  const etag = `"${film.id}"`;
  const headers = { ...FOR_GOOD, "Content-Type": filmType(film), "Accept-Ranges": "bytes", ETag: etag };
  if (asked.get("if-none-match")?.includes(etag)) return new Response(null, { status: 304, headers });
  const goesOn = [null, etag].includes(asked.get("if-range"));
  const range = goesOn ? byteRangeOf(asked.get("range"), size) : null;
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${size}` } });
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  const length = { "Content-Length": String(to - from + 1) };
  const part: Record<string, string> = range ? { "Content-Range": `bytes ${from}-${to}/${size}` } : {};
  return new Response(filmStream(world, film.id, { from, to }), {
    status: range ? 206 : 200,
    headers: { ...headers, ...length, ...part },
  });
}
