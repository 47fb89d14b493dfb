import { expect, test } from "vitest";
import { labelOf, leavesOf, type TextTree, treeErrors, treeFrom } from "#app/site/text-tree.ts";

const words = {
  hero: { title: "Move Better.", pitch: "Hands-on treatment. ".repeat(9).trim() },
  detail: ["One paragraph.", "Another."],
  reasons: [
    { title: "Care", text: "We take it." },
    { title: "Time", text: "Enough." },
  ],
} satisfies TextTree;

const fieldsOf = (tree: TextTree) => Object.fromEntries(leavesOf(tree).map(({ name, value }) => [name, value]));

test("every text is a field of its own, and a list offers one row more", () => {
  expect(leavesOf(words).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    "hero.title line",
    "hero.pitch text",
    "detail paragraphs",
    ...["0", "1", "2"].flatMap((row) => [`reasons.${row}.title line`, `reasons.${row}.text line`]),
  ]);
});

test("what is not touched comes back as it was", () => {
  expect(treeFrom(words, fieldsOf(words))).toEqual(words);
});

test("what is typed takes its place; rows are added and left out", () => {
  const typed = {
    ...fieldsOf(words),
    "hero.title": " Feel Stronger.\r\n",
    detail: "One.\r\n\r\n\r\nTwo.\r\nStill two.",
    "reasons.0.title": "",
    "reasons.0.text": "",
    "reasons.2.title": "Place",
    "reasons.2.text": "Parking.",
  };
  expect(treeFrom(words, typed)).toEqual({
    hero: { ...words.hero, title: "Feel Stronger." },
    detail: ["One.", "Two.\nStill two."],
    reasons: [words.reasons[1], { title: "Place", text: "Parking." }],
  });
});

test("a text that stands by itself may not be emptied, and none may be endless", () => {
  const typed = { ...fieldsOf(words), "hero.title": " ", "reasons.0.title": "", "reasons.1.text": "x".repeat(8001) };
  expect(treeErrors(words, typed)).toEqual({
    "hero.title": "Hero: title: enter some words",
    "reasons.1.text": "Reasons 2: text: shorten it to 8000 characters or fewer",
  });
});

test("a list of records keeps one of them", () => {
  const rows = ["0", "1"].flatMap((row) => [`reasons.${row}.title`, `reasons.${row}.text`]);
  const typed = { ...fieldsOf(words), ...Object.fromEntries(rows.map((name) => [name, ""])) };
  expect(treeErrors(words, typed)).toEqual({ "reasons.0.title": "Reasons: keep at least one" });
});

test("a field is called by its place", () => {
  expect(["pitch", "whyChooseUs.0.title", "hero.callToAction"].map(labelOf)).toEqual([
    "Pitch",
    "Why choose us 1: title",
    "Hero: call to action",
  ]);
});

test("only what the tree has is read", () => {
  expect(treeFrom({ a: "x" }, { a: "y", __proto__: "z", b: "w" } as Record<string, string>)).toEqual({ a: "y" });
});
