import { deleteUnusedFilms } from "#app/media/films.server.ts";
import { deleteUnusedPictures } from "#app/media/pictures.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

const HOUR = 3_600_000;
// A page opened before the change may still load the old files.
const KEPT_FOR = HOUR;

/** Deletes replaced pictures and films, at the start and then hourly. Returns a function that stops it. */
export function startClearingMedia(app: AppContext): () => Promise<void> {
  return repeat(app, { every: HOUR, job: removeUnused, failed: "unused pictures and films could not be removed" });
}

export async function removeUnused(app: AppContext): Promise<void> {
  const since = app.clock.now() - KEPT_FOR;
  const pictures = await deleteUnusedPictures(app.db.kysely, since);
  const films = await deleteUnusedFilms(app.db.kysely, since);
  if (pictures + films > 0) app.log.info({ pictures, films }, "unused pictures and films were removed");
}
