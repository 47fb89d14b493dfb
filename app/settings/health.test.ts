import { expect, test } from "vitest";
import { readFields } from "#app/platform/form-fields.ts";
import { BODIES, countsFrom, health, healthForm, healthFormOf, keptFor } from "#app/settings/health.ts";

const rules = (change: object) => health.parse(change);

test("the longest that anyone asks wins: FHT and CNHC give 10 years, and a child's record until 28", () => {
  expect(keptFor(rules({ bodies: ["fht", "cnhc"] }))).toEqual({ adultYears: 10, minorUntil: 28 });
  expect(keptFor(rules({ bodies: ["balens", "cnhc"] }))).toEqual({ adultYears: 8, minorUntil: 26 });
  expect(keptFor(rules({ bodies: ["balens"] }))).toEqual({ adultYears: 7, minorUntil: 25 });
});

test("without a name the longest of all counts, and own years only ever add", () => {
  expect(keptFor(rules({}))).toEqual(keptFor(rules({ bodies: BODIES })));
  expect(keptFor(rules({ bodies: ["fht"], ownAdultYears: 3 })).adultYears).toBe(10);
  expect(keptFor(rules({ bodies: ["fht"], ownAdultYears: 12, ownMinorUntil: 30 }))).toEqual({
    adultYears: 12,
    minorUntil: 30,
  });
});

test("years are whole numbers, and the sentence names the field", () => {
  expect(readFields(healthForm, { fht: "on", renewal: "12", ownAdultYears: " 12 ", ownMinorUntil: "" })).toMatchObject({
    value: { bodies: ["fht"], ownAdultYears: 12, ownMinorUntil: null },
  });
  for (const typed of ["0", "7.5", "ten", "41", "-1"])
    expect(readFields(healthForm, { renewal: "12", ownAdultYears: typed, ownMinorUntil: "17" })).toEqual({
      kind: "invalid",
      errors: {
        ownAdultYears: "Enter the years as a whole number from 1 to 40, or leave it blank",
        ownMinorUntil: "Enter the age as a whole number from 18 to 60, or leave it blank",
      },
    });
});

test("own years say where they stand and when somebody looked, and a page gets back what was saved", () => {
  const typed = {
    balens: "on",
    renewal: "12",
    ownAdultYears: "12",
    ownSource: " Policy 77 ",
    ownCheckedOn: "2026-11-27",
  };
  const read = readFields(healthForm, typed);
  expect(read).toMatchObject({ value: { ownSource: "Policy 77", ownCheckedOn: "2026-11-27" } });
  if (read.kind !== "valid") throw new Error(read.kind);
  expect(healthFormOf(rules({ ...read.value, on: true, keyId: "a-key" }))).toEqual({
    ...{ balens: true, therapistInsurance: false, fht: false, cnhc: false },
    ...{ ownAdultYears: 12, ownMinorUntil: null, ownSource: "Policy 77", ownCheckedOn: "2026-11-27" },
    ...{ showsNotes: false, renewal: "12" },
  });
  expect(readFields(healthForm, { renewal: "12", ownSource: "x".repeat(201), ownCheckedOn: "soon" })).toEqual({
    kind: "invalid",
    errors: {
      ownSource: "Use 200 characters or fewer",
      ownCheckedOn: "Enter the day as a date, or leave it blank",
    },
  });
});

test("a form counts for so many months, to the same day or the last of a shorter month", () => {
  expect(countsFrom("2027-05-04", "12")).toBe("2026-05-04");
  expect(countsFrom("2027-03-04", "6")).toBe("2026-09-04");
  expect(countsFrom("2027-08-31", "6")).toBe("2027-02-28");
  expect(countsFrom("2028-02-29", "12")).toBe("2027-02-28");
  expect(countsFrom("2027-01-15", "24")).toBe("2025-01-15");
  expect(countsFrom("2027-12-31", "12")).toBe("2026-12-31");
  expect(countsFrom("2027-05-04", "never")).toBeNull();
  expect(readFields(healthForm, { renewal: "3" })).toMatchObject({
    errors: { renewal: "Choose how often the form is filled in anew" },
  });
});
