import { z } from "zod";
import { e164Of } from "#app/platform/phone-number.ts";

// Words of GOV.UK's patterns: say what went wrong and how to put it right.
const MESSAGES = {
  service: "Choose a treatment",
  start: "Choose a day and a time",
  name: "Enter your full name",
  nameLong: "Your name must be 100 characters or fewer",
  phone: "Enter your phone number",
  phoneWrong: "Enter a phone number, like 01632 960 001, 07700 900 982 or +44 808 157 0192",
  email: "Enter your e-mail address",
  emailWrong: "Enter an e-mail address in the correct format, like name@example.com",
};

// One address, plain ASCII: a comma or an angle bracket would reach a second mailbox (security.md F15).
const ONE_ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
// Control characters have no place in a name, and would forge lines in a mail or a calendar file.
const CONTROL = /\p{Cc}/u;

const text = (message: string) => z.string({ error: message }).trim().min(1, message);

/** What a person types about themselves. */
export const personFields = {
  name: text(MESSAGES.name)
    .max(100, MESSAGES.nameLong)
    .refine((name) => !CONTROL.test(name), MESSAGES.name),
  phone: text(MESSAGES.phone)
    .max(40, MESSAGES.phoneWrong)
    .transform((typed, context) => {
      const e164 = e164Of(typed);
      if (e164) return e164;
      context.addIssue({ code: "custom", message: MESSAGES.phoneWrong });
      return z.NEVER;
    }),
  email: text(MESSAGES.email).max(254, MESSAGES.emailWrong).regex(ONE_ADDRESS, MESSAGES.emailWrong),
};

const blank = (value: unknown) => (value === "" || value === null ? undefined : value);
const maybe = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z.preprocess(blank, schema.optional()).transform((value) => value ?? null);

/** What the practice writes down of a person: whatever they won't say may be missing (decision 10). */
export const knownPersonFields = {
  name: maybe(personFields.name),
  phone: maybe(personFields.phone),
  email: maybe(personFields.email),
};

const slug = (message: string) => text(message).max(80, message);
const optional = (value: unknown) => (value === "" || value === "anyone" || value === null ? undefined : value);

/** A wish to book: from the page's form and from the API alike. `start` is an instant in ISO 8601. */
export const bookingForm = z.object({
  service: slug(MESSAGES.service),
  minutes: z.preprocess(optional, z.coerce.number({ error: "Choose a length" }).int().positive().max(1440).optional()),
  therapist: z.preprocess(optional, slug("Choose a therapist").optional()),
  start: text(MESSAGES.start)
    .pipe(z.iso.datetime({ offset: true, error: MESSAGES.start }))
    .transform((typed) => Date.parse(typed)),
  ...personFields,
});

export type BookingWish = z.output<typeof bookingForm>;
export type BookingField = keyof z.input<typeof bookingForm>;
export type FieldErrors = Partial<Record<BookingField, string>>;

/** Reads what was sent. One sentence for each field that can't stand, the first one found. */
export function readBooking(
  sent: unknown,
): { kind: "valid"; wish: BookingWish } | { kind: "invalid"; errors: FieldErrors } {
  const result = bookingForm.safeParse(sent);
  if (result.success) return { kind: "valid", wish: result.data };
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) errors[issue.path[0] as BookingField] ??= issue.message;
  return { kind: "invalid", errors };
}
