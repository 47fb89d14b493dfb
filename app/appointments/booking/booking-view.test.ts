import { expect, test } from "vitest";
import { calendarLinks } from "#app/appointments/booking/booking-view.ts";
import { AT_PRACTICE } from "#app/appointments/venue.ts";
import { DEMO_BUSINESS } from "#tests/support/demo-words.ts";

const start = Date.UTC(2027, 4, 7, 9);
const links = calendarLinks(
  { venue: AT_PRACTICE, start, end: start + 3_600_000, reference: "7KQM2F9D", referencePrefix: "LY" },
  DEMO_BUSINESS,
);

test("times are in UTC, whatever the machine's zone", () => {
  const [google, outlook] = links.map(({ href }) => new URL(href).searchParams);
  expect(google?.get("dates")).toBe("20270507T090000Z/20270507T100000Z");
  expect(outlook?.get("startdt")).toBe("2027-05-07T09:00:00.000Z");
  expect(outlook?.get("enddt")).toBe("2027-05-07T10:00:00.000Z");
});

test("they say where and which, in words that survive every calendar, and hold no link of ours", () => {
  for (const { href } of links) {
    expect(href).not.toContain("+");
    expect(decodeURIComponent(href)).toContain("Reference LY-7KQM-2F9D");
    expect(decodeURIComponent(href)).toContain("Unit 7, Larchgate Industrial Estate");
    expect(href).not.toContain("booking");
  }
});
