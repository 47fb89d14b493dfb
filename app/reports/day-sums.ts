import type { AppointmentResult } from "#app/appointments/attendance.ts";
import { type Interval, merge } from "#app/availability/interval.ts";
import { type Count, SPLITS, type Split } from "#app/reports/report-totals.ts";

/** One appointment of a day: what it counts as, and its part in each split. */
type Fact = Interval &
  Record<Split, string> & {
    result: AppointmentResult;
    price_pence: number;
    late: number;
    first: number;
    followed: number;
  };

/** All, pence, late, first and followed. */
type Sum = [number, number, number, number, number];
type Sums = Record<string, Partial<Record<AppointmentResult, Sum>>>;

/** One day's sums by each split's parts, as they are stored. */
export function daySumsOf(facts: readonly Fact[]): Record<`by_${Split}`, string> {
  const sums = SPLITS.map((split) => [`by_${split}`, JSON.stringify(sumsBy(split, facts))]);
  return Object.fromEntries(sums) as Record<`by_${Split}`, string>;
}

function sumsBy(split: Split, facts: readonly Fact[]): Sums {
  const sums: Sums = {};
  for (const { [split]: part, result, price_pence, late, first, followed } of facts)
    addTo(sums, { part, result, sum: [1, price_pence, late, first, followed] });
  return sums;
}

function addTo(sums: Sums, { part, result, sum }: { part: string; result: AppointmentResult; sum: Sum }): void {
  sums[part] ??= {};
  const results = sums[part];
  const found = results[result];
  if (!found) {
    results[result] = [...sum];
    return;
  }
  for (let at = 0; at < sum.length; at++) found[at] = (found[at] as number) + (sum[at] as number);
}

export type SummedDay = Interval & { sums: string; isJudged: boolean };

/** Stored days, in order, as counts of the stretches between these bounds. */
export function addUp(days: readonly SummedDay[], bounds: readonly number[]): Count[] {
  const counts: Count[] = [];
  let next = 0;
  for (let at = 0; at + 1 < bounds.length; at++) {
    const [start, end] = [bounds[at] as number, bounds[at + 1] as number];
    const [judged, unjudged]: [Sums, Sums] = [{}, {}];
    for (let day = days[next]; day && day.start < end; day = days[++next]) {
      const total = day.isJudged ? judged : unjudged;
      const sums = JSON.parse(day.sums) as Sums;
      for (const part in sums)
        for (const result in sums[part]) {
          const of = result as AppointmentResult;
          addTo(total, { part, result: of, sum: sums[part]?.[of] as Sum });
        }
    }
    counts.push(...countsOf(judged, { start, end, isJudged: true }));
    counts.push(...countsOf(unjudged, { start, end, isJudged: false }));
  }
  return counts;
}

function countsOf(sums: Sums, { start, end, isJudged }: Interval & { isJudged: boolean }): Count[] {
  return Object.entries(sums).flatMap(([part, results]) =>
    (Object.entries(results) as [AppointmentResult, Sum][]).map(
      ([result, [all, pence, late, first, followed]]): Count => {
        const judgement = isJudged ? { judged: all, followed } : { judged: 0, followed: 0 };
        return { start, end, part, result, all, pence, late, first, ...judgement };
      },
    ),
  );
}

const MINUTE_MS = 60_000;

/** Each therapist's booked time of a day, as it is stored: minutes since its beginning. */
export function dayBookedOf(facts: readonly Fact[], { start }: Interval): string {
  const standing = facts.filter(({ result }) => result !== "cancelled");
  const minutesTo = (instant: number) => (instant - start) / MINUTE_MS;
  const minutes = [...Map.groupBy(standing, ({ therapist }) => therapist)].map(([therapist, booked]) => [
    therapist,
    merge(booked)
      .flatMap((time) => [minutesTo(time.start), minutesTo(time.end)])
      .join(" "),
  ]);
  return JSON.stringify(Object.fromEntries(minutes));
}

/** The same of one therapist, as times. */
export function bookedFrom(minutes: string | undefined, { start }: Interval): Interval[] {
  if (!minutes) return [];
  const instants = minutes.split(" ").map((minute) => start + Math.round(Number(minute) * MINUTE_MS));
  const times: Interval[] = [];
  for (let at = 0; at + 1 < instants.length; at += 2)
    times.push({ start: instants[at] as number, end: instants[at + 1] as number });
  return times;
}

/** The times within that none of these days covers; days in order. */
export function timesWithout(days: readonly Interval[], within: Interval): Interval[] {
  const bounds = [within.start, ...days.flatMap(({ start, end }) => [start, end]), within.end];
  const times: Interval[] = [];
  for (let at = 0; at < bounds.length; at += 2) {
    const [start, end] = [bounds[at] as number, bounds[at + 1] as number];
    if (start < end) times.push({ start, end });
  }
  return times;
}

/** Not more than so many times, by joining those that are nearest to each other. */
export function joinNearest(times: readonly Interval[], most: number): Interval[] {
  const joined = [...times];
  while (joined.length > most) {
    let nearest = 1;
    for (let at = 2; at < joined.length; at++) if (spaceBefore(joined, at) < spaceBefore(joined, nearest)) nearest = at;
    const [one, other] = [joined[nearest - 1] as Interval, joined[nearest] as Interval];
    joined.splice(nearest - 1, 2, { start: one.start, end: other.end });
  }
  return joined;
}

function spaceBefore(times: readonly Interval[], at: number): number {
  return (times[at] as Interval).start - (times[at - 1] as Interval).end;
}
