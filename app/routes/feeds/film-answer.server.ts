import { type FilmFile, filmType } from "#app/media/film.ts";
import { filmStream, getFilmSize } from "#app/media/films.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { byteRangeOf } from "#app/platform/http/byte-range.ts";
import { FOR_GOOD } from "#app/routes/feeds/for-good.ts";

/** A film, or the part of it that a player requests: Safari plays none without range requests. */
export async function filmAnswer(app: AppContext, film: FilmFile, requestHeaders: Headers): Promise<Response> {
  const size = await getFilmSize(app.db.kysely, film);
  if (size === null) throw new Response("There is no such film.", { status: 404 });
  const etag = `"${film.id}"`;
  const headers = { ...FOR_GOOD, "Content-Type": filmType(film), "Accept-Ranges": "bytes", ETag: etag };
  if (requestHeaders.get("if-none-match")?.includes(etag)) return new Response(null, { status: 304, headers });
  const goesOn = [null, etag].includes(requestHeaders.get("if-range"));
  const range = goesOn ? byteRangeOf(requestHeaders.get("range"), size) : null;
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${size}` } });
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  const length = { "Content-Length": String(to - from + 1) };
  const part: Record<string, string> = range ? { "Content-Range": `bytes ${from}-${to}/${size}` } : {};
  return new Response(filmStream(app, film.id, { from, to }), {
    status: range ? 206 : 200,
    headers: { ...headers, ...length, ...part },
  });
}
