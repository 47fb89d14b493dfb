import type { AppointmentResult } from "#app/appointments/attendance.ts";
import { addDays, localDateOf, weekdayOf } from "#app/platform/zoned-time.ts";
import { type Fact, resultOfFact, type When } from "#app/reports/figure-fact.ts";

/** One week, by its Monday: the number of each result, and in pence what was taken and what is expected. */
export type Week = Record<AppointmentResult, number> & { monday: string; takenPence: number; aheadPence: number };

export function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date));
}

/** Every week between two local dates, those of both dates and empty weeks included. */
export function weeksOf(facts: readonly Fact[], { from, to, zone, now }: When & { from: string; to: string }): Week[] {
  const weeks = new Map<string, Week>();
  for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) weeks.set(monday, emptyWeek(monday));
  for (const fact of facts) {
    const week = weeks.get(mondayOf(localDateOf(fact.start, zone)));
    if (!week) continue;
    const result = resultOfFact(fact, now);
    week[result] += 1;
    if (result === "came") week.takenPence += fact.pricePence;
    if (result === "ahead") week.aheadPence += fact.pricePence;
  }
  return [...weeks.values()];
}

export function missedOf(weeks: readonly Week[]): { missed: number; expected: number } {
  const missed = weeks.reduce((sum, week) => sum + week.missed, 0);
  return { missed, expected: weeks.reduce((sum, week) => sum + week.came, missed) };
}

/** `2 of 41`; from 50 on also `that is 4.9%`: a percentage of a small number would mislead. */
export function rateInWords({ missed, expected }: { missed: number; expected: number }): string {
  const count = `${missed} of ${expected}`;
  return expected < 50 ? count : `${count}, that is ${((100 * missed) / expected).toFixed(1)}%`;
}

function emptyWeek(monday: string): Week {
  return { monday, came: 0, ahead: 0, missed: 0, cancelled: 0, unrecorded: 0, takenPence: 0, aheadPence: 0 };
}
