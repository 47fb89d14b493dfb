import { setTimeout as pause } from "node:timers/promises";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import { fillReportDays } from "#app/reports/fill-report-days.server.ts";

const LOOK_EVERY = 60_000;
// A twentieth of one thread at most: reports are right without, so nobody should notice it.
const REST = 19;

/** Adds up days that are over, for the reports. Returns a function that stops it. */
export function startAddingUp(app: AppContext): () => Promise<void> {
  const stopping = new AbortController();
  const rest = async (took: number) => {
    await pause(took * REST, null, { signal: stopping.signal }).catch(() => undefined);
    return !stopping.signal.aborted;
  };
  const stop = repeat(app, {
    every: LOOK_EVERY,
    job: () => fillReportDays(app, rest),
    failed: "days that are over could not be added up for the reports",
  });
  return async () => {
    stopping.abort();
    await stop();
  };
}
