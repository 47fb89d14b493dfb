import { type FilmFile, filmAt, filmType } from "#app/media/film.ts";
import { filmStream, getFilmSize } from "#app/media/films.server.ts";
import { MEDIA_TYPES, sizeAt } from "#app/media/picture.ts";
import { getPictureFile } from "#app/media/pictures.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { byteRangeOf } from "#app/platform/http/byte-range.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { FOR_GOOD } from "#app/routes/feeds/for-good.ts";
import type { Route } from "./+types/media.ts";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const film = filmAt(params.file);
  if (film) return filmAnswer(appContextOf(context), film, request.headers);
  const size = sizeAt(params.file);
  const bytes = size && (await getPictureFile(appContextOf(context).db.kysely, size));
  if (!size || !bytes) throw new Response("There is no such picture.", { status: 404 });
  return new Response(bytes, {
    headers: {
      ...FOR_GOOD,
      "Content-Type": MEDIA_TYPES[size.type],
      "Content-Length": String(bytes.byteLength),
    },
  });
}

/** A film, or the part of it that a player requests: Safari plays none without range requests. */
async function filmAnswer(app: AppContext, film: FilmFile, requestHeaders: Headers): Promise<Response> {
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
