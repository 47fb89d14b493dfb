/** Why the download was refused, from the address that it came back to. */
export function refusalFrom(reason: string | null): { password?: string; message?: string } | null {
  return reason === null ? null : (REFUSALS[reason] ?? null);
}

const REFUSALS: Record<string, { password?: string; message?: string }> = {
  password: { password: "That is not your password" },
  limited: { message: "Too many attempts. Wait a few minutes and try again" },
  busy: { message: "It is being downloaded already. Wait until that is done, or stop it, and try again" },
};

const KILO = 1000;

/** `12 MB`, `0.4 MB`, `3.1 GB`. */
export function sizeInWords(bytes: number): string {
  const mega = bytes / KILO / KILO;
  if (mega >= KILO) return `${(mega / KILO).toFixed(1)} GB`;
  return mega >= 10 ? `${Math.round(mega)} MB` : `${Math.max(0.1, mega).toFixed(1)} MB`;
}
