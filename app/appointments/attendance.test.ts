import { expect, test } from "vitest";
import { attendedInWords, attendedTag, resultOf } from "#app/appointments/attendance.ts";

const NOON = 1_800_000_000_000;
const over = { status: "Confirmed", attendance: "expected", end: NOON } as const;

test("what nobody marked is not recorded once it is over, and neither attended nor missed", () => {
  expect([resultOf(over, NOON), attendedInWords(over, NOON), attendedTag(over, NOON)]).toEqual([
    ...["unrecorded", "Not recorded", "Not recorded"],
  ]);
  expect([resultOf(over, NOON - 1), attendedInWords(over, NOON - 1), attendedTag(over, NOON - 1)]).toEqual([
    ...["ahead", "Expected", null],
  ]);
});

test.each([
  [{ ...over, attendance: "finished" } as const, "came", "Attended"],
  [{ ...over, attendance: "arrived" } as const, "came", "Arrived"],
  [{ ...over, attendance: "missed" } as const, "missed", "Did not attend"],
  [{ ...over, status: "Cancelled" } as const, "cancelled", ""],
])("what was marked says so, and a cancelled one nothing (%#)", (known, fate, words) => {
  expect([resultOf(known, NOON), attendedInWords(known, NOON)]).toEqual([fate, words]);
});
