import { expect, test } from "vitest";
import { workingWeekForm, workingWeekFormOf } from "#app/hours/working-week.form.ts";
import { type Fields, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { weekFormOf } from "#app/platform/wall-time.ts";

const at = (weekday: number, from: number, to: number) => ({ weekday, fromMinute: from * 60, toMinute: to * 60 });

function read(week: ReturnType<typeof at>[], typed: Fields = {}) {
  const form = readFields(workingWeekForm, { ...fieldsOf(weekFormOf(week)), ...typed });
  return form.kind === "valid" ? form.value.week : form.errors;
}

const lunch = { "break.from": "12:00", "break.to": "13:00" };
const WEEK = [at(1, 9, 17), at(2, 9, 12), at(3, 10, 13), at(6, 12, 16)];

test("a break is cut out of every day that has it, and leaves the others as they are", () => {
  const cut = [at(1, 9, 12), at(1, 13, 17), at(2, 9, 12), at(3, 10, 12), at(6, 13, 16)];
  expect(read(WEEK, lunch)).toEqual(cut);
});

test("without a break the week is as typed", () => {
  expect(read(WEEK)).toEqual(WEEK);
  expect(read(WEEK, { "break.from": "", "break.to": "" })).toEqual(WEEK);
});

test("a break to midnight ends the day early", () => {
  expect(read([at(1, 18, 24)], { "break.from": "22:00", "break.to": "00:00" })).toEqual([at(1, 18, 22)]);
});

test.each([
  ["one time", WEEK, { "break.from": "12:00" }, "Break: enter both times, in steps of five minutes"],
  ["a time that is none", WEEK, { "break.from": "12:01", "break.to": "x" }, "Break: enter both times"],
  ["turned round", WEEK, { "break.from": "13:00", "break.to": "12:00" }, "Break: the end must be after the start"],
  ["no hours there", WEEK, { "break.from": "20:00", "break.to": "21:00" }, "Break: no day has hours at that time"],
  ["a whole day", [at(1, 9, 17), at(4, 12, 13)], lunch, "Break: it would leave Thursday without hours"],
  ["a fourth time", [at(5, 8, 9), at(5, 10, 11), at(5, 11.5, 17)], lunch, "Break: Friday can have 3 times at most"],
])("a break is refused: %s", (_, week, typed, message) => {
  expect(read(week, typed)).toEqual({ "break.from": expect.stringContaining(message) });
});

test("a mistake in the week is named before the break", () => {
  expect(read([], { "week.1.0.from": "17:00", "week.1.0.to": "09:00", ...lunch })).toEqual({
    "week.1.0.from": "Monday: the end must be after the start",
  });
});

test("two weeks in turn are hours of week A and of week B, from the Monday of any date in a week A", () => {
  const typed = { alternates: "on", weekAFrom: "2026-11-25", "weekB.6.0.from": "10:00", "weekB.6.0.to": "14:00" };
  const cycle = (week: string) => ({ cycle: { weekAFrom: "2026-11-23", week } });
  const both = [
    { ...at(1, 9, 17), ...cycle("A") },
    { ...at(6, 10, 14), ...cycle("B") },
  ];
  expect(read([at(1, 9, 17)], typed)).toEqual(both);
  expect(read([at(1, 9, 17)], { ...typed, alternates: "" })).toEqual({ alternates: expect.any(String) });
  expect(read([at(1, 9, 17)], { "weekB.6.0.from": "10:00", "weekB.6.0.to": "14:00" })).toEqual([at(1, 9, 17)]);
  expect(read([at(1, 9, 17)], { ...typed, ...lunch })).toEqual([
    { ...at(1, 9, 12), ...cycle("A") },
    { ...at(1, 13, 17), ...cycle("A") },
    { ...at(6, 10, 12), ...cycle("B") },
    { ...at(6, 13, 14), ...cycle("B") },
  ]);
});

test.each(["", "soon", "2026-02-30"])("two weeks in turn need a date to begin with: %s", (weekAFrom) => {
  expect(read([at(1, 9, 17)], { alternates: "on", weekAFrom })).toEqual({ weekAFrom: "Choose any date in week A" });
});

test("stored hours fill the form they were typed in", () => {
  const typed = { alternates: "on", weekAFrom: "2026-11-23", "weekB.6.0.from": "10:00", "weekB.6.0.to": "14:00" };
  const fields = { ...fieldsOf(weekFormOf([at(1, 9, 17)])), ...typed };
  const form = readFields(workingWeekForm, fields);
  if (form.kind !== "valid") throw new Error("It is valid");
  expect(fieldsOf(workingWeekFormOf(form.value.week))).toEqual(fields);
  expect(fieldsOf(workingWeekFormOf([at(1, 9, 17)]))).toEqual({
    ...fieldsOf(weekFormOf([at(1, 9, 17)])),
    // Week B begins as week A.
    "weekB.1.0.from": "09:00",
    "weekB.1.0.to": "17:00",
    weekAFrom: "",
  });
});
