import { z } from "zod";

// Nothing is booked outside these years, and far outside them date arithmetic yields invalid dates.
const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;
const FIRST_INSTANT = Date.UTC(FIRST_YEAR, 0, 1);
const LAST_INSTANT = Date.UTC(LAST_YEAR + 1, 0, 1) - 1;

/** A local date as typed or in an address, `2027-05-07`: in the calendar, and in this century. */
export function localDate(message: string) {
  // Aborts, so that a comparison of two dates never gets an invalid one.
  return z.iso.date({ error: message, abort: true }).refine(isOfOurYears, { error: message, abort: true });
}

const ANY_DATE = localDate("");

export function isLocalDate(typed: unknown): typed is string {
  return ANY_DATE.safeParse(typed).success;
}

/** An instant in ISO 8601, parsed to epoch ms: in this century, too. */
export function isoInstant(message: string) {
  return z.iso
    .datetime({ offset: true, error: message, abort: true })
    .transform((typed) => Date.parse(typed))
    .refine(isOfOurInstants, message);
}

/** An instant in epoch ms, as our own pages send it. */
export function epochInstant(message: string) {
  return z.coerce.number({ error: message }).int(message).refine(isOfOurInstants, message);
}

function isOfOurYears(date: string): boolean {
  const year = Number(date.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** Whether an instant in epoch ms is in this century, as all that a diary holds. */
export function isOfOurInstants(instant: number): boolean {
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT;
}
