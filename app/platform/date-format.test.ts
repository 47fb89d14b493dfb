import { expect, test } from "vitest";
import { dateFormat } from "#app/platform/date-format.ts";

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
