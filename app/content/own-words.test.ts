import { expect, test } from "vitest";
import type { Facts } from "#app/content/facts.ts";
import { INVENTED_SENTENCES, inventedSentences } from "#app/content/invented-sentences.ts";
import { ownWords } from "#app/content/own-words.ts";
import { DEFAULT_WORDS, type PageKey } from "#app/content/page-words.ts";
import { leavesOf } from "#app/platform/text-tree.ts";

const pages = Object.keys(DEFAULT_WORDS) as PageKey[];
const facts = Object.fromEntries(
  ["name", "town", "phone", "mobile", "email", "privacyEmail", "address", "company", "ico", "ways", "films"].map(
    (name) => [name, "X"],
  ),
) as Facts;
const everyWord = (words: object) =>
  leavesOf(words as never)
    .map(({ value }) => value)
    .join("\n");

test.each(pages)("each invented sentence of %s stands in its shipped words, in one place", (page) => {
  const found = inventedSentences(page, DEFAULT_WORDS[page]).map(({ sentence }) => sentence);
  expect(found.sort()).toEqual([...(INVENTED_SENTENCES[page] ?? [])].sort());
});

test.each(pages)("without them %s says nothing of the demo practice, and the rest stands", (page) => {
  const own = ownWords(page, DEFAULT_WORDS[page], { facts, demo: false });
  const demoWords =
    /joinery|bike|\bbus\b|Unit 7|Foundry|industrial estate|the Yard|one couch|staircases|free parking|accessible bay|grab rails/i;
  expect(everyWord(own)).not.toMatch(demoWords);
  expect(everyWord(own).length).toBeGreaterThan(everyWord(DEFAULT_WORDS[page]).length / 3);
  expect(ownWords(page, DEFAULT_WORDS[page], { facts, demo: true })).toEqual(DEFAULT_WORDS[page]);
});

test("a sentence that names a fact which is not there is left out, alone", () => {
  const privacy = ownWords("privacy", DEFAULT_WORDS.privacy, { facts: { ...facts, ico: "", phone: "" }, demo: true });
  expect(privacy.sections[0]?.text).toEqual([
    "{company}, {address}, is the controller. We are not required to have a data protection officer.",
  ]);
});

test("of a section without a text nothing is left, and a question goes with its answer", () => {
  const about = ownWords("about", DEFAULT_WORDS.about, { facts, demo: false });
  expect([about.title, about.story]).toEqual(["", []]);
  expect(ownWords("faq", DEFAULT_WORDS.faq, { facts, demo: false }).gettingHere).toEqual([]);
  const words = { ...DEFAULT_WORDS.home, whyChooseUs: { lead: "Ring {phone}.", reasons: [] } };
  const home = ownWords("home", words, { facts: { ...facts, phone: "" }, demo: true });
  expect(home.whyChooseUs.lead).toBe("");
});

test("a sentence counts while it stands, whatever is written around it", () => {
  const home = { ...DEFAULT_WORDS.home, mission: "Ours. Green door, step-free entrance, parking outside. More." };
  expect(inventedSentences("home", home).filter(({ name }) => name === "mission")).toHaveLength(1);
  const own = ownWords("home", home, { facts, demo: false });
  expect(own.mission).toBe("Ours. More.");
});
