import { BOOKING_SOURCES, bookingSourceOf, sourceInWords } from "#app/appointments/appointment.ts";
import type { AppointmentResult } from "#app/appointments/attendance.ts";
import type { Interval } from "#app/availability/interval.ts";
import { addDays, dateInWords, daysBetween } from "#app/platform/date-time.ts";
import { instantsOf, type Period } from "#app/reports/period.ts";
import { mondayOf } from "#app/reports/plot-figures.ts";
import type { Utilisation } from "#app/reports/utilisation.ts";

/** What a report counts: numbers of appointments, and pence. */
export type ReportTotals = {
  all: number;
  came: number;
  unrecorded: number;
  ahead: number;
  missed: number;
  cancelled: number;
  late: number;
  /** First appointments that were not cancelled. */
  newClients: number;
  /** Visits whose six weeks are over, and those of them that were followed by another. */
  judged: number;
  again: number;
  takenPence: number;
  aheadPence: number;
};

/**
 * The appointments of one stretch of time, one part and one result. `first`: a client's first. `judged`, `followed`:
 * their six weeks are over, and brought another.
 */
export type Count = Interval & {
  part: string;
  result: AppointmentResult;
  all: number;
  pence: number;
  late: number;
  first: number;
  judged: number;
  followed: number;
};

export function toTotals(counts: readonly Count[]): ReportTotals {
  const totals: ReportTotals = {
    all: 0,
    came: 0,
    unrecorded: 0,
    ahead: 0,
    missed: 0,
    cancelled: 0,
    late: 0,
    newClients: 0,
    judged: 0,
    again: 0,
    takenPence: 0,
    aheadPence: 0,
  };
  for (const { result, all, pence, late, first, judged, followed } of counts) {
    totals.all += all;
    totals[result] += all;
    totals.late += late;
    totals.newClients += first;
    if (result === "ahead") totals.aheadPence += pence;
    if (result !== "came") continue;
    totals.takenPence += pence;
    totals.judged += judged;
    totals.again += followed;
  }
  return totals;
}

/** The counts of a time that begins and ends where stretches do. */
export function countsWithin<Part extends Interval>(counts: readonly Part[], { start, end }: Interval): Part[] {
  return counts.filter((count) => start <= count.start && count.end <= end);
}

export const SPLITS = ["therapist", "service", "client", "source"] as const;
export type Split = (typeof SPLITS)[number];

/** One part of a period. `value`: what the list of appointments is asked for; `utilisation` of therapists who work here. */
export type SplitLine = { value: string; label: string; totals: ReportTotals; utilisation: Utilisation | null };

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
    return group ? [{ value, label, totals: toTotals(group) }] : [];
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

/** A week or a month of a report, as far as it lies within: inclusive local dates. */
export type Step = { from: string; to: string; label: string; totals: ReportTotals };

type Uncounted = Omit<Step, "totals"> & Interval;

const LONGEST_IN_WEEKS = 100;

/** A period by weeks, a long one by months. */
export function stepsOf({ from, to }: Pick<Period, "from" | "to">, zone: string): Uncounted[] {
  const inWeeks = daysBetween(from, to) < LONGEST_IN_WEEKS;
  const steps: Uncounted[] = [];
  for (let first = from; first <= to; first = addDays(endOf(first, inWeeks), 1)) {
    const end = endOf(first, inWeeks);
    const label = inWeeks ? dateInWords(first, { day: "numeric", month: "short" }) : monthLabel(first);
    const days = { from: first, to: end < to ? end : to };
    steps.push({ ...days, label, ...instantsOf(days, zone) });
  }
  return steps;
}

/** Empty steps are there, too. */
export function countSteps(steps: readonly Uncounted[], counts: readonly Count[]): Step[] {
  return steps.map(({ from, to, label, ...time }) => ({
    from,
    to,
    label,
    totals: toTotals(countsWithin(counts, time)),
  }));
}

function endOf(date: string, inWeeks: boolean): string {
  if (inWeeks) return addDays(mondayOf(date), 6);
  return addDays(`${addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
}

function monthLabel(date: string): string {
  return dateInWords(date, { month: "short", year: "2-digit" });
}
