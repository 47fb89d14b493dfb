import { z } from "zod";
import { EMAIL_ADDRESS } from "#app/platform/email-address.ts";

// Line breaks and tabs are text; other control characters must not reach a page.
const CONTROL = /[^\P{Cc}\n\t]/u;

/** One address and nothing else. */
export const ONE_ADDRESS = new RegExp(`^${EMAIL_ADDRESS.source}$`);
export const EMAIL_WRONG = "Enter an e-mail address in the correct format, like name@example.com";

/** An optional line or paragraph. `what` names it in the error. */
export function optionalText(what: string, longest: number) {
  return z
    .string({ error: `Enter ${what}` })
    .default("")
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
    .refine((text) => text.length <= longest, `Shorten ${what} to ${longest} characters or fewer`)
    .refine((text) => !CONTROL.test(text), `Take the characters that can’t be shown out of ${what}`);
}

export function requiredText(what: string, longest: number) {
  return optionalText(what, longest).refine((text) => text !== "", `Enter ${what}`);
}

/** A whole number with bounds; `step` 5 for times, as all times are multiples of five minutes. */
export function wholeNumber(what: string, { least, most, step = 1 }: { least: number; most: number; step?: number }) {
  const message = `Enter ${what}: a number from ${least} to ${most}${step === 1 ? "" : `, in steps of ${step}`}`;
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
  return typed.refine((text) => text === "" || ONE_ADDRESS.test(text), message);
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
