/**
 * What became of a try. `gone`: the browser has ended it there. `retry`: later, by itself. `refused`: it would be
 * refused again, so that somebody has to look.
 */
export type PushOutcome = "sent" | "gone" | "retry" | "refused";

/** What a push service's status means (RFC 8030, 5 and 8). A redirect is not followed. */
export function pushOutcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 408 || status === 429 || status >= 500 ? "retry" : "refused";
}

const SECOND = 1_000;
const LONGEST = 3_600_000;

/** How long the service asks us to wait, in ms; null where it doesn't say. An hour at most. */
export function retryAfterOf(header: string | undefined, now: number): number | null {
  if (!header) return null;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, SECOND), LONGEST);
}
