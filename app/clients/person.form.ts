import { z } from "zod";
import { typedAddress, typedLine } from "#app/platform/form-schemas.ts";
import { e164Of } from "#app/platform/phone-number.ts";

// GOV.UK's wording: say what went wrong and how to put it right.
const NAME = "Enter your full name";
const PHONE = "Enter your phone number";
const PHONE_WRONG = "Enter a phone number, like 01632 960 001, 07700 900 982 or +44 808 157 0192";
// A control character in a name could forge lines in a mail or a calendar file.
const CONTROL = /\p{Cc}/u;

/** One required line; `message` is the error. */
export const filledText = (message: string) => typedLine(message).min(1, message);

export const personFields = {
  name: filledText(NAME)
    .max(100, "Your name must be 100 characters or fewer")
    .refine((name) => !CONTROL.test(name), NAME),
  phone: filledText(PHONE)
    .max(40, PHONE_WRONG)
    .transform((typed, context) => {
      const e164 = e164Of(typed);
      if (e164) return e164;
      context.addIssue({ code: "custom", message: PHONE_WRONG });
      return z.NEVER;
    }),
  email: typedAddress(filledText("Enter your email address")),
};

const blank = (value: unknown) => (value === "" || value === null ? undefined : value);
const maybe = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z.preprocess(blank, schema.optional()).transform((value) => value ?? null);

/** What the practice notes of a person: details they don't give may be missing (decisions/0001, row 10). */
export const knownPersonFields = {
  name: maybe(personFields.name),
  phone: maybe(personFields.phone),
  email: maybe(personFields.email),
};

/** Somebody whom the practice adds by itself: a record without a name could not be found again. */
export const newClientForm = z.object({
  ...knownPersonFields,
  name: filledText("Enter the client’s name")
    .max(100, "The name must be 100 characters or fewer")
    .refine((name) => !CONTROL.test(name), "Enter the client’s name"),
});
