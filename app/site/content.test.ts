import { expect, test } from "vitest";
import { type Facts, withFacts, wordErrors } from "#app/site/facts.ts";
import { DEFAULT_WORDS, PAGES } from "#app/site/page-words.ts";
import { leavesOf, treeFrom } from "#app/site/text-tree.ts";
import { fitted } from "#app/site/words.server.ts";

const pages = Object.entries(DEFAULT_WORDS);
const shipped = { title: "Title", reasons: [{ title: "Care", text: "We take it." }], text: ["One."] };

test.each(pages)("the form of %s gives back the words that it shows", (_page, words) => {
  const fields = Object.fromEntries(leavesOf(words).map(({ name, value }) => [name, value]));
  expect(wordErrors(words, fields)).toEqual({});
  expect(treeFrom(words, fields)).toEqual(words);
});

test("every page has an address, and a form within the limits of a request", () => {
  expect(Object.keys(PAGES)).toEqual(Object.keys(DEFAULT_WORDS));
  for (const [page, words] of pages) {
    const leaves = leavesOf(words);
    expect(leaves.length, page).toBeLessThan(150);
    expect(
      leaves.reduce((size, { value }) => size + encodeURIComponent(value).length, 0),
      page,
    ).toBeLessThan(40_000);
  }
});

test("stored words are fitted into the page's shape", () => {
  const stored = { title: "Ours", reasons: [{ title: "Only this" }, 7], text: "no list", extra: "x" };
  expect(fitted(shipped, stored)).toEqual({
    title: "Ours",
    reasons: [
      { title: "Only this", text: "" },
      { title: "", text: "" },
    ],
    text: ["One."],
  });
  expect([null, 7, "x", []].map((damaged) => fitted(shipped, damaged)).slice(0, 3)).toEqual([
    shipped,
    shipped,
    shipped,
  ]);
});

test("facts stand where they are named, and other braces stay", () => {
  const facts = { phone: "01632 960 417", name: "Limber Yard" } as Facts;
  expect(withFacts({ a: "Ring {phone}.", b: ["{name} {toString} {unknown}"] }, facts)).toEqual({
    a: "Ring 01632 960 417.",
    b: ["Limber Yard {toString} {unknown}"],
  });
});

test.each(["{twon}", "{two n}", "{}", "{Phone}"])("%s is refused with what may stand in braces", (slip) => {
  const errors = wordErrors({ title: "Title" }, { title: `In ${slip}, ring {phone}` });
  expect(errors.title).toContain(`there is no ${slip}`);
  expect(errors.title).toContain("{town}, {phone}");
});
