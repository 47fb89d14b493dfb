import { deleteUnusedFilms } from "#app/media/films/store.server.ts";
import { deleteUnusedPictures } from "#app/media/store.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import type { World } from "#app/platform/world.server.ts";

const HOUR = 3_600_000;
// A page that was opened before the change may still load what it names.
const KEPT_FOR = HOUR;

/** Removes pictures and films that were replaced: at the start, and once an hour after. Answers how to stop it. */
export function startClearing(world: World): () => Promise<void> {
  return repeat(world, { every: HOUR, job: removeUnused, failed: "unused pictures and films could not be removed" });
}

/** One look. */
export async function removeUnused(world: World): Promise<void> {
  const since = world.clock.now() - KEPT_FOR;
  const pictures = await deleteUnusedPictures(world.db.kysely, since);
  const films = await deleteUnusedFilms(world.db.kysely, since);
  if (pictures + films > 0) world.log.info({ pictures, films }, "unused pictures and films were removed");
}
