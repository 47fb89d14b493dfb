import { expect, test } from "vitest";
import { dateTyped } from "#app/appointments/booking/scheduler/list-days.ts";

const TODAY = "2026-11-22";

test.each([
  ["14 1 2027", "2027-01-14"],
  ["14/1/27", "2027-01-14"],
  ["14.01.2027", "2027-01-14"],
  ["14 1", "2027-01-14"],
  ["22 11", "2026-11-22"],
  ["21 11", "2027-11-21"],
  ["14 Jan", "2027-01-14"],
  ["Thursday 14th January 2027", "2027-01-14"],
  ["Jan 14, 2027", "2027-01-14"],
  ["1/14/2027", "2027-01-14"],
  [" 2027-01-14 ", "2027-01-14"],
  ["1st of December", "2026-12-01"],
  ["2 Sep", "2027-09-02"],
])("%s is %s", (typed, date) => {
  expect(dateTyped(typed, TODAY)).toBe(date);
});

test.each(["", "soon", "14", "30 2 2027", "14 1 2027 10", "14 1 202", "99/99/9999", "14 1 1999"])(
  "%j is no date",
  (typed) => {
    expect(dateTyped(typed, TODAY)).toBeNull();
  },
);
