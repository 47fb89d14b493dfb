import { begunAt, madeAt } from "#app/platform/backup/backup-name.ts";

const DAY = 86_400_000;

/** The backups among these names that may be deleted: all but the newest `keep`. Other files stay. */
export function outdated(names: readonly string[], keep: number): string[] {
  const made = names.map((name) => ({ name, at: madeAt(name) })).filter((one): one is Made => one.at !== null);
  made.sort((a, b) => b.at - a.at);
  // Two servers may have made one in the same second: those count as one.
  const cached = [...new Set(made.map(({ at }) => at))].slice(0, keep);
  return made.filter(({ at }) => !cached.includes(at)).map(({ name }) => name);
}

type Made = { name: string; at: number };

/** Half-written backups of a server that was stopped. A day is longer than any backup takes. */
export function abandoned(names: readonly string[], now: number): string[] {
  return names.filter((name) => {
    const at = begunAt(name);
    return at !== null && at < now - DAY;
  });
}

/** Whether the last day has no backup yet. One from the future (the clock was set back) does not count. */
export function isDue(names: readonly string[], now: number): boolean {
  return !names.some((name) => {
    const at = madeAt(name);
    return at !== null && at > now - DAY && at <= now;
  });
}
