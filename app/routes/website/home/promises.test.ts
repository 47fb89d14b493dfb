import { expect, test } from "vitest";
import { homeWords } from "#app/content/words/home-words.ts";
import { promisesOf } from "#app/routes/website/home/promises.ts";

const titles = (rules: Parameters<typeof promisesOf>[1]) =>
  promisesOf(homeWords.promise, rules).map(({ title }) => title);

test("only what the settings make true is promised", () => {
  expect(titles({ changeNotice: 1440, chargesLate: false })).toEqual([
    "The whole price",
    "Free to change",
    "No late fee",
  ]);
  expect(titles({ changeNotice: 1440, chargesLate: true })).toEqual(["The whole price", "Free to change"]);
  expect(titles({ changeNotice: 0, chargesLate: true })).toEqual(["The whole price"]);
});
