import { removeOldLinks } from "#app/accounts/account-links.db.server.ts";
import { removeUnusedKeys } from "#app/accounts/passwords/hash-keys.db.server.ts";
import { removeOldSessions } from "#app/accounts/sessions.db.server.ts";
import { removeOldPlaces } from "#app/accounts/sign-in/known-places.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

const SWEEP_EVERY = 3_600_000;
const DAY = 86_400_000;

/** Removes expired sessions and links, at the start and then hourly. Returns a function that stops it. */
export function startSweepingAccounts(app: AppContext): () => Promise<void> {
  return repeat(app, {
    every: SWEEP_EVERY,
    job: removeExpired,
    failed: "old sessions and links could not be removed",
  });
}

export async function removeExpired(app: AppContext): Promise<void> {
  const now = app.clock.now();
  await removeOldLinks(app.db.kysely, now);
  await removeOldSessions(app.db.kysely, now);
  await removeOldPlaces(app.db.kysely, now);
  await removeUnusedKeys(app.db.kysely, now - DAY);
}
