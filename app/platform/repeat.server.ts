import { setImmediate as turn } from "node:timers/promises";
import type { AppContext } from "#app/platform/app-context.server.ts";

type Repeated = {
  /** In ms. */
  every: number;
  job: (app: AppContext) => Promise<unknown>;
  failed: string;
};

/**
 * Runs a job now and then at intervals, never twice at once. Returns a function that stops it after the current run.
 */
export function repeat(app: AppContext, { every, job, failed }: Repeated): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = running.then(() => job(app)).catch((err) => app.log.error({ err }, failed));
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
  /** Does the next batch and returns how many items it handled; 0 when nothing is left. */
  batch: (app: AppContext) => Promise<number>;
};

/** The same in batches, so that requests get their turn in between: SQLite blocks our thread. */
export function repeatBatches(app: AppContext, { batch, ...repeated }: RepeatedBatches): () => Promise<void> {
  let stopped = false;
  const all = async () => {
    while (!stopped && (await batch(app)) > 0) await turn();
  };
  const stop = repeat(app, { ...repeated, job: all });
  return async () => {
    stopped = true;
    await stop();
  };
}
