import { expect, test } from "vitest";
import { promisesOf } from "#app/routes/website/home/promises.ts";
import { home } from "#scripts/demo/words/home.ts";

const titles = (rules: Parameters<typeof promisesOf>[1]) => promisesOf(home.promise, rules).map(({ title }) => title);

test("only what the settings make true is promised", () => {
  expect(titles({ changeNotice: 1440, chargesLate: false })).toEqual([
    "The whole price",
    "Free to change",
    "No late fee",
  ]);
  expect(titles({ changeNotice: 1440, chargesLate: true })).toEqual(["The whole price", "Free to change"]);
  expect(titles({ changeNotice: 0, chargesLate: true })).toEqual(["The whole price"]);
});
