import { expect, test } from "vitest";
import { round, tableOf } from "#scripts/bench/row.ts";

test("the table is as wide as its words, and says plainly what was not met", () => {
  const row = { what: "A page", figure: "20,000/s", baseline: "a file: 25,000/s", ratio: 0.8, wanted: ">= 0.5 x" };
  expect(
    tableOf([
      { ...row, met: true },
      { ...row, ratio: null, met: false },
    ]).split("\n"),
  ).toEqual([
    "| What   | Measured | Baseline of the same run | Ratio | Wanted   | Met    |",
    "| ------ | -------- | ------------------------ | ----- | -------- | ------ |",
    "| A page | 20,000/s | a file: 25,000/s         | 0.8 x | >= 0.5 x | yes    |",
    "| A page | 20,000/s | a file: 25,000/s         |       | >= 0.5 x | **no** |",
  ]);
});

test.each([
  [0.01234, "0.012"],
  [9.96, "10"],
  [12.6, "13"],
  [20_345.2, "20,345"],
])("%d is written %s", (value, text) => {
  expect(round(value)).toBe(text);
});
