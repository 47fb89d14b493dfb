import { expect, test } from "vitest";
import { type Facts, IN_BRACES, withFacts } from "#app/site/facts.ts";
import { inOneVoice, textsIn } from "#app/site/one-voice.ts";
import { ownWords } from "#app/site/own-words.ts";
import { DEFAULT_WORDS, type PageKey } from "#app/site/page-words.ts";
import type { TextTree } from "#app/site/text-tree.ts";
import { assertedIn } from "#tests/support/asserted-facts.ts";

const pages = Object.keys(DEFAULT_WORDS) as PageKey[];
const names = IN_BRACES.filter((name) => name.startsWith("?")).map((name) => name.slice(1));
const nothing = Object.fromEntries(names.map((name) => [name, ""])) as Facts;
const all = Object.fromEntries(names.map((name) => [name, "stated"])) as Facts;
const saidOf = (page: PageKey, facts: Facts) => textsIn(withFacts(ownWords(DEFAULT_WORDS[page], facts), facts));

test.each(pages)("%s asserts nothing that the owner has not stated, and shows no brace", (page) => {
  const said = saidOf(page, nothing).join("\n");
  expect(assertedIn(said)).toEqual([]);
  expect(said).not.toMatch(/[{}]/);
});

test.each(pages)("%s says every sentence once all is stated, without a gate", (page) => {
  const count = (texts: readonly string[]) => texts.filter((text) => text.includes("{")).length;
  const said = saidOf(page, all);
  expect(count(said)).toBe(0);
  expect(said.filter((text) => text !== "").length).toBeGreaterThanOrEqual(count(textsIn(DEFAULT_WORDS[page])));
});

test("a sentence stands as soon as its own fact is stated, and alone", () => {
  const facts = { ...nothing, pay: "card or cash" };
  expect(saidOf("faq", facts)).toContain("By card or cash, at the appointment.");
  expect(saidOf("faq", nothing)).not.toContain("How do I pay?");
  expect(saidOf("faq", nothing)).toContain("Talk to us before you book.");
});

test.each(pages)("one person says “I” on %s, and what the owner has written stays", (page) => {
  const words = DEFAULT_WORDS[page] as TextTree;
  const said = textsIn(inOneVoice(words, words)).join("\n");
  expect(said).not.toMatch(/\b(we|our|ours|us|ourselves)\b/i);
  expect(said).not.toMatch(/\bI (are|were)\b/);
  expect(inOneVoice({ text: "We are three." }, words)).toEqual({ text: "We are three." });
});
