import { z } from "zod";
import { knownPersonFields } from "#app/appointments/forms.ts";

const blank = (value: unknown) => (value === "" || value === null || value === "anyone" ? undefined : value);
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blank, schema.optional());

const TIME = "Enter a time like 10:30";
const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/** A wall time as typed, `10:30`, in minutes since midnight. */
export const wallTime = z
  .string({ error: TIME })
  .trim()
  .regex(CLOCK, TIME)
  .transform((typed) => {
    const [hour = 0, minute = 0] = typed.split(":").map(Number);
    return hour * 60 + minute;
  });

export const localDay = z.iso.date({ error: "Choose a day" });

/** What the practice enters for somebody who rings or walks in. */
export const practiceBookingForm = z.object({
  service: z.string({ error: "Choose a treatment" }).min(1, "Choose a treatment").max(80),
  minutes: optional(z.coerce.number({ error: "Choose a length" }).int().positive().max(1440)),
  therapist: optional(z.string().max(80)),
  day: localDay,
  time: wallTime,
  ...knownPersonFields,
  /** Whose record it belongs to, when the practice books from there. */
  client: optional(z.string().max(80)),
  /** Send the confirmation by e-mail. */
  tell: z.literal("on").optional(),
  /** What is unusual about the time has been seen. */
  despite: z.literal("on").optional(),
});

export type PracticeWish = z.output<typeof practiceBookingForm>;
export type PracticeField = keyof z.input<typeof practiceBookingForm>;

/** Reads what was sent: one sentence for each field that can't stand. */
export function readPracticeBooking(
  sent: unknown,
): { kind: "valid"; wish: PracticeWish } | { kind: "invalid"; errors: Partial<Record<PracticeField, string>> } {
  const result = practiceBookingForm.safeParse(sent);
  if (result.success) return { kind: "valid", wish: result.data };
  const errors: Partial<Record<PracticeField, string>> = {};
  for (const issue of result.error.issues) errors[issue.path[0] as PracticeField] ??= issue.message;
  return { kind: "invalid", errors };
}
