import { expect, test } from "vitest";
import {
  deviceChangeInWords,
  getDeviceChange,
  momentInWords,
  reminderInWords,
} from "#app/appointments/notifications/device-push.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Tuesday 4 May 2027, 9:00 in London. */
const now = Date.UTC(2027, 4, 4, 8);
const when = { now, zone: "Europe/London" };
const at = (start: number) => ({ start, end: start + HOUR });
const [TODAY, LATER, TOMORROW, PAST] = [at(now + 5 * HOUR), at(now + 7 * HOUR), at(now + DAY), at(now - 2 * HOUR)];

test.each([
  ["a new one of any day", null, TOMORROW, "booked"],
  ["a new one that is under way", null, at(now - HOUR / 2), "booked"],
  ["a new one that is over", null, PAST, null],
  ["today’s cancelled", TODAY, null, "cancelled"],
  ["tomorrow’s cancelled", TOMORROW, null, null],
  ["one cancelled that is over", PAST, null, null],
  ["today’s moved away", TODAY, TOMORROW, "moved"],
  ["one moved to today", TOMORROW, TODAY, "moved"],
  ["one moved within today", TODAY, LATER, "moved"],
  ["one moved beyond today", TOMORROW, at(now + 3 * DAY), null],
  ["one that is longer now", TODAY, { ...TODAY, end: TODAY.end + HOUR }, null],
  ["nothing new", TODAY, TODAY, null],
  ["nothing at all", null, null, null],
] as const)("%s", (_what, knew, has, news) => {
  expect(getDeviceChange({ knew, has }, when)).toBe(news);
});

test("today is the practice's day, not the machine's and not UTC's", () => {
  const late = { now: Date.UTC(2027, 4, 4, 22, 30), zone: "Europe/London" };
  const afterMidnight = at(Date.UTC(2027, 4, 4, 23, 30));
  expect(getDeviceChange({ knew: afterMidnight, has: null }, late)).toBeNull();
  expect(momentInWords(afterMidnight.start, late)).toBe("tomorrow at 00:30");
});

test("a moment is as near as it is", () => {
  const moments = [0, 1, 2, 6, 7, 35].map((days) => momentInWords(now + 5 * HOUR + days * DAY, when));
  expect(moments).toEqual([
    "today at 14:00",
    "tomorrow at 14:00",
    "Thursday at 14:00",
    "Monday at 14:00",
    "Tuesday 11 May at 14:00",
    "Tuesday 8 June at 14:00",
  ]);
});

test("the words name nobody and nothing", () => {
  const known = { knew: TODAY, has: TOMORROW };
  const said = { ...when, waits: false };
  expect(deviceChangeInWords("booked", known, said)).toBe("New booking, tomorrow at 09:00");
  expect(deviceChangeInWords("booked", known, { ...said, waits: true })).toBe(
    "New booking to confirm, tomorrow at 09:00",
  );
  expect(deviceChangeInWords("cancelled", known, said)).toBe("Cancelled, today at 14:00");
  expect(deviceChangeInWords("moved", known, said)).toBe("Moved, today at 14:00 is now tomorrow at 09:00");
  expect(reminderInWords(TOMORROW.start, when)).toBe("You have an appointment tomorrow at 09:00");
  expect(reminderInWords(TOMORROW.start + DAY, when)).toBe("You have an appointment on Thursday at 09:00");
});
