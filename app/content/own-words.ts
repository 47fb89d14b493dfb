import type { Facts } from "#app/content/facts.ts";
import { INVENTED_SENTENCES } from "#app/content/invented-sentences.ts";
import type { PageKey, WordsOf } from "#app/content/page-words.ts";
import type { TextTree } from "#app/platform/text-tree.ts";

type Hidden = { sentences: readonly string[]; facts: Facts };

const SENTENCE_END = /(?<=[.!?]["”)]?)\s+(?=[\p{Lu}“{[])/u;

/**
 * A page's words without the sentences that name a fact the practice does not have, and, with `demo` off, without those
 * of the demo practice. A text, list row or section of which nothing is left is empty, its title too.
 */
export function ownWords<Key extends PageKey>(
  page: Key,
  words: WordsOf<Key>,
  { facts, demo }: { facts: Facts; demo: boolean },
): WordsOf<Key> {
  const sentences = demo ? [] : (INVENTED_SENTENCES[page] ?? []);
  const parts = Object.entries(words).map(([name, part]) => [name, without(part as TextTree, { sentences, facts })]);
  return Object.fromEntries(parts) as WordsOf<Key>;
}

/** The words without the demo practice's sentences, to be stored: a list keeps its rows, which the form needs. */
export function leftOut(page: PageKey, words: TextTree): TextTree {
  const hidden = { sentences: INVENTED_SENTENCES[page] ?? [], facts: {} as Facts };
  return emptiedOf(words, hidden);
}

function emptiedOf(tree: TextTree, hidden: Hidden): TextTree {
  if (typeof tree === "string") return textWithout(tree, hidden);
  if (Array.isArray(tree)) {
    const rows = tree.map((row) => emptiedOf(row, hidden));
    return tree.every((row) => typeof row === "string") ? rows.filter((row) => row !== "") : rows;
  }
  return Object.fromEntries(Object.entries(tree).map(([name, part]) => [name, emptiedOf(part as TextTree, hidden)]));
}

function without(tree: TextTree, hidden: Hidden): TextTree {
  if (typeof tree === "string") return textWithout(tree, hidden);
  if (Array.isArray(tree)) {
    const rows = tree.map((row) => [row, without(row, hidden)] as const);
    return rows.filter(([row, left]) => !hasLost(row, left)).map(([, left]) => left);
  }
  const parts = Object.entries(tree).map(([name, part]) => [name, part, without(part as TextTree, hidden)] as const);
  const bodies = parts.filter(([name]) => name !== "title");
  const isGone = bodies.some(([, was]) => !isEmpty(was)) && bodies.every(([, , left]) => isEmpty(left));
  return Object.fromEntries(parts.map(([name, , left]) => [name, isGone && name === "title" ? "" : left]));
}

function textWithout(text: string, { sentences, facts }: Hidden): string {
  const kept = sentences.reduce((left, sentence) => left.split(sentence).join(""), text);
  if (kept === text && !namesNothing(text, facts)) return text;
  return kept
    .split(SENTENCE_END)
    .filter((sentence) => !namesNothing(sentence, facts))
    .join(" ")
    .replace(/ {2,}/g, " ")
    .trim();
}

function namesNothing(text: string, facts: Facts): boolean {
  return [...text.matchAll(/\{(\w+)\}/g)].some(([, name]) => facts[name as keyof Facts] === "");
}

function hasLost(row: TextTree, left: TextTree): boolean {
  if (typeof row === "string" || typeof left === "string") return left === "" && row !== "";
  if (Array.isArray(row)) return isEmpty(left) && !isEmpty(row);
  return Object.entries(row).some(([name, was]) =>
    hasLost(was as TextTree, (left as Record<string, TextTree>)[name] ?? ""),
  );
}

function isEmpty(tree: TextTree): boolean {
  if (typeof tree === "string") return tree === "";
  return Object.values(tree).every((part) => isEmpty(part as TextTree));
}
