/** From `start` up to, not including, `end`. Epoch ms, or minutes of a day: the same arithmetic. */
export type Interval = { start: number; end: number };

/** The same time as a sorted list without overlaps: what touches or overlaps becomes one, what is empty goes. */
export function merge(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.filter((interval) => interval.start < interval.end).sort((a, b) => a.start - b.start);
  const merged: Interval[] = [];
  for (const { start, end } of sorted) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** What is left of an interval without the cuts, which are sorted and do not overlap. */
export function subtract(from: Interval, cuts: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  let start = from.start;
  for (const cut of cuts) {
    if (cut.end <= start) continue;
    if (cut.start >= from.end) break;
    if (cut.start > start) left.push({ start, end: cut.start });
    start = cut.end;
  }
  if (start < from.end) left.push({ start, end: from.end });
  return left;
}

/** The time that both have. Empty (end not after start) when they share none. */
export function intersect(a: Interval, b: Interval): Interval {
  return { start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) };
}

export function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Whether all of `inner` lies in `outer`. */
export function holds(outer: Interval, inner: Interval): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Where in a sorted list without overlaps the first interval stands that ends after an instant. */
export function indexEndingAfter(intervals: readonly Interval[], instant: number): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[middle] as Interval).end <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
