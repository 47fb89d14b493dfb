import { expect, test } from "vitest";
import { dayTimesInWords, weekInWords } from "#app/hours/week-in-words.ts";

const day = (weekday: number, from: number, to: number) => ({ weekday, fromMinute: from * 60, toMinute: to * 60 });
const week = (...days: number[]) => days.map((weekday) => day(weekday, 9, 17));

test.each([
  [[], "No hours"],
  [[...week(1, 2, 3, 4), day(6, 10, 16)], "Mon to Thu 9 to 17, Sat 10 to 16"],
  [week(1, 3, 5), "Mon, Wed and Fri 9 to 17"],
  [week(1, 2), "Mon and Tue 9 to 17"],
  [week(1, 2, 3, 6), "Mon to Wed and Sat 9 to 17"],
  [[day(2, 9.5, 13), day(2, 14, 18)], "Tue 9:30 to 18, break 13"],
  [[day(2, 14, 18), day(2, 9, 12.5)], "Tue 9 to 18, break 12:30 to 14"],
])("a week in words: %j", (weekly, words) => {
  expect(weekInWords(weekly)).toEqual([{ week: null, words }]);
});

test("alternate weeks are two lines", () => {
  const cycle = (name: "A" | "B") => ({ weekAFrom: "2026-11-02", week: name });
  const weekly = [{ ...day(1, 9, 17), cycle: cycle("A") }, { ...day(5, 9, 17), cycle: cycle("B") }, day(3, 9, 17)];
  expect(weekInWords(weekly)).toEqual([
    { week: "A", words: "Mon and Wed 9 to 17" },
    { week: "B", words: "Wed and Fri 9 to 17" },
  ]);
});

test("a day's times name its break", () => {
  expect(dayTimesInWords([])).toBe("Day off");
  expect(dayTimesInWords([day(1, 10, 13), day(1, 14, 18)])).toBe("10:00 to 18:00, break 13:00");
  expect(dayTimesInWords([day(1, 10, 13), day(1, 13.5, 18)])).toBe("10:00 to 18:00, break 13:00 to 13:30");
});
