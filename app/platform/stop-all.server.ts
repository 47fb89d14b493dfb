import type { Log } from "#app/platform/log.server.ts";

/** Stops everything, and waits for all of it: one that fails must not cut off what another has under way. */
export async function stopAll(stops: readonly (() => Promise<void>)[], log: Log): Promise<void> {
  const outcomes = await Promise.allSettled(stops.map((stop) => stop()));
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") log.warn({ err: outcome.reason }, "something did not stop as it should");
  }
}
