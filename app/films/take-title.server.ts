import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { changePlace, type FilmOutcome } from "#app/settings/set-film.server.ts";

/** Gives a place's film the title that its site told. */
export function takeTitle(app: AppContext, actor: Actor, { place }: { place: number }): Promise<FilmOutcome> {
  return changePlace(app, actor, {
    place,
    action: "film.title",
    next: async (_, { before }) => (before.told?.title ? { title: before.told.title } : null),
  });
}
