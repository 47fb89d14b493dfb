import { type Facts, NAMED } from "#app/site/facts.ts";
import type { TextTree } from "#app/site/text-tree.ts";

const SENTENCE_END = /(?<=[.!?]["”)]?)\s+(?=[\p{Lu}“{[])/u;

/** What a text belongs to: of a section or question without any text nothing is said. */
const LABELS = ["title", "question"];

/**
 * A page's words without the sentences that name a fact the practice does not have. A section of which nothing is left
 * loses its title, and a row of which nothing is left, or in which nothing was written, is left out.
 */
export function ownWords<Tree extends object>(words: Tree, facts: Facts): Tree {
  return Object.fromEntries(
    Object.entries(words).map(([name, part]) => [name, without(part as TextTree, facts)]),
  ) as Tree;
}

function without(tree: TextTree, facts: Facts): TextTree {
  if (typeof tree === "string") return textWithout(tree, facts);
  if (Array.isArray(tree)) {
    const rows = tree.map((row) => [row, without(row, facts)] as const);
    return rows.filter(([row, left]) => !saysNothing(left) && !hasLost(row, left)).map(([, left]) => left);
  }
  const left = Object.entries(tree).map(([name, part]) => [name, without(part as TextTree, facts)] as const);
  // Where nothing was written the page knows what to do with the title: it may stand above people or films.
  const isGone = !saysNothing(tree) && saysNothing(Object.fromEntries(left));
  return Object.fromEntries(left.map(([name, part]) => [name, isGone && name === "title" ? "" : part]));
}

function textWithout(text: string, facts: Facts): string {
  if (!namesNothing(text, facts)) return text;
  return text
    .split(SENTENCE_END)
    .filter((sentence) => !namesNothing(sentence, facts))
    .join(" ")
    .trim();
}

function namesNothing(text: string, facts: Facts): boolean {
  return [...text.matchAll(NAMED)].some(([, name]) => facts[name as keyof Facts] === "");
}

function hasLost(row: TextTree, left: TextTree): boolean {
  if (typeof row === "string" || typeof left === "string") return left === "" && row !== "";
  if (Array.isArray(row)) return isEmpty(left) && !isEmpty(row);
  return Object.entries(row).some(([name, was]) =>
    hasLost(was as TextTree, (left as Record<string, TextTree>)[name] ?? ""),
  );
}

/** Whether there is nothing but a label. */
function saysNothing(tree: TextTree): boolean {
  if (typeof tree === "string" || Array.isArray(tree)) return isEmpty(tree);
  const bodies = Object.entries(tree).filter(([name]) => !LABELS.includes(name));
  return bodies.length > 0 && bodies.every(([, part]) => isEmpty(part));
}

function isEmpty(tree: TextTree): boolean {
  if (typeof tree === "string") return tree === "";
  return Object.values(tree).every((part) => isEmpty(part as TextTree));
}
