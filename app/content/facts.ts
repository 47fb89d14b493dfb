import { inBraces } from "#app/platform/placeholders.ts";
import type { TextTree } from "#app/platform/text-tree.ts";
import { typographic } from "#app/platform/typographic.ts";

/** What may stand in braces in the words: `{phone}` shows the practice's current number. */
export const FACTS = [
  ...[
    "name",
    "town",
    "phone",
    "mobile",
    "email",
    "privacyEmail",
    "address",
    "company",
    "ico",
    "changeHours",
    "messageMonths",
    "ways",
    "films",
  ],
] as const;

export type Facts = Record<(typeof FACTS)[number], string>;

export const PLACEHOLDERS = inBraces(FACTS);

/** The words with the facts in them, set as a printer would. */
export function withFacts<Tree extends TextTree>(tree: Tree, facts: Facts): Tree {
  return filled(tree, facts) as Tree;
}

function filled(tree: TextTree, facts: Facts): TextTree {
  if (typeof tree === "string") {
    const text = tree.replace(/\{(\w+)\}/g, (all, name: string) =>
      Object.hasOwn(facts, name) ? facts[name as keyof Facts] : all,
    );
    return typographic(text);
  }
  if (Array.isArray(tree)) return tree.map((part) => filled(part, facts));
  return Object.fromEntries(Object.entries(tree).map(([name, inner]) => [name, filled(inner as TextTree, facts)]));
}
