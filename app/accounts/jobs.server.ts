import { removeOldLinks } from "#app/accounts/links/store.server.ts";
import { removeOldSessions } from "#app/accounts/session/store.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import type { World } from "#app/platform/world.server.ts";

const SWEEP_EVERY = 3_600_000;

/** Removes sessions and links that have run out: at the start, and once an hour after. Answers how to stop it. */
export function startSweeping(world: World): () => Promise<void> {
  return repeat(world, {
    every: SWEEP_EVERY,
    job: removeExpired,
    failed: "old sessions and links could not be removed",
  });
}

/** One look. */
export async function removeExpired(world: World): Promise<void> {
  const now = world.clock.now();
  await removeOldLinks(world.db.kysely, now);
  await removeOldSessions(world.db.kysely, now);
}
