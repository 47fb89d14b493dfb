import { dateFormat } from "#app/platform/date-format.ts";

const A_MONDAY = Date.UTC(2027, 0, 4);
const DAY_MS = 86_400_000;

/** Weekdays (1 is Monday) in words: `Monday to Thursday and Saturday`; empty for none. */
export function weekdaysInWords(weekdays: Iterable<number>): string {
  const sorted = [...new Set(weekdays)].sort();
  const parts = runsOf(sorted).flatMap((run) =>
    run.length < 3 ? run.map(nameOf) : [`${nameOf(run[0] as number)} to ${nameOf(run.at(-1) as number)}`],
  );
  const last = parts.pop();
  return parts.length === 0 ? (last ?? "") : `${parts.join(", ")} and ${last}`;
}

function runsOf(sorted: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const weekday of sorted) {
    const run = runs.at(-1);
    if (run?.at(-1) === weekday - 1) run.push(weekday);
    else runs.push([weekday]);
  }
  return runs;
}

function nameOf(weekday: number): string {
  return dateFormat("en-GB", { weekday: "long", timeZone: "UTC" }).format(A_MONDAY + (weekday - 1) * DAY_MS);
}
