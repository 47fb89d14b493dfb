/** Half-open: `end` is not included. Epoch ms or minutes of a day; the arithmetic is the same. */
export type Interval = { start: number; end: number };

/**
 * Time in which a therapist can't be booked: by an appointment, or as their calendar elsewhere is busy, or could not be
 * read for so long that nobody knows. The practice may book over the latter two.
 */
export type Block = Interval & { elsewhere?: "busy" | "unknown" | null };

export function isBooked({ elsewhere }: Block): boolean {
  return !elsewhere;
}

/** A stretch in which a therapist's own calendar, elsewhere, is busy. */
export type BusyElsewhere = Interval & { therapistId: string };

/** Sorts, joins intervals that touch or overlap, and drops empty ones. */
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

/** Empty (`end` not after `start`) when they share no time. */
export function intersect(a: Interval, b: Interval): Interval {
  return { start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) };
}

export function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

export function holds(outer: Interval, inner: Interval): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Index of the first interval that ends after an instant, in a sorted list without overlaps. */
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

/** Lengths, buffers and intervals are multiples of this, so two blocks overlap only if they share a quantum. */
export const QUANTUM_MINUTES = 5;

const QUANTUM_MS = QUANTUM_MINUTES * 60_000;

/** The quanta that a block (epoch ms) overlaps, as numbers since the epoch, ascending. */
export function quantaOf(block: Interval): number[] {
  const first = Math.floor(block.start / QUANTUM_MS);
  const afterLast = Math.ceil(block.end / QUANTUM_MS);
  return Array.from({ length: Math.max(0, afterLast - first) }, (_, index) => first + index);
}
