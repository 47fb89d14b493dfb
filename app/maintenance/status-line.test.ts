import { expect, test } from "vitest";
import { emailDue, openLines, summary } from "#app/maintenance/status-line.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const NOW = 100 * DAY;
const line = (
  state: "good" | "wrong" | "todo",
  since: number,
  notifiedAt: number | null = null,
  mailsItself = false,
) => ({
  ...{ state, since, notifiedAt, mailsItself },
});

test("an email tells of what has been wrong for a quarter of an hour, once a day", () => {
  expect(emailDue([line("wrong", NOW - 14 * MINUTE)], NOW)).toBeNull();
  expect(emailDue([line("wrong", NOW - 15 * MINUTE)], NOW)).toBe("wrong");
  expect(emailDue([line("wrong", NOW - 2 * DAY, NOW - DAY + 1)], NOW)).toBeNull();
  expect(emailDue([line("wrong", NOW - 2 * DAY, NOW - DAY)], NOW)).toBe("wrong");
  expect(emailDue([line("wrong", NOW - DAY, NOW - 60 * MINUTE), line("wrong", NOW - 30 * MINUTE)], NOW)).toBeNull();
});

test("one email says that all is right again, and none tells of what is not set up or mails by itself", () => {
  expect(emailDue([line("good", NOW - MINUTE, NOW - DAY), line("good", 0)], NOW)).toBe("right");
  expect(emailDue([line("good", NOW - MINUTE, NOW - 60 * MINUTE), line("wrong", NOW - MINUTE)], NOW)).toBeNull();
  expect(emailDue([line("todo", 0), line("good", 0)], NOW)).toBeNull();
  expect(emailDue([line("wrong", 0, null, true)], NOW)).toBeNull();
});

test("what is wrong stands first, the oldest before the others, then what is to do", () => {
  const lines = [line("todo", 1), line("wrong", 3), line("good", 0), line("wrong", 2)];
  expect(openLines(lines).map(({ since }) => since)).toEqual([2, 3, 1]);
  expect(summary(lines)).toBe("1 thing is well. 3 need you.");
  expect(summary([line("good", 0), line("good", 0)])).toBe("2 things are well.");
});
