import type { TextTree } from "#app/platform/text-tree.ts";

const SINGULAR: readonly (readonly [RegExp, string])[] = [
  [/\bwe are\b/g, "I am"],
  [/\bWe are\b/g, "I am"],
  [/\b[Ww]e were\b/g, "I was"],
  [/\b[Ww]e[’']re\b/g, "I’m"],
  [/\b[Ww]e\b/g, "I"],
  [/\bourselves\b/g, "myself"],
  [/\bours\b/g, "mine"],
  [/\bour\b/g, "my"],
  [/\bOur\b/g, "My"],
  [/\bus\b/g, "me"],
];

/** Our words as one person says them: "I" and "my". Of what the practice has written nothing changes. */
export function inOneVoice<Tree extends TextTree>(words: Tree, shipped: TextTree): Tree {
  return said(words, new Set(textsIn(shipped))) as Tree;
}

export function textsIn(tree: TextTree): string[] {
  return typeof tree === "string" ? [tree] : Object.values(tree).flatMap(textsIn);
}

function said(tree: TextTree, ours: ReadonlySet<string>): TextTree {
  if (typeof tree === "string") {
    if (!ours.has(tree)) return tree;
    return SINGULAR.reduce((text, [plural, singular]) => text.replace(plural, singular), tree);
  }
  if (Array.isArray(tree)) return tree.map((part) => said(part, ours));
  return Object.fromEntries(Object.entries(tree).map(([name, part]) => [name, said(part as TextTree, ours)]));
}
