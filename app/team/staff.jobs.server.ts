import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { removeOldInvites } from "#app/team/invites.db.server.ts";

const EVERY = 6 * 3_600_000;

/** Deletes invitations that ended a month ago. Returns a function that stops it. */
export function startForgettingInvites(app: AppContext): () => Promise<void> {
  return repeat(app, {
    every: EVERY,
    job: ({ db, clock }) => removeOldInvites(db.kysely, clock.now()),
    failed: "old invitations could not be removed",
  });
}
