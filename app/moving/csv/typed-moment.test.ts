import { expect, test } from "vitest";
import { orderOf, readDay, readLength, readMoment } from "#app/moving/csv/typed-moment.ts";

test.each([
  ["2026-12-03", "2026-12-03"],
  ["3/12/2026", "2026-12-03"],
  ["03.12.26", "2026-12-03"],
  ["3 Dec 2026", "2026-12-03"],
  ["Thursday, 3rd December 2026", "2026-12-03"],
  ["Dec 3, 2026", "2026-12-03"],
  ["31/2/2026", null],
  ["12/25/2026", null],
  ["tomorrow", null],
  ["0001-01-01", null],
  ["9999-12-31", null],
  ["31/12/1899", null],
  ["14/2/1950", "1950-02-14"],
  ["", null],
])("%s is the day %s", (text, day) => {
  expect(readDay(text, "day-first")).toBe(day);
});

test("month first only when so chosen", () => {
  expect(readDay("3/12/2026", "month-first")).toBe("2026-03-12");
  expect(readDay("2026-12-03", "month-first")).toBe("2026-12-03");
});

test.each([
  ["3/12/2026 10:30", 630],
  ["2026-12-03 10:30:00", 630],
  ["2026-12-03T10:30", 630],
  ["3 Dec 2026, 9:05 pm", 21 * 60 + 5],
  ["3 Dec 2026 at 9am", 540],
  ["Thu 3 Dec 2026 12:15am", 15],
  ["3/12/2026", null],
])("%s has this minute", (text, minute) => {
  expect(readMoment(text, "day-first")).toEqual({ kind: "wall", day: "2026-12-03", minute });
});

test("an instant with its offset is an instant", () => {
  expect(readMoment("2027-05-11T09:00:00Z", "day-first")).toEqual({ kind: "instant", at: Date.UTC(2027, 4, 11, 9) });
  expect(readMoment("2027-05-11 10:00:00 +0100", "day-first")).toEqual({
    kind: "instant",
    at: Date.UTC(2027, 4, 11, 9),
  });
});

test("an instant of another century is nothing", () => {
  for (const year of ["0001", "1999", "2100", "9999"]) {
    expect(readMoment(`${year}-05-11T09:00:00Z`, "day-first"), year).toBeNull();
  }
});

test("a time alone has the given day, and what is no time is nothing", () => {
  expect(readMoment("11:00", "day-first", "2026-12-03")).toEqual({ kind: "wall", day: "2026-12-03", minute: 660 });
  for (const text of ["25:00", "13pm", "11:75", "soon", "11:00"])
    expect(readMoment(text, "day-first"), text).toBeNull();
});

test.each([
  ["60", 60],
  ["60 min", 60],
  ["90 minutes", 90],
  ["1h", 60],
  ["1h 30min", 90],
  ["1 hour 15 mins", 75],
  ["1.5 hours", 90],
  ["01:15", 75],
  ["long", null],
  ["", null],
])("%s is %s minutes", (text, minutes) => {
  expect(readLength(text)).toBe(minutes);
});

test("the order of dates is read from one that tells", () => {
  expect(orderOf(["1/2/2026", "2/13/2026"])).toBe("month-first");
  expect(orderOf(["1/2/2026", "13/2/2026"])).toBe("day-first");
  expect(orderOf(["2026-01-13", "1/2/2026", ""])).toBe("day-first");
});
