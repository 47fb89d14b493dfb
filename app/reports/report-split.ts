import { BOOKING_SOURCES, bookingSourceOf, sourceInWords } from "#app/appointments/booking-source.ts";
import { type Count, type Tally, tallyOf } from "#app/reports/report-tally.ts";
import type { Utilisation } from "#app/reports/utilisation.ts";

export const SPLITS = ["therapist", "service", "client", "source"] as const;
export type Split = (typeof SPLITS)[number];

/** One part of a period. `value`: what the list of appointments is asked for; `utilisation` of therapists who work here. */
export type SplitLine = { value: string; label: string; tally: Tally; utilisation: Utilisation | null };

type Named = { id: string; slug: string; label: string };
type Parts = { therapists: readonly Named[]; services: readonly Named[] };

export const NOT_STORED = "none";

/** Every appointment is in one line, and the lines stand in the practice's own order; empty ones are left out. */
export function splitBy(
  counts: readonly Count[],
  { split, parts }: { split: Split; parts: Parts },
): Omit<SplitLine, "utilisation">[] {
  const groups = Map.groupBy(counts, ({ part }) => keyOf(part, split));
  return linesFor(split, parts).flatMap(({ key, value, label }) => {
    const group = groups.get(key);
    return group ? [{ value, label, tally: tallyOf(group) }] : [];
  });
}

function keyOf(part: string, split: Split): string {
  return split === "source" ? (bookingSourceOf(part) ?? NOT_STORED) : part;
}

function linesFor(split: Split, { therapists, services }: Parts): { key: string; value: string; label: string }[] {
  if (split === "therapist" || split === "service") {
    const named = split === "therapist" ? therapists : services;
    return named.map(({ id, slug, label }) => ({ key: id, value: slug, label }));
  }
  const labels: [string, string][] =
    split === "client"
      ? [
          ["new", "New clients"],
          ["returning", "Returning clients"],
          [NOT_STORED, "No client record"],
        ]
      : [
          ...BOOKING_SOURCES.map((source): [string, string] => [source, sourceInWords(source)]),
          [NOT_STORED, sourceInWords(null)],
        ];
  return labels.map(([key, label]) => ({ key, value: key, label }));
}
