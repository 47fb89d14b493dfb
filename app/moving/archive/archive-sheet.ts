import { localDateOf, localTimeOf } from "#app/platform/zoned-time.ts";

export type Cells = (string | number | null)[];

/** How instants are written for people: local date and time. */
export type Shown = { zone: string };

/** A spreadsheet of the archive. `rows` come one by one from the snapshot. */
export type ArchiveSheet<Source> = {
  name: string;
  about: string;
  head: readonly string[];
  rows: (source: Source, shown: Shown) => AsyncGenerator<Cells>;
};

/** Local date and time, as two cells. */
export function dateAndTime(at: number | null, { zone }: Shown): [string | null, string | null] {
  return at === null ? [null, null] : [localDateOf(at, zone), localTimeOf(at, zone)];
}

/** `2026-11-22 14:30`. */
export function moment(at: number | null, shown: Shown): string | null {
  return at === null ? null : dateAndTime(at, shown).join(" ");
}

export function pounds(pence: number | null): string | null {
  return pence === null ? null : (pence / 100).toFixed(2);
}

export function yesOrNo(value: unknown): string {
  return value ? "yes" : "no";
}

/** Minutes since midnight as `09:30`. */
export function clockTime(minute: number | null): string | null {
  if (minute === null) return null;
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
