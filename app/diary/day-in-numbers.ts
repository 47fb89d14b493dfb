import { type DayDrawing, WORTH_FILLING } from "#app/diary/day-columns.ts";

/** `12 booked, 3 gaps worth filling`: the day at a glance. */
export function dayInWords({ columns }: DayDrawing): string {
  const booked = columns.reduce((sum, column) => sum + column.booked, 0);
  const gaps = columns.flatMap((column) => column.gaps).filter(({ lasts }) => lasts >= WORTH_FILLING).length;
  const count = booked > 0 ? `${booked} booked` : "Nobody booked";
  return gaps > 0 ? `${count}, ${gaps} ${gaps === 1 ? "gap" : "gaps"} worth filling` : count;
}
