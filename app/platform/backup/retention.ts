import { madeAt } from "#app/platform/backup/backup-name.ts";

const DAY = 86_400_000;

/** The backups among these names that may go: all but the newest `keep`. Anything that is no backup stays. */
export function outdated(names: readonly string[], keep: number): string[] {
  const newestFirst = names.filter((name) => madeAt(name) !== null).sort((a, b) => (a < b ? 1 : -1));
  return newestFirst.slice(keep);
}

/** Whether the last day has no backup yet. One from the future (the clock was set back) does not count as today's. */
export function isDue(names: readonly string[], now: number): boolean {
  return !names.some((name) => {
    const at = madeAt(name);
    return at !== null && at > now - DAY && at <= now;
  });
}
