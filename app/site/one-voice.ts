import { asOnePerson } from "#app/practice/voice.ts";
import type { TextTree } from "#app/site/text-tree.ts";

/** Our words as one person says them: "I" and "my". Of what the practice has written nothing changes. */
export function inOneVoice<Tree extends TextTree>(words: Tree, shipped: TextTree): Tree {
  return said(words, new Set(textsIn(shipped))) as Tree;
}

export function textsIn(tree: TextTree): string[] {
  return typeof tree === "string" ? [tree] : Object.values(tree).flatMap(textsIn);
}

function said(tree: TextTree, ours: ReadonlySet<string>): TextTree {
  if (typeof tree === "string") return ours.has(tree) ? asOnePerson(tree) : tree;
  if (Array.isArray(tree)) return tree.map((part) => said(part, ours));
  return Object.fromEntries(Object.entries(tree).map(([name, part]) => [name, said(part as TextTree, ours)]));
}
