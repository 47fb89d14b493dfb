import { fetchFilm } from "#app/films/fetch-film.server.ts";
import { noteFilms } from "#app/films/note-films.server.ts";
import { takeTitle } from "#app/films/take-title.server.ts";
import type { SentUpload } from "#app/media/busboy.gateway.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { shownIn, uploadFrom } from "#app/routes/admin/picture-upload.ts";
import { type FilmOutcome, removeFilm, removePoster, setFilm, setPoster } from "#app/settings/set-film.server.ts";

type Changing = { place: number; sent: SentUpload };

/** What a button of a film's page does. What its site is asked, or what it lacks, is noted with it. */
export async function changedFilm(app: AppContext, actor: Actor, changing: Changing): Promise<FilmOutcome> {
  const outcome = await changed(app, actor, changing);
  if (outcome.kind === "changed") await noteFilms(app);
  return outcome;
}

async function changed(app: AppContext, actor: Actor, { place, sent }: Changing): Promise<FilmOutcome> {
  const shown = shownIn(sent);
  switch (sent.fields.intent) {
    case "fetch":
      return fetchedFilm(app, actor, place);
    case "take-title":
      return takeTitle(app, actor, { place });
    case "remove-film":
      return removeFilm(app, actor, { place, shown });
    case "remove-poster":
      return removePoster(app, actor, { place, shown });
    case "poster":
      return setPoster(app, actor, { place, upload: uploadFrom(sent), shown });
    default:
      return setFilm(app, actor, { place, file: sent.file("film"), shown });
  }
}

async function fetchedFilm(app: AppContext, actor: Actor, place: number): Promise<FilmOutcome> {
  const { kind } = await fetchFilm(app, actor, { place });
  if (kind !== "limited") return { kind };
  return { kind: "refused", field: "fetch", message: "That were many questions. Wait an hour." };
}
