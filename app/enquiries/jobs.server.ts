import { forgetSome } from "#app/enquiries/retention/commands.server.ts";
import { repeatBatches } from "#app/platform/repeat.server.ts";
import type { World } from "#app/platform/world.server.ts";

const LOOK_EVERY = 6 * 3_600_000;

/** Deletes messages that are older than we keep them: at the start, and four times a day after. Answers how to stop it. */
export function startForgetting(world: World): () => Promise<void> {
  return repeatBatches(world, {
    every: LOOK_EVERY,
    batch: forgetSome,
    failed: "old messages could not be deleted",
  });
}
