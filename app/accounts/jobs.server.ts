import { removeOldLinks } from "#app/accounts/links/store.server.ts";
import { removeOldSessions } from "#app/accounts/session/store.server.ts";
import type { World } from "#app/platform/world.server.ts";

const SWEEP_EVERY = 3_600_000;

/** Removes sessions and links that have run out: at the start, and once an hour after. Answers how to stop it. */
export function startSweeping(world: World): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const look = () => {
    running = running
      .then(() => removeExpired(world))
      .catch((err) => world.log.error({ err }, "old sessions and links could not be removed"));
  };
  const timer = setInterval(look, SWEEP_EVERY);
  timer.unref();
  look();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** One look. */
export async function removeExpired(world: World): Promise<void> {
  const now = world.clock.now();
  await removeOldLinks(world.db.kysely, now);
  await removeOldSessions(world.db.kysely, now);
}
