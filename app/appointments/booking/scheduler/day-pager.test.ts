import { expect, test } from "vitest";
import { stripOf } from "#app/appointments/booking/scheduler/day-pager.ts";

const open = ["24", "25", "26", "28", "30"].map((day) => `2026-11-${day}`).concat("2026-12-01", "2026-12-02");
const window = { from: "2026-11-23", today: "2026-11-22", after: "2026-12-28" };

test("a page of five free days, and the next ones behind it", () => {
  const strip = stripOf(open, "2026-11-24", window);
  expect(strip.dates).toEqual(open.slice(0, 5));
  expect(strip.later).toEqual({ from: window.from, day: "2026-12-01" });
  expect(strip.earlier).toEqual({ from: "2026-11-22" });
  expect(strip.since).toBe("2026-11-23");
});

test("the page of the chosen day; a day without times has that of the next free one", () => {
  const second = stripOf(open, "2026-12-02", window);
  expect(second.dates).toEqual(["2026-12-01", "2026-12-02"]);
  expect(second.earlier).toEqual({ from: window.from, day: "2026-11-24" });
  expect(second.later).toEqual({ from: "2026-12-28" });
  expect(second.since).toBe("2026-12-01");
  expect(stripOf(open, "2026-11-27", window).dates).toEqual(open.slice(0, 5));
});

test("nothing before today, nothing after the last day, and nothing free is no day", () => {
  const bounds = { from: "2026-11-22", today: "2026-11-22", after: null };
  expect(stripOf(open.slice(0, 5), "2026-11-24", bounds)).toMatchObject({ earlier: null, later: null });
  expect(stripOf([], "2026-11-22", bounds)).toMatchObject({ dates: [], earlier: null, later: null });
});
