import { expect, test } from "vitest";
import { dayAxis, hourMarks, instantAt, minuteAt, pieceOn, timeAt } from "#app/diary/day-axis.ts";

const LONDON = { zone: "Europe/London", isWall: false };
const WHOLE_DAY = { fromMinute: 0, toMinute: 1440 };
const labels = (date: string, how = LONDON) => hourMarks(dayAxis(date, WHOLE_DAY, how)).map(({ label }) => label);

test("a place is the minutes from the top, and back", () => {
  const axis = dayAxis("2027-05-05", { fromMinute: 480, toMinute: 1080 }, LONDON);
  const half = Date.parse("2027-05-05T08:30:00Z");
  expect(axis.minutes).toBe(600);
  expect(minuteAt(axis, half)).toBe(90);
  expect(instantAt(axis, 90)).toBe(half);
  expect(timeAt(axis, 90)).toBe("09:30");
});

test("the day when the clocks go forward has 23 hours, and no 01:00", () => {
  expect(dayAxis("2027-03-28", WHOLE_DAY, LONDON).minutes).toBe(23 * 60);
  expect(labels("2027-03-28").slice(0, 3)).toEqual(["00:00", "02:00", "03:00"]);
});

test("the day when they go back has 25 hours, and 01:00 twice, an hour apart", () => {
  const axis = dayAxis("2027-10-31", WHOLE_DAY, LONDON);
  expect(axis.minutes).toBe(25 * 60);
  expect(labels("2027-10-31").slice(0, 4)).toEqual(["00:00", "01:00", "01:00", "02:00"]);
  const [first, second] = ["2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z"].map((text) => Date.parse(text));
  expect([minuteAt(axis, first as number), minuteAt(axis, second as number)]).toEqual([90, 150]);
});

test("an hour that shifts by half keeps its full hours", () => {
  const howe = { zone: "Australia/Lord_Howe", isWall: false };
  expect(labels("2026-10-04", howe).slice(0, 4)).toEqual(["00:00", "01:00", "03:00", "04:00"]);
});

test("days beside each other share the wall's hours, whatever the clocks do", () => {
  const wall = { zone: "Europe/London", isWall: true };
  for (const date of ["2027-03-28", "2027-10-31"]) {
    const axis = dayAxis(date, WHOLE_DAY, wall);
    expect(axis.minutes).toBe(1440);
    expect(hourMarks(axis)).toHaveLength(24);
    expect(minuteAt(axis, instantAt(axis, 600))).toBe(600);
    expect(timeAt(axis, 600)).toBe("10:00");
  }
});

test("a piece is what the axis shows of an interval, in steps of five minutes", () => {
  const axis = dayAxis("2027-05-05", { fromMinute: 480, toMinute: 1080 }, LONDON);
  const at = (time: string) => Date.parse(`2027-05-05T${time}:00+01:00`);
  expect(pieceOn(axis, { start: at("09:02"), end: at("09:58") })).toEqual({ at: 60, lasts: 60 });
  expect(pieceOn(axis, { start: at("07:00"), end: at("08:30") })).toEqual({ at: 0, lasts: 30 });
  expect(pieceOn(axis, { start: at("17:30"), end: at("19:00") })).toEqual({ at: 570, lasts: 30 });
  expect(pieceOn(axis, { start: at("19:00"), end: at("20:00") })).toBeNull();
});
