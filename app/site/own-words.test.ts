import { expect, test } from "vitest";
import { type Facts, IN_BRACES } from "#app/site/facts.ts";
import { ownWords } from "#app/site/own-words.ts";
import { DEFAULT_WORDS, type PageKey } from "#app/site/page-words.ts";
import { leavesOf } from "#app/site/text-tree.ts";
import { demoWordsIn } from "#tests/support/demo-words.ts";

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

const NOTHING = Object.fromEntries(IN_BRACES.map((name) => [name.replace("?", ""), ""])) as Facts;

test.each(pages)("%s as shipped says nothing of the demo practice", (page) => {
  const demoWords =
    /joinery|bike|\bbus\b|Unit 7|Foundry|industrial estate|the Yard|one couch|staircases|free parking|accessible bay|grab rails/i;
  expect(everyWord(DEFAULT_WORDS[page])).not.toMatch(demoWords);
  expect(demoWordsIn(everyWord(DEFAULT_WORDS[page]))).toEqual([]);
});

test.each(pages)("%s as shipped promises nothing that only an owner can know", (page) => {
  const promises =
    /qualified,|insured|experienced|24\/7|working days?|card or cash|card fee|fragrance|show you the room|minutes early|phone in the hours|large print|under-12s|chaperone/i;
  expect(everyWord(ownWords(DEFAULT_WORDS[page], NOTHING))).not.toMatch(promises);
});

test("a sentence that names a fact which is not there is left out, alone", () => {
  const privacy = ownWords(DEFAULT_WORDS.privacy, { ...facts, ico: "", phone: "" });
  expect(privacy.sections[0]?.text).toEqual(["{company}, {address}, is the controller. Questions: {privacyEmail}."]);
});

test("nothing stands for a section without a text, and a question goes with its answer", () => {
  const words = {
    story: [""],
    closing: { title: "Come and see us", directions: "Call {phone}." },
    team: { title: "Who you will meet", lead: "" },
    questions: [
      { question: "Where do I park?", answer: "" },
      { question: "May I call?", answer: "Yes: {phone}." },
      { question: "Does it hurt?", answer: "No." },
    ],
    sections: [
      { title: "The clinic", text: [""] },
      { title: "Ask us", text: ["Call {phone}.", "Or write."] },
    ],
  };
  expect(ownWords(words, { ...facts, phone: "" })).toEqual({
    story: [],
    closing: { title: "", directions: "" },
    team: { title: "Who you will meet", lead: "" },
    questions: [{ question: "Does it hurt?", answer: "No." }],
    sections: [{ title: "Ask us", text: ["Or write."] }],
  });
});
