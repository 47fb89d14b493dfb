import { expect, test } from "vitest";
import { attendanceMarkFrom, markedInWords } from "#app/diary/lists/attendance-mark.ts";

test.each([
  [{ mark: "came", done: 3, left: 0 }, "Came: 3."],
  [{ mark: "late", done: 0, left: 1 }, "Someone else marked 1 appointment meanwhile."],
  [{ mark: "missed", done: 1, left: 2 }, "Did not attend: 1. Someone else marked 2 appointments meanwhile."],
] as const)("%o reads: %s", (outcome, words) => {
  expect(markedInWords(outcome)).toBe(words);
});

test("a mark is one of three", () => {
  expect(["came", "missed", "late", "toString", null].map(attendanceMarkFrom)).toEqual([
    ...["came", "missed", "late"],
    ...[null, null],
  ]);
});
