import { expect, test } from "vitest";
import { epochInstant, isLocalDate, isoInstant } from "#app/platform/form-schemas.ts";

test.each([
  ["2027-05-07", true],
  ["2028-02-29", true],
  ["2027-02-29", false],
  ["2027-13-01", false],
  ["2000-01-01", true],
  ["1999-12-31", false],
  ["2099-12-31", true],
  ["2100-01-01", false],
  ["9999-12-31", false],
  ["0000-01-01", false],
  ["+275760-09-13", false],
  ["", false],
  [null, false],
])("%s is a date of ours: %s", (typed, expected) => {
  expect(isLocalDate(typed)).toBe(expected);
});

test("instants outside of this century are none, in either writing", () => {
  const iso = isoInstant("Choose a time");
  expect(iso.safeParse("2027-05-07T10:30:00+01:00").data).toBe(Date.UTC(2027, 4, 7, 9, 30));
  const wrong = ["9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "2027-13-01T00:00:00Z", "2027-05-07", ""];
  expect(wrong.filter((typed) => iso.safeParse(typed).success)).toEqual([]);
  const epoch = epochInstant("Choose a time");
  expect(epoch.safeParse("1809682200000").data).toBe(1_809_682_200_000);
  const far = ["8640000000000000", "-1", "1e308", "1.5", "x"];
  expect(far.filter((typed) => epoch.safeParse(typed).success)).toEqual([]);
});
