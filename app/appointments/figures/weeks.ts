import { type Fact, type Fate, fateOf, type When } from "#app/appointments/figures/fact.ts";
import { addDays, localDateOf, weekdayOf } from "#app/platform/zoned-time.ts";

/** One week, by its Monday: how many of each fate, and the money of those who came and who are to come, in pence. */
export type Week = Record<Fate, number> & { monday: string; takenPence: number; aheadPence: number };

/** The Monday of the week that a local date lies in. */
export function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date));
}

/** Every week from the one that holds `from` to the one that holds `to` (local dates), empty ones too. */
export function weeksOf(facts: readonly Fact[], { from, to, zone, now }: When & { from: string; to: string }): Week[] {
  const weeks = new Map<string, Week>();
  for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) weeks.set(monday, emptyWeek(monday));
  for (const fact of facts) {
    const week = weeks.get(mondayOf(localDateOf(fact.start, zone)));
    if (!week) continue;
    const fate = fateOf(fact, now);
    week[fate] += 1;
    if (fate === "came") week.takenPence += fact.pricePence;
    if (fate === "ahead") week.aheadPence += fact.pricePence;
  }
  return [...weeks.values()];
}

/** Of those who were expected in these weeks, how many did not come. */
export function missedOf(weeks: readonly Week[]): { missed: number; expected: number } {
  const missed = weeks.reduce((sum, week) => sum + week.missed, 0);
  return { missed, expected: weeks.reduce((sum, week) => sum + week.came, missed) };
}

/** `2 of 41`; with 50 or more also `that is 4.9%`: a percentage of few says more than is known. */
export function rateInWords({ missed, expected }: { missed: number; expected: number }): string {
  const count = `${missed} of ${expected}`;
  return expected < 50 ? count : `${count}, that is ${((100 * missed) / expected).toFixed(1)}%`;
}

function emptyWeek(monday: string): Week {
  return { monday, came: 0, ahead: 0, missed: 0, cancelled: 0, takenPence: 0, aheadPence: 0 };
}
