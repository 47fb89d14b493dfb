import { expect, test } from "vitest";
import { localDateOf, localTimeOf } from "#app/platform/date-time.ts";
import {
  lastDailyMail,
  nextDailyMail,
  practiceMailsForm,
  practiceMailsFormOf,
} from "#app/settings/schemas/practice-mails.ts";

const zone = "Europe/London";
const HOUR = 3_600_000;

test("between two daily mails is a day of 23, 24 or 25 hours, and each is at its hour on the wall", () => {
  for (const from of ["2027-03-27T18:30:00Z", "2027-10-30T18:30:00Z", "2027-06-01T12:00:00Z"]) {
    const now = Date.parse(from);
    const [last, next] = [lastDailyMail(now, { hour: 18, zone }), nextDailyMail(now, { hour: 18, zone })];
    expect([localTimeOf(last, zone), localTimeOf(next, zone)]).toEqual(["18:00", "18:00"]);
    expect(localDateOf(last, zone) < localDateOf(next, zone)).toBe(true);
    expect(last <= now && now < next && next - last >= 23 * HOUR && next - last <= 25 * HOUR).toBe(true);
  }
});

test("at its hour, a daily mail is the last one, and the next is tomorrow's", () => {
  const six = Date.parse("2027-06-01T17:00:00Z");
  expect(lastDailyMail(six, { hour: 18, zone })).toBe(six);
  expect(nextDailyMail(six, { hour: 18, zone })).toBe(six + 24 * HOUR);
});

test("the hour counts only where one mail a day is chosen", () => {
  expect(practiceMailsForm.parse({ when: "each", hour: "18" })).toEqual({ dailyAt: null });
  expect(practiceMailsForm.parse({ when: "daily", hour: "8" })).toEqual({ dailyAt: 8 });
  for (const typed of [{ when: "daily", hour: "5" }, { when: "daily" }, { when: "never", hour: "8" }]) {
    expect(practiceMailsForm.safeParse(typed).success).toBe(false);
  }
  expect(practiceMailsFormOf({ dailyAt: null })).toEqual({ when: "each", hour: 18 });
  expect(practiceMailsFormOf({ dailyAt: 7 })).toEqual({ when: "daily", hour: 7 });
});
