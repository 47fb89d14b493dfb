import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";

/** Words as pages hold them: texts, paragraphs, and lists of both, by name. */
export type TextTree = string | readonly TextTree[] | { readonly [name: string]: TextTree };

/** One text to edit. `paragraphs`: several, separated by an empty line. */
export type Leaf = { name: string; kind: "line" | "text" | "paragraphs"; value: string };

const LINE = 90;
const LONGEST = 8000;
const SPARE = 1;

/**
 * Every text of a tree as a form field, in order. A list of texts is one field with a paragraph for each; a list of
 * records has one spare row.
 */
export function leavesOf(tree: TextTree, name = ""): Leaf[] {
  if (typeof tree === "string") {
    return [{ name, kind: tree.length > LINE || tree.includes("\n") ? "text" : "line", value: tree }];
  }
  if (isTexts(tree)) return [{ name, kind: "paragraphs", value: tree.join("\n\n") }];
  if (isList(tree)) {
    const spare = Array.from({ length: SPARE }, () => emptied(tree[0] ?? ""));
    return [...tree, ...spare].flatMap((row, index) => leavesOf(row, under(name, String(index))));
  }
  return Object.entries(tree).flatMap(([part, inner]) => leavesOf(inner, under(name, part)));
}

/** The tree with what was typed in place of its texts; list rows left empty are removed. */
export function treeFrom(tree: TextTree, fields: Fields, name = ""): TextTree {
  if (typeof tree === "string") return tidy(fields[name] ?? "");
  if (isTexts(tree)) return paragraphsOf(fields[name] ?? "");
  if (isList(tree)) {
    const rows = Array.from({ length: tree.length + SPARE }, (_, index) =>
      treeFrom(tree[index] ?? emptied(tree[0] ?? ""), fields, under(name, String(index))),
    );
    return rows.filter((row) => leavesOf(row).some(({ value }) => value !== ""));
  }
  const parts = Object.entries(tree).map(([part, inner]) => [part, treeFrom(inner, fields, under(name, part))]);
  return Object.fromEntries(parts) as TextTree;
}

/** Errors: a text that is now empty but was not before, or one that is too long. List rows may be removed. */
export function treeErrors(tree: TextTree, fields: Fields): FieldErrors {
  const errors: FieldErrors = {};
  for (const { name, value } of leavesOf(tree)) {
    const typed = tidy(fields[name] ?? "");
    const inRow = name.split(".").some((part) => /^\d+$/.test(part));
    if (typed.length > LONGEST) errors[name] = `${labelOf(name)}: shorten it to ${LONGEST} characters or fewer`;
    else if (typed === "" && value !== "" && !inRow) errors[name] = `${labelOf(name)}: enter some words`;
  }
  return { ...errors, ...emptyLists(tree, treeFrom(tree, fields)) };
}

/** A list of records must have at least one: an empty list would not show what belongs in it. */
function emptyLists(tree: TextTree, typed: TextTree, name = ""): FieldErrors {
  if (typeof tree === "string" || isTexts(tree)) return {};
  if (isList(tree)) {
    const first = leavesOf(tree, name)[0]?.name ?? name;
    return (typed as TextTree[]).length === 0 ? { [first]: `${labelOf(name)}: keep at least one` } : {};
  }
  const parts = Object.entries(tree).map(([part, inner]) =>
    emptyLists(inner, (typed as Record<string, TextTree>)[part] ?? "", under(name, part)),
  );
  return Object.assign({}, ...parts);
}

/** `whyChooseUs.0.title` as a label: `Why choose us 1: title`. */
export function labelOf(name: string): string {
  const parts = name.split(".");
  const words = parts.map((part) =>
    /^\d+$/.test(part) ? String(Number(part) + 1) : part.replace(/[A-Z]/g, " $&").toLowerCase(),
  );
  const joined = words.reduce((text, word, index) => {
    if (index === 0) return word;
    return /^\d+$/.test(word) ? `${text} ${word}` : `${text}: ${word}`;
  }, "");
  return joined.charAt(0).toUpperCase() + joined.slice(1);
}

function isList(tree: TextTree): tree is readonly TextTree[] {
  return Array.isArray(tree);
}

function isTexts(tree: TextTree): tree is readonly string[] {
  return Array.isArray(tree) && tree.every((part) => typeof part === "string");
}

function emptied(tree: TextTree): TextTree {
  if (typeof tree === "string") return "";
  if (isList(tree)) return isTexts(tree) ? [] : tree.map(emptied);
  return Object.fromEntries(Object.entries(tree).map(([part, inner]) => [part, emptied(inner)]));
}

function under(name: string, part: string): string {
  return name === "" ? part : `${name}.${part}`;
}

function tidy(text: string): string {
  return text.replaceAll("\r\n", "\n").trim();
}

function paragraphsOf(text: string): string[] {
  return tidy(text)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}
