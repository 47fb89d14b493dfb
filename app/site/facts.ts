import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";
import { inBraces, placeholderError, typographic, unknownPlaceholder } from "#app/platform/text.ts";
import { labelOf, leavesOf, type TextTree, treeErrors } from "#app/site/text-tree.ts";

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
    "healthYears",
    "ways",
    "films",
    "insurance",
    "qualifications",
    "registers",
    "years",
    "pay",
    "reply",
    "parking",
    "stepFree",
  ],
] as const;

/** What only gates a sentence: `{?notes} We keep notes.` is said once its owner has stated that notes are kept. */
const GATES = [
  ...[
    "wholePrice",
    "receipts",
    "talk",
    "notes",
    "oil",
    "companion",
    "children",
    "pregnancy",
    "changingRoom",
    "showers",
    "dogs",
    "phoneHours",
    "team",
    "online",
    "homeVisits",
    "waits",
    "health",
    "noHealth",
    "flags",
    "noFlags",
    "anyHour",
  ],
] as const;

export type Facts = Record<(typeof FACTS)[number] | (typeof GATES)[number], string>;

/** All that may stand in braces; each fact gates a sentence, too. */
export const IN_BRACES: readonly string[] = [...FACTS, ...[...FACTS, ...GATES].map((name) => `?${name}`)];

export const PLACEHOLDERS = inBraces(FACTS);

/** A fact or a gate as it stands in a text. */
export const NAMED = /\{\??(\w+)\}/g;

const GATE = /\{\?(\w+)\}\s*/g;

/** The words with the facts in them, set as a printer would. */
export function withFacts<Tree extends TextTree>(tree: Tree, facts: Facts): Tree {
  return filled(tree, facts) as Tree;
}

function filled(tree: TextTree, facts: Facts): TextTree {
  if (typeof tree === "string") {
    const text = tree
      .replace(GATE, (all, name: string) => (Object.hasOwn(facts, name) ? "" : all))
      .replace(/\{(\w+)\}/g, (all, name: string) => (Object.hasOwn(facts, name) ? facts[name as keyof Facts] : all));
    return typographic(text);
  }
  if (Array.isArray(tree)) return tree.map((part) => filled(part, facts));
  return Object.fromEntries(Object.entries(tree).map(([name, inner]) => [name, filled(inner as TextTree, facts)]));
}

export function wordErrors(words: TextTree, fields: Fields): FieldErrors {
  const errors: FieldErrors = {};
  for (const { name } of leavesOf(words)) {
    const unknown = unknownPlaceholder(fields[name] ?? "", IN_BRACES);
    if (unknown) errors[name] = placeholderError(labelOf(name), unknown, FACTS);
  }
  return { ...errors, ...treeErrors(words, fields) };
}
