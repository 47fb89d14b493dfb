import { setImmediate as turn } from "node:timers/promises";
import { forgetSome } from "#app/enquiries/retention/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";

const LOOK_EVERY = 6 * 3_600_000;

/** Deletes messages that are older than we keep them: at the start, and four times a day after. Answers how to stop it. */
export function startForgetting(world: World): () => Promise<void> {
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();
  const look = () => {
    running = running
      .then(async () => {
        // A batch at a time, so that requests get their turn between them.
        while (!stopped && (await forgetSome(world)) > 0) await turn();
      })
      .catch((err) => world.log.error({ err }, "old messages could not be deleted"));
  };
  const timer = setInterval(look, LOOK_EVERY);
  timer.unref();
  look();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}
