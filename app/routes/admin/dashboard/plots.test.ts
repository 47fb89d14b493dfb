import { expect, test } from "vitest";
import { leadPlot, missedPlot, moneyPlot, weeksPlot } from "#app/routes/admin/dashboard/plots.server.ts";
import type { Drawn } from "#app/ui/plot/drawn-plot.ts";

const MONDAYS = ["2026-11-02", "2026-11-09", "2026-11-16"];
const EMPTY = MONDAYS.map((monday) => ({
  monday,
  came: 0,
  ahead: 0,
  missed: 0,
  cancelled: 0,
  unrecorded: 0,
  takenPence: 0,
  aheadPence: 0,
}));
const HEIGHT = /^-?0(\.0+)?$/;

function bars(drawn: Drawn): Drawn[] {
  const inner = drawn.children.flatMap((child) => (typeof child === "string" ? [] : bars(child)));
  return drawn.tag === "rect" ? [drawn, ...inner] : inner;
}

test.each([
  ["bookings", () => weeksPlot(EMPTY, "2026-11-16")],
  ["money", () => moneyPlot(EMPTY, "2026-11-16")],
  [
    "lead times",
    () =>
      leadPlot([
        { label: "Same day", count: 0 },
        { label: "1 to 2 days", count: 0 },
      ]),
  ],
])("nothing yet draws no bar: %s", (_, plot) => {
  for (const bar of bars(plot())) expect(bar.attributes.height).toMatch(HEIGHT);
});

test("nobody missing lies on the line of nought, at the foot", () => {
  const drawn = JSON.stringify(missedPlot(EMPTY));
  const heights = [...drawn.matchAll(/"cy":"([\d.]+)"/g)].map((match) => Number(match[1]));
  expect(heights).toHaveLength(3);
  for (const height of heights) expect(height).toBeGreaterThan(90);
});

test("a bar is as high as its count", () => {
  const [none, one, two] = bars(
    leadPlot([
      { label: "Same day", count: 0 },
      { label: "1 to 2 days", count: 1 },
      { label: "3 to 7", count: 2 },
    ]),
  ).map((bar) => Number(bar.attributes.height));
  expect(none).toBe(0);
  expect(two).toBeCloseTo(2 * (one ?? 0));
});
