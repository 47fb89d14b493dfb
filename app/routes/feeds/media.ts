import { filmAt } from "#app/media/film.ts";
import { sizeAt } from "#app/media/picture.ts";
import { readPictureFile } from "#app/media/store.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { filmAnswer } from "#app/routes/feeds/film-answer.server.ts";
import { FOR_GOOD } from "#app/routes/feeds/for-good.ts";
import type { Route } from "./+types/media.ts";

/** One size of an uploaded picture, or a film. Neither ever changes, so browsers and proxies keep it for good. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const film = filmAt(params.file);
  if (film) return filmAnswer(worldOf(context), film, request.headers);
  const size = sizeAt(params.file);
  const bytes = size && (await readPictureFile(worldOf(context).db.kysely, size));
  if (!bytes) throw new Response("There is no such picture.", { status: 404 });
  return new Response(bytes, {
    headers: { ...FOR_GOOD, "Content-Type": "image/webp", "Content-Length": String(bytes.byteLength) },
  });
}
