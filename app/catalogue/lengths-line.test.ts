import { expect, test } from "vitest";
import { lengthsLine } from "#app/catalogue/lengths-line.ts";

const lengths = (...pairs: [number, number][]) => ({
  lengths: pairs.map(([minutes, pricePence]) => ({ minutes, pricePence, label: "" })),
  therapistIds: ["imogen", "tom"],
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

test("one length that does not cost the same with everybody reads from the lowest", () => {
  const rules = [{ therapistId: "imogen", from: null, pricePence: 4000 }];
  const service = { ...lengths(), lengths: [{ minutes: 30, pricePence: 3450, label: "", rules }] };
  expect(lengthsLine(service)).toBe("30 min, from £34.50");
  expect(lengthsLine({ ...service, therapistIds: ["tom"] })).toBe("30 min, £34.50");
});

test("what is by enquiry has no line", () => {
  expect(lengthsLine(lengths())).toBeNull();
});
