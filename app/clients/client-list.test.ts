import { expect, test } from "vitest";
import { isFoundAnywhere, searchParts } from "#app/clients/client-list.ts";

test("every word is looked for by itself, without case and accents", () => {
  expect(searchParts("  Smith,  ADÉLE ")).toEqual(["smith,", "adele"]);
  expect(searchParts(" ")).toEqual([]);
});

test.each([
  ["01632 960 001", "1632960001"],
  ["+44 (0) 1632 960-001", "1632960001"],
  ["0044 1632 960001", "1632960001"],
  ["960 001", "960001"],
  ["449", "449"],
])("a number is looked for as it is stored: %s", (typed, part) => {
  expect(searchParts(typed)).toEqual([part]);
});

test.each([
  ["lo", false],
  ["lop", false],
  ["lope", true],
  ["12", false],
  ["127", true],
])("%s is found inside of a word: %s", (part, anywhere) => {
  expect(isFoundAnywhere(part)).toBe(anywhere);
});
