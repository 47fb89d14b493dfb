import { expect, test } from "vitest";
import { stripOf } from "#app/appointments/booking/scheduler/day-pager.ts";

const cells = ["24", "25", "26", "28", "30"].map((day) => `2026-11-${day}`).concat("2026-12-01", "2026-12-02");
const all = { cells, open: cells };
const window = { from: "2026-11-23", today: "2026-11-22", after: "2026-12-28" };

test("a page of five free days, and the next ones behind it", () => {
  const strip = stripOf(all, "2026-11-24", window);
  expect(strip.dates).toEqual(cells.slice(0, 5));
  expect(strip.later).toEqual({ from: window.from, day: "2026-12-01" });
  expect(strip.earlier).toEqual({ from: "2026-11-22" });
  expect(strip.since).toBe("2026-11-23");
});

test("the page of the chosen day; a day without a cell has that of the next one", () => {
  const second = stripOf(all, "2026-12-02", window);
  expect(second.dates).toEqual(["2026-12-01", "2026-12-02"]);
  expect(second.earlier).toEqual({ from: window.from, day: "2026-11-24" });
  expect(second.later).toEqual({ from: "2026-12-28" });
  expect(second.since).toBe("2026-12-01");
  expect(stripOf(all, "2026-11-27", window).dates).toEqual(cells.slice(0, 5));
});

test("nothing before today, nothing after the last day, and nothing free is no day", () => {
  const bounds = { from: "2026-11-22", today: "2026-11-22", after: null };
  expect(stripOf({ cells: cells.slice(0, 5), open: cells.slice(0, 5) }, "2026-11-24", bounds)).toMatchObject({
    earlier: null,
    later: null,
  });
  expect(stripOf({ cells: [], open: [] }, "2026-11-22", bounds)).toMatchObject({
    dates: [],
    earlier: null,
    later: null,
  });
});

test("full days have a cell, and a page of nothing else is passed over", () => {
  const open = [...cells.slice(5), "2026-12-09"];
  const more = [...cells, ...["03", "04", "05", "07", "08", "09"].map((day) => `2026-12-${day}`)];
  const first = stripOf({ cells: more, open: cells.slice(0, 1).concat("2026-12-09") }, "2026-11-24", window);
  expect(first.dates).toEqual(cells.slice(0, 5));
  expect(first.later).toEqual({ from: window.from, day: "2026-12-09" });
  const second = stripOf({ cells: more, open }, "2026-12-01", { ...window, from: "2026-11-22" });
  expect(second.dates).toContain("2026-12-05");
  expect(second.earlier).toBeNull();
  expect(second.later).toEqual({ from: "2026-11-22", day: "2026-12-09" });
});
