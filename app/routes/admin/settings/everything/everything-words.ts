const KILO = 1000;

/** `12 MB`, `0.4 MB`, `3.1 GB`. */
export function sizeInWords(bytes: number): string {
  const mega = bytes / KILO / KILO;
  if (mega >= KILO) return `${(mega / KILO).toFixed(1)} GB`;
  return mega >= 10 ? `${Math.round(mega)} MB` : `${Math.max(0.1, mega).toFixed(1)} MB`;
}
