import type { Interval } from "#app/availability/interval.ts";
import { dateInWords } from "#app/platform/month.ts";
import { addDays, daysBetween } from "#app/platform/zoned-time.ts";
import { instantsOf, type Period } from "#app/reports/period.ts";
import { type Count, countsWithin, type Tally, tallyOf } from "#app/reports/report-tally.ts";
import { mondayOf } from "#app/reports/weeks.ts";

/** A week or a month of a report, as far as it lies within: inclusive local dates. */
export type Step = { from: string; to: string; label: string; tally: Tally };

type Uncounted = Omit<Step, "tally"> & Interval;

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
  return steps.map(({ from, to, label, ...time }) => ({ from, to, label, tally: tallyOf(countsWithin(counts, time)) }));
}

function endOf(date: string, inWeeks: boolean): string {
  if (inWeeks) return addDays(mondayOf(date), 6);
  return addDays(`${addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
}

function monthLabel(date: string): string {
  return dateInWords(date, { month: "short", year: "2-digit" });
}
