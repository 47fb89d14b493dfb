import { setImmediate } from "node:timers";
import { setImmediate as turn } from "node:timers/promises";
import { type AppContext, processAppOf } from "#app/platform/app-context.server.ts";
import type { Log } from "#app/platform/log.server.ts";

/** A job's last run; `failedAt`: since when each of its runs has failed. */
type JobRun = { name: string; failedAt: number | null };

const runs = new WeakMap<AppContext, Map<string, JobRun>>();

/** How the jobs of this process fare, those that fail first. */
export function listRuns(app: AppContext): JobRun[] {
  const all = [...(runs.get(processAppOf(app))?.values() ?? [])];
  return all.toSorted((one, other) => (one.failedAt ?? Infinity) - (other.failedAt ?? Infinity));
}

function noteRun(app: AppContext, name: string, hasFailed: boolean): void {
  const own = runs.get(app) ?? new Map<string, JobRun>();
  runs.set(app, own);
  own.set(name, { name, failedAt: hasFailed ? (own.get(name)?.failedAt ?? app.clock.now()) : null });
}

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
    running = running
      .then(() => job(app))
      .then(() => noteRun(app, failed, false))
      .catch((err) => {
        noteRun(app, failed, true);
        app.log.error({ err }, failed);
      });
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

// In ms.
const NOTHING_TO_DO = 0.02;

/** Calls back after the event loop's present turn. `wasQuiet`: it had nothing to do. */
export function afterTurn(go: (wasQuiet: boolean) => void): void {
  const began = performance.now();
  setImmediate(() => go(performance.now() - began < NOTHING_TO_DO));
}

/** Stops everything, and waits for all of it: one that fails must not cut off what another has under way. */
export async function stopAll(stops: readonly (() => Promise<void>)[], log: Log): Promise<void> {
  const outcomes = await Promise.allSettled(stops.map((stop) => stop()));
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") log.warn({ err: outcome.reason }, "something did not stop as it should");
  }
}
