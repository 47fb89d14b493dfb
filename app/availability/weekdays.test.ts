import { expect, test } from "vitest";
import { weekdaysInWords } from "#app/availability/weekdays.ts";

test.each([
  [[1, 2, 3, 4, 6], "Monday to Thursday and Saturday"],
  [[3, 1, 5, 6, 1], "Monday, Wednesday, Friday and Saturday"],
  [[1, 2, 3, 4, 5, 6, 7], "Monday to Sunday"],
  [[1, 2, 3], "Monday to Wednesday"],
  [[1, 2], "Monday and Tuesday"],
  [[7], "Sunday"],
  [[], ""],
])("%j reads %s", (weekdays, words) => {
  expect(weekdaysInWords(weekdays)).toBe(words);
});
