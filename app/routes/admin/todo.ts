import { dayInWords } from "#app/platform/date-time.ts";

/**
 * Something that the practice has to do: how many, and the page where it is done. More than `most` stands for any number
 * beyond.
 */
export type Todo = { label: string; count: number; most?: number; note?: string | null; to: string };

/** When the earliest of several is due, as seen from a local date. */
export function dueInWords(due: string, today: string): string {
  if (due < today) return `overdue since ${dayInWords(due)}`;
  return due === today ? "due today" : `due ${dayInWords(due)}`;
}
