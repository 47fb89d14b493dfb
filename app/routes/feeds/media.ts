import { filmAt } from "#app/media/film.ts";
import { MEDIA_TYPES, sizeAt } from "#app/media/picture.ts";
import { getPictureFile } from "#app/media/pictures.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { filmAnswer } from "#app/routes/feeds/film-answer.server.ts";
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
