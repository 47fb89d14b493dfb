import { expect, test } from "vitest";
import { lengthsLine } from "#app/catalogue/lengths-line.ts";

const lengths = (...pairs: [number, number][]) => ({
  lengths: pairs.map(([minutes, pricePence]) => ({ minutes, pricePence, label: "" })),
});

test.each([
  [
    [
      [45, 4800],
      [60, 5800],
      [90, 8200],
    ],
    "45, 60 or 90 min, from £48",
  ],
  [
    [
      [45, 5000],
      [60, 6250],
    ],
    "45 or 60 min, from £50",
  ],
  [[[30, 3450]], "30 min, £34.50"],
] as [[number, number][], string][])("%j reads %s", (pairs, line) => {
  expect(lengthsLine(lengths(...pairs))).toBe(line);
});

test("what is by enquiry has no line", () => {
  expect(lengthsLine(lengths())).toBeNull();
});
