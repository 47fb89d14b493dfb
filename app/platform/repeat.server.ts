import { setImmediate as turn } from "node:timers/promises";
import type { World } from "#app/platform/world.server.ts";

type Repeated = {
  /** In ms. */
  every: number;
  job: (world: World) => Promise<unknown>;
  /** What stands in the log when a run fails. The next one comes all the same. */
  failed: string;
};

/** Does a job now and every so often after, never two runs at once. Answers how to stop it: a run is finished first. */
export function repeat(world: World, { every, job, failed }: Repeated): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = running.then(() => job(world)).catch((err) => world.log.error({ err }, failed));
  };
  const timer = setInterval(run, every);
  timer.unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

type RepeatedBatches = Omit<Repeated, "job"> & {
  /** Does the next of what is left, and answers how many that were: 0 when nothing is left. */
  batch: (world: World) => Promise<number>;
};

/** The same for a job that is done in batches, so that requests get their turn between them: SQLite never leaves ours. */
export function repeatBatches(world: World, { batch, ...repeated }: RepeatedBatches): () => Promise<void> {
  let stopped = false;
  const all = async () => {
    while (!stopped && (await batch(world)) > 0) await turn();
  };
  const stop = repeat(world, { ...repeated, job: all });
  return async () => {
    stopped = true;
    await stop();
  };
}
