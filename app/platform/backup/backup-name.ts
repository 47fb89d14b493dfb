const NAME = /^(limber-yard-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z)(?:-\d+)?$/;
const PARTIAL = /^\.(.+)\.[0-9a-f]{8}\.partial$/;

/** The folder name of a backup made at `at` (epoch ms): `limber-yard-20261121T074315Z`. Sorts by time. */
export function backupName(at: number): string {
  return `limber-yard-${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/** A backup's name while it is written. `mark`: eight hex digits that no other writer has. */
export function partialName(at: number, mark: string): string {
  return `.${backupName(at)}.${mark}.partial`;
}

/** The name of a second backup from the same second: `…Z-2`. */
export function numberedName(at: number, number: number): string {
  return number === 1 ? backupName(at) : `${backupName(at)}-${number}`;
}

/** When an unfinished backup of this name was begun; null for anything else. */
export function begunAt(name: string): number | null {
  const found = PARTIAL.exec(name);
  return found ? madeAt(found[1] ?? "") : null;
}

/** When the backup of this name was made, in epoch ms to the second; null for any other file. */
export function madeAt(name: string): number | null {
  const found = NAME.exec(name);
  if (!found) return null;
  const [year, month, day, hour, minute, second] = found.slice(2).map(Number) as [number, ...number[]];
  const at = Date.UTC(year, (month ?? 1) - 1, day, hour, minute, second);
  return backupName(at) === found[1] ? at : null;
}
