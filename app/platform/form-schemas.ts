import { z } from "zod";
import { addressError, ONE_ADDRESS, withServerDomain } from "#app/platform/email-address.ts";
import { withoutBidi } from "#app/platform/text.ts";

// Line breaks and tabs are text; other control characters must not reach a page.
const CONTROL = /[^\P{Cc}\n\t]/u;

/** One line as it is typed: a mark that turns the direction of what follows is taken out before anything is checked. */
export function typedLine(error: string) {
  return z.string({ error }).overwrite(withoutBidi).trim();
}

/** An address as it is typed, and stored with the domain that mail servers know. */
export function typedAddress(schema: z.ZodString): z.ZodString {
  return schema
    .overwrite(withServerDomain)
    .max(254, { error: ({ input }) => addressError(input) })
    .regex(ONE_ADDRESS, { error: ({ input }) => addressError(input) });
}

/** An optional line or paragraph. `what` names it in the error. */
export function optionalText(what: string, longest: number) {
  return z
    .string({ error: `Enter ${what}` })
    .default("")
    .transform((typed) => withoutBidi(typed.replaceAll("\r\n", "\n")).trim())
    .refine((text) => text.length <= longest, `Shorten ${what} to ${longest} characters or fewer`)
    .refine((text) => !CONTROL.test(text), `Take the characters that can’t be shown out of ${what}`);
}

export function requiredText(what: string, longest: number) {
  return optionalText(what, longest).refine((text) => text !== "", `Enter ${what}`);
}

type Bounds = { least: number; most: number; unit: string; step?: number };

/** A whole number with bounds; `step` 5 for times, as all times are multiples of five minutes. */
export function wholeNumber(what: string, { least, most, unit, step = 1 }: Bounds) {
  const message = `Enter ${what}: ${least} to ${most} ${unit}${step === 1 ? "" : `, in steps of ${step}`}`;
  return z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((number) => number >= least && number <= most && number % step === 0, message);
}

export function tickBox() {
  return z
    .string()
    .optional()
    .transform((value) => value === "on");
}

export function emailAddress(what: string, typed = requiredText(what, 254)) {
  const message = `Enter ${what} in the correct format, like name@example.com`;
  return typed
    .transform(withServerDomain)
    .refine((text) => text === "" || ONE_ADDRESS.test(text), { error: ({ input }) => addressError(input, message) });
}

export function webAddress(what: string) {
  const message = `Enter ${what} as a full address that begins with https://`;
  return optionalText(what, 500).refine((text) => text === "" || isHttps(text), message);
}

/** Rows of a form, in order: `{ 0: …, 1: … }` as `nestedFrom` makes them. */
export function rowsOf<Row extends z.ZodType>(row: Row) {
  return z.preprocess(
    (rows) => (typeof rows === "object" && rows !== null ? Object.values(rows) : []),
    z.array(row).max(100),
  );
}

/** A group of checkboxes: the names of those ticked. */
export function tickedOf() {
  return z.preprocess(
    (boxes) => (typeof boxes === "object" && boxes !== null ? Object.keys(boxes) : []),
    z.array(z.string().max(80)).max(200),
  );
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === "https:";
}

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

/** `2026-11`, of this century. */
export function isMonth(typed: string): boolean {
  return /^20\d\d-(?:0[1-9]|1[0-2])$/.test(typed);
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
