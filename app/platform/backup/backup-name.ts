const NAME = /^limber-yard-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/** The folder name of a backup made at `at` (epoch ms): `limber-yard-20261121T074315Z`. Sorts by time. */
export function backupName(at: number): string {
  return `limber-yard-${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/** When the backup of this name was made, in epoch ms to the second; null for anything else in the folder. */
export function madeAt(name: string): number | null {
  const found = NAME.exec(name);
  if (!found) return null;
  const [year, month, day, hour, minute, second] = found.slice(1).map(Number) as [number, ...number[]];
  const at = Date.UTC(year, (month ?? 1) - 1, day, hour, minute, second);
  return backupName(at) === name ? at : null;
}
