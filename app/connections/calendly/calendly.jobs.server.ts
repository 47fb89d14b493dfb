import { pollCalendly } from "#app/connections/calendly/poll-calendly.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

const LOOK_EVERY = 60_000;

/** Looks once a minute whether Calendly is to be asked; without it, that is one read. Returns a function that stops it. */
export function startCalendlyPolling(app: AppContext): () => Promise<void> {
  return repeat(app, { every: LOOK_EVERY, job: pollCalendly, failed: "Calendly could not be asked" });
}
