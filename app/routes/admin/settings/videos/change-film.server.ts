import type { Actor } from "#app/accounts/actor.ts";
import type { World } from "#app/platform/world.server.ts";
import { fileFrom, uploadFrom } from "#app/routes/admin/picture-upload.ts";
import { type FilmOutcome, putFilm, putPoster, removeFilm, removePoster } from "#app/settings/films/commands.server.ts";

/** Does what the pressed button says to one film. An upload without a known button is a film. */
export async function changedFilm(
  world: World,
  actor: Actor,
  { place, form }: { place: number; form: FormData },
): Promise<FilmOutcome> {
  switch (form.get("intent")) {
    case "remove-film":
      return removeFilm(world, actor, { place });
    case "remove-poster":
      return removePoster(world, actor, { place });
    case "poster":
      return putPoster(world, actor, { place, upload: await uploadFrom(form) });
    default:
      return putFilm(world, actor, { place, bytes: await fileFrom(form, "film") });
  }
}
