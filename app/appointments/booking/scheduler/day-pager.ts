import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import { addDays } from "#app/platform/zoned-time.ts";

const LONGEST = 5;

/** Other days: the choices to ask for. Null where there are none. */
export type Elsewhere = Pick<Partial<Choices>, "from" | "day"> | null;

/** `since`: the first day after the page before, whose absence from the strip is told. */
type Strip = { dates: string[]; since: string; earlier: Elsewhere; later: Elsewhere };

/**
 * The free days that a phone shows: pages of five, that one with the day or the next free one. `open` are the free
 * dates from `from` on, `after` the first day that was not asked for.
 */
export function stripOf(
  open: readonly string[],
  day: string,
  { from, today, after }: { from: string; today: string; after: string | null },
): Strip {
  const place = open.findIndex((date) => date >= day);
  const first = Math.floor((place < 0 ? Math.max(0, open.length - 1) : place) / LONGEST) * LONGEST;
  const before = open[first - 1];
  const next = open[first + LONGEST];
  const weekBefore = addDays(from, -7);
  return {
    dates: open.slice(first, first + LONGEST),
    since: before ? addDays(before, 1) : from,
    earlier: before
      ? { from, day: open[first - LONGEST] ?? before }
      : from > today
        ? { from: weekBefore < today ? today : weekBefore }
        : null,
    later: next ? { from, day: next } : after === null ? null : { from: after },
  };
}
