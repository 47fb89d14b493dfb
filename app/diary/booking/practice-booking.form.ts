import { z } from "zod";
import { visitFields } from "#app/appointments/home-visit.form.ts";
import { knownPersonFields } from "#app/clients/person.form.ts";
import { LONGEST_WAIVER } from "#app/diary/booking/practice-choices.ts";
import { localDate } from "#app/platform/form-schemas.ts";
import { WHICH } from "#app/platform/wall-time.ts";

const blank = (value: unknown) => (value === "" || value === null || value === "anyone" ? undefined : value);
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blank, schema.optional());

const TIME = "Enter a time like 10:30";
const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/** A typed wall time, `10:30`, in minutes since midnight. */
export const wallTime = z
  .string({ error: TIME })
  .trim()
  .regex(CLOCK, TIME)
  .transform((typed) => {
    const [hour = 0, minute = 0] = typed.split(":").map(Number);
    return hour * 60 + minute;
  });

/** Sent only where a wall time happens twice; an empty choice is none. */
export const whichTime = z.preprocess(blank, z.enum(WHICH).optional());

export const localDay = localDate("Choose a day");

export const practiceBookingForm = z.object({
  service: z.string({ error: "Choose a treatment" }).min(1, "Choose a treatment").max(80),
  minutes: optional(z.coerce.number({ error: "Choose a length" }).int().positive().max(1440)),
  therapist: optional(z.string().max(80)),
  day: localDay,
  time: wallTime,
  which: whichTime,
  ...knownPersonFields,
  ...visitFields,
  client: optional(z.string().max(80)),
  /** What was typed to find somebody. */
  find: optional(z.string().trim().max(100)),
  /** A first appointment, where that takes longer. */
  first: z.literal("on").optional(),
  tell: z.literal("on").optional(),
  despite: z.literal("on").optional(),
  /** How the payment is taken that a rule asks for first. */
  payment: optional(z.enum(["link", "now", "waive"], { error: "Choose how it is paid" })),
  waiver: optional(z.string().trim().max(LONGEST_WAIVER, `Use at most ${LONGEST_WAIVER} characters`)),
});

export type PracticeBookingInput = z.output<typeof practiceBookingForm>;
export type PracticeField = keyof z.input<typeof practiceBookingForm>;

/** At most one error for each field. */
export function parsePracticeBooking(
  sent: unknown,
):
  | { kind: "valid"; input: PracticeBookingInput }
  | { kind: "invalid"; errors: Partial<Record<PracticeField, string>> } {
  const result = practiceBookingForm.safeParse(sent);
  if (result.success && !isUndecided(result.data)) return { kind: "valid", input: result.data };
  if (result.success) return { kind: "invalid", errors: { find: UNDECIDED } };
  const errors: Partial<Record<PracticeField, string>> = {};
  for (const issue of result.error.issues) errors[issue.path[0] as PracticeField] ??= issue.message;
  return { kind: "invalid", errors };
}

const UNDECIDED = "Choose a client of the list, or “New client”, or clear this field";

/** Somebody was looked for and neither chosen nor named: the booking would be nobody's. */
function isUndecided({ find, client, name, phone, email }: PracticeBookingInput): boolean {
  return Boolean(find) && !client && !name && !phone && !email;
}
