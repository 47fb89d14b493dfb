import type { SentUpload } from "#app/media/busboy.gateway.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { uploadFrom } from "#app/routes/admin/picture-upload.ts";
import { type FilmOutcome, removeFilm, removePoster, setFilm, setPoster } from "#app/settings/set-film.server.ts";

export async function changedFilm(
  app: AppContext,
  actor: Actor,
  { place, sent }: { place: number; sent: SentUpload },
): Promise<FilmOutcome> {
  switch (sent.fields.intent) {
    case "remove-film":
      return removeFilm(app, actor, { place });
    case "remove-poster":
      return removePoster(app, actor, { place });
    case "poster":
      return setPoster(app, actor, { place, upload: uploadFrom(sent) });
    default:
      return setFilm(app, actor, { place, file: sent.file("film") });
  }
}
