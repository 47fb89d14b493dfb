import { expect, test } from "vitest";
import { csvLine } from "#app/platform/csv.ts";

test.each([
  [["a", 1, null], '"a",1,""\r\n'],
  [['say "so"', "one\ntwo"], '"say ""so""","one\ntwo"\r\n'],
  [["=1+1", "+44 20", "-5", "@x", "\tx"], `"'=1+1","'+44 20","'-5","'@x","'\tx"\r\n`],
  [[-5], "-5\r\n"],
])("%j", (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});
