import { z } from "zod";
import { parsePracticeBooking, practiceBookingForm } from "#app/diary/booking/practice-booking.form.ts";
import { FEWEST, MOST, type SeriesRule, WEEKS } from "#app/diary/series/occurrences.ts";
import type { Fields } from "#app/platform/form-fields.ts";

const EVERY = "Choose every week, or every two, three or four";
const TIMES = `Choose ${FEWEST} to ${MOST} times`;

const ruleForm = z.object({
  weeks: z.coerce.number({ error: EVERY }).int().min(WEEKS[0], EVERY).max(WEEKS.length, EVERY),
  times: z.coerce.number({ error: TIMES }).int(TIMES).min(FEWEST, TIMES).max(MOST, TIMES),
});

/** What the page sends besides the booking itself; `at.0` and so on: the choice for each occurrence. */
export const seriesForm = practiceBookingForm.extend({
  ...ruleForm.shape,
  key: z.string().max(80).optional(),
  shown: z.string().max(80).optional(),
  intent: z.string().max(20).optional(),
  "at.0": z.string().max(120).optional(),
});

export type SeriesInput = Extract<ReturnType<typeof parsePracticeBooking>, { kind: "valid" }>["input"];

/** The booking and its rule: weekly and six times until somebody chooses. At most one error for each field. */
export function parseSeries(
  typed: Fields,
): { kind: "valid"; input: SeriesInput; rule: SeriesRule } | { kind: "invalid"; errors: Partial<Fields> } {
  const booking = parsePracticeBooking(typed);
  const rule = ruleForm.safeParse({ weeks: typed.weeks ?? 1, times: typed.times ?? 6 });
  if (booking.kind === "valid" && rule.success) {
    const { day, time, which } = booking.input;
    return { kind: "valid", input: booking.input, rule: { day, minute: time, which, ...rule.data } };
  }
  const errors: Partial<Fields> = booking.kind === "invalid" ? { ...booking.errors } : {};
  for (const issue of rule.error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message;
  return { kind: "invalid", errors };
}

/** A place that was chosen. `despite`: with its warnings, which were seen. */
export type Chosen = { start: number; therapist: string; despite: boolean };

const CHOICE = /^(\d{1,14}) ([\w-]{1,80})( despite)?$/;

export function choiceOf({ start, therapist, despite }: Chosen): string {
  return `${start} ${therapist}${despite ? " despite" : ""}`;
}

/** The chosen places by the number of their occurrence; one that is left out is not among them. */
export function chosenFrom(typed: Fields): Map<number, Chosen> {
  const chosen = new Map<number, Chosen>();
  for (let index = 0; index < MOST; index++) {
    const [, start, therapist, despite] = CHOICE.exec(typed[`at.${index}`] ?? "") ?? [];
    if (start && therapist) chosen.set(index, { start: Number(start), therapist, despite: despite !== undefined });
  }
  return chosen;
}
