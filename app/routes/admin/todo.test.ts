import { expect, test } from "vitest";
import { dueInWords } from "#app/routes/admin/todo.ts";

test.each([
  ["2027-05-03", "overdue since Monday 3 May"],
  ["2027-05-04", "due today"],
  ["2027-05-10", "due Monday 10 May"],
])("on Tuesday 4 May, what is due on %s is %s", (due, words) => {
  expect(dueInWords(due, "2027-05-04")).toBe(words);
});
