import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import { addDays } from "#app/platform/date-time.ts";

const LONGEST = 5;

/** Other days: the choices to ask for. Null where there are none. */
export type Elsewhere = Pick<Partial<Choices>, "from" | "day"> | null;

/** `since`: the first day after the page before, whose absence from the strip is told. */
type Strip = { dates: string[]; since: string; earlier: Elsewhere; later: Elsewhere };

/**
 * The days that a phone shows: pages of five, that one with the day or the next one. `cells` are the dates from `from` on
 * that have a cell, `open` those of them with free times; `after` is the first day that was not asked for. Pages without
 * a free time are passed over.
 */
export function stripOf(
  { cells, open }: { cells: readonly string[]; open: readonly string[] },
  day: string,
  { from, today, after }: { from: string; today: string; after: string | null },
): Strip {
  const pageOf = (date: string) => Math.floor(cells.indexOf(date) / LONGEST);
  const place = cells.findIndex((date) => date >= day);
  const page = Math.floor((place < 0 ? Math.max(0, cells.length - 1) : place) / LONGEST);
  const previous = open.findLast((date) => pageOf(date) < page);
  const before = previous && open.find((date) => pageOf(date) === pageOf(previous));
  const next = open.find((date) => pageOf(date) > page);
  const last = cells[page * LONGEST - 1];
  const weekBefore = addDays(from, -7);
  return {
    dates: cells.slice(page * LONGEST, (page + 1) * LONGEST),
    since: last ? addDays(last, 1) : from,
    earlier: before ? { from, day: before } : from > today ? { from: weekBefore < today ? today : weekBefore } : null,
    later: next ? { from, day: next } : after === null ? null : { from: after },
  };
}
