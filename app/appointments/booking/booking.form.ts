import { z } from "zod";
import { visitFields } from "#app/appointments/home-visit.form.ts";
import { LONGEST_PRACTICAL_NOTE } from "#app/appointments/note.ts";
import { BEEN_BEFORE } from "#app/catalogue/service.ts";
import { filledText, personFields } from "#app/clients/person.form.ts";
import { isoInstant, optionalText } from "#app/platform/form-schemas.ts";
import { PRICE_ERROR, parsePrice } from "#app/platform/money-words.ts";

const START = "Choose a day and a time";

const NOTE_WORDS = "A practical note for the practice. No health details";

const empty = (value: unknown) => (value === "" || value === null ? undefined : value);

function pence(typed: string, context: z.RefinementCtx): number {
  const sum = parsePrice(typed);
  if (sum === null) context.addIssue({ code: "custom", message: PRICE_ERROR });
  return sum ?? 0;
}

const slug = (message: string) => filledText(message).max(80, message);
const optional = (value: unknown) => (value === "" || value === "anyone" || value === null ? undefined : value);
const blank = (value: unknown) => (value === null ? undefined : value);

/** For the page's form and the API. `start` is an instant in ISO 8601. */
export const bookingForm = z.object({
  service: slug("Choose a treatment"),
  minutes: z.preprocess(optional, z.coerce.number({ error: "Choose a length" }).int().positive().max(1440).optional()),
  therapist: z.preprocess(optional, slug("Choose a therapist").optional()),
  start: filledText(START).pipe(isoInstant(START)),
  before: z
    .preprocess(empty, z.enum(BEEN_BEFORE, { error: "Choose “yes” or “no”" }).optional())
    .meta({ description: "Have you been to us before? For treatments whose first appointment takes longer" }),
  price: z
    .preprocess(empty, z.string().transform(pence).optional())
    .meta({ description: "The price that was shown, like 58.00. Refused with 409 if it costs something else" }),
  ...personFields,
  ...visitFields,
  note: z
    .preprocess(blank, optionalText("your note", LONGEST_PRACTICAL_NOTE).optional())
    .meta({ description: NOTE_WORDS, maxLength: LONGEST_PRACTICAL_NOTE }),
});

export type BookingInput = z.output<typeof bookingForm>;
export type BookingField = keyof z.input<typeof bookingForm>;
export type FieldErrors = Partial<Record<BookingField, string>>;

export function parseBooking(
  sent: unknown,
): { kind: "valid"; input: BookingInput } | { kind: "invalid"; errors: FieldErrors } {
  const result = bookingForm.safeParse(sent);
  if (result.success) return { kind: "valid", input: result.data };
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) errors[issue.path[0] as BookingField] ??= issue.message;
  return { kind: "invalid", errors };
}
