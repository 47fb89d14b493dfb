import { expect, test } from "vitest";
import { readFields } from "#app/platform/form-fields.ts";
import { rulesForm } from "#app/settings/schemas/booking-rules.ts";
import { messagesForm } from "#app/settings/schemas/messages.ts";
import { practiceFactsForm } from "#app/settings/schemas/practice-facts.ts";

const FORMS = { rulesForm, messagesForm, practiceFactsForm };
// Every number that a practice sets, and what is said of a wrong one.
const SENTENCES = {
  "rulesForm slotInterval": "Enter the time between starts: 5 to 240 minutes, in steps of 5",
  "rulesForm notice": "Enter the notice: 0 to 1440 hours",
  "rulesForm horizonDays": "Enter how far ahead clients can book: 1 to 731 days",
  "rulesForm changeNotice": "Enter the notice for changes: 0 to 336 hours",
  "rulesForm reminderHours": "Enter the time between reminder and start: 0 to 336 hours",
  "rulesForm openPerEmail": "Enter the limit for one email address: 1 to 1000 bookings",
  "rulesForm openPerPhone": "Enter the limit for one phone number: 1 to 1000 bookings",
  "rulesForm bookingsPerOrigin": "Enter the daily limit for one connection: 1 to 1000 bookings",
  "rulesForm burstPerHour": "Enter the limit for an hour: 1 to 1000 bookings",
  "rulesForm burstPerDay": "Enter the limit for a day: 1 to 1000 bookings",
  "rulesForm unprovenPercent": "Enter the share of free time: 1 to 100 percent",
  "messagesForm keptMonths": "Enter how long messages are kept: 1 to 120 months",
  "practiceFactsForm years": "Enter 1 to 70 years, or leave blank",
  "practiceFactsForm replyDays": "Enter 1 to 10 working days, or leave blank",
};

test("a wrong number is refused with its range and its unit, in every field of the settings", () => {
  const said = Object.entries(FORMS).flatMap(([name, form]) =>
    Object.keys("shape" in form ? form.shape : form.in.shape).flatMap((field) => {
      const errors = (["12,5", "-1", "x", "99999"] as const).map((typed) => errorOf(form, field, typed));
      return errors.some((error) => /\d/.test(error ?? "")) ? [[`${name} ${field}`, [...new Set(errors)]]] : [];
    }),
  );
  expect(Object.fromEntries(said)).toEqual(
    Object.fromEntries(Object.entries(SENTENCES).map(([field, sentence]) => [field, [sentence]])),
  );
});

function errorOf(form: (typeof FORMS)[keyof typeof FORMS], field: string, typed: string): string | undefined {
  const read = readFields(form, { [field]: typed });
  return read.kind === "invalid" ? read.errors[field] : undefined;
}
