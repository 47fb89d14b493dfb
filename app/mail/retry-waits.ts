const MINUTE_MS = 60_000;
const LONGEST_MS = 120 * MINUTE_MS;
const DAY_MS = 86_400_000;

/**
 * Ms to wait after failed attempt number `attempts` (from 1): 1, 2, 4 ... minutes, at most two hours. The last
 * quarter is random (`fraction`, 0 to 1), so that a thousand mails don't return in the same second. Null gives up,
 * after about a day.
 */
export function waitAfter(attempts: number, fraction: number): number | null {
  let waited = 0;
  for (let attempt = 1; attempt < attempts; attempt++) waited += fullWait(attempt);
  if (waited >= DAY_MS) return null;
  return Math.round(fullWait(attempts) * (0.75 + 0.25 * fraction));
}

function fullWait(attempt: number): number {
  return Math.min(MINUTE_MS * 2 ** (attempt - 1), LONGEST_MS);
}
