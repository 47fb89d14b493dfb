import { dateInWords } from "#app/platform/month.ts";
import { addDays, daysBetween, localDateOf } from "#app/platform/zoned-time.ts";
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
  const startOf = (date: string) => (inWeeks ? mondayOf(date) : `${date.slice(0, 7)}-01`);
  const byStart = Map.groupBy(facts, (fact) => startOf(localDateOf(fact.start, when.zone)));
  const steps: Step[] = [];
  for (let first = from; first <= to; first = addDays(endOf(first, inWeeks), 1)) {
    const end = endOf(first, inWeeks);
    steps.push({
      from: first,
      to: end < to ? end : to,
      label: inWeeks ? dateInWords(first, { day: "numeric", month: "short" }) : monthLabel(first),
      tally: tallyOf(byStart.get(startOf(first)) ?? [], when),
    });
  }
  return steps;
}

function endOf(date: string, inWeeks: boolean): string {
  if (inWeeks) return addDays(mondayOf(date), 6);
  return addDays(`${addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
}

function monthLabel(date: string): string {
  return dateInWords(date, { month: "short", year: "2-digit" });
}
