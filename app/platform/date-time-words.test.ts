import { expect, test } from "vitest";
import { addMonths, dateFormat, dateInWords, monthFrom, monthInWords, weeksOf } from "#app/platform/date-time.ts";

test("the same wish gets the same format, another one its own", () => {
  const options = { month: "long", timeZone: "UTC" } as const;
  expect(dateFormat("en-GB", { ...options })).toBe(dateFormat("en-GB", options));
  expect(dateFormat("de-DE", options).format(0)).toBe("Januar");
  expect(dateFormat("en-GB", { ...options, timeZone: "Etc/GMT+5" }).format(0)).toBe("December");
});

test("more formats than are kept are right as well", () => {
  const zoned = (hours: number) =>
    dateFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone: `-${String(hours).padStart(2, "0")}:00` });
  for (let round = 0; round < 30; round++)
    for (let hours = 0; hours < 12; hours++)
      dateFormat(`en-x-a${round}`, { hour: "2-digit", timeZone: `-${String(hours).padStart(2, "0")}:00` });
  expect(zoned(5).format(Date.UTC(2027, 0, 1, 12))).toBe("07");
});

test("a month is whole weeks from Monday, filled up by its neighbours", () => {
  const may = weeksOf("2027-05");
  expect([may[0]?.[0], may.at(-1)?.at(-1), may.length]).toEqual(["2027-04-26", "2027-06-06", 6]);
  expect(weeksOf("2027-02")).toHaveLength(4);
});

test("months are counted across years", () => {
  expect([addMonths("2027-12", 1), addMonths("2027-01", -1), addMonths("2027-05", -17)]).toEqual([
    "2028-01",
    "2026-12",
    "2025-12",
  ]);
});

test("a month and a date in words; what is no month is none", () => {
  expect([monthInWords("2027-05"), dateInWords("2027-05-07")]).toEqual(["May 2027", "Friday 7 May 2027"]);
  expect(["2027-13", "1999-01", "", null].map(monthFrom)).toEqual([null, null, null, null]);
});
