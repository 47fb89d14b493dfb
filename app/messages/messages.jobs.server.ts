import { forgetSome } from "#app/messages/delete-old-messages.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeatBatches } from "#app/platform/repeat.server.ts";

const LOOK_EVERY = 6 * 3_600_000;

/** Deletes messages past their retention, at the start and then four times a day. Returns a function that stops it. */
export function startForgetting(app: AppContext): () => Promise<void> {
  return repeatBatches(app, {
    every: LOOK_EVERY,
    batch: forgetSome,
    failed: "old messages could not be deleted",
  });
}
