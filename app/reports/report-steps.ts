import { dateInWords } from "#app/platform/month.ts";
import { addDays, daysBetween, startOfDay } from "#app/platform/zoned-time.ts";
import type { When } from "#app/reports/figure-fact.ts";
import type { Period } from "#app/reports/period.ts";
import { type ReportFact, type Tally, tallyOf } from "#app/reports/report-fact.ts";
import { mondayOf } from "#app/reports/weeks.ts";

/** A week or a month of a report, as far as it lies within: inclusive local dates. */
export type Step = { from: string; to: string; label: string; tally: Tally };

const LONGEST_IN_WEEKS = 100;

/** A period by weeks, a long one by months. Empty ones are there, too. */
export function stepsOf(
  facts: readonly ReportFact[],
  { from, to, ...when }: Pick<Period, "from" | "to"> & When,
): Step[] {
  const inWeeks = daysBetween(from, to) < LONGEST_IN_WEEKS;
  const steps: Omit<Step, "tally">[] = [];
  for (let first = from; first <= to; first = addDays(endOf(first, inWeeks), 1)) {
    const end = endOf(first, inWeeks);
    const label = inWeeks ? dateInWords(first, { day: "numeric", month: "short" }) : monthLabel(first);
    steps.push({ from: first, to: end < to ? end : to, label });
  }
  const ends = steps.map((step) => startOfDay(addDays(step.to, 1), when.zone));
  const byStep = Map.groupBy(facts, ({ start }) => ends.findIndex((end) => start < end));
  return steps.map((step, index) => ({ ...step, tally: tallyOf(byStep.get(index) ?? [], when) }));
}

function endOf(date: string, inWeeks: boolean): string {
  if (inWeeks) return addDays(mondayOf(date), 6);
  return addDays(`${addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
}

function monthLabel(date: string): string {
  return dateInWords(date, { month: "short", year: "2-digit" });
}
