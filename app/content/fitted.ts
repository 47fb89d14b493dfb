import type { TextTree } from "#app/platform/text-tree.ts";

/**
 * Fits stored words into the shape that the page expects, with shipped words for what is missing or of another type.
 * So new texts of a page appear, and a damaged row never breaks it.
 */
export function fitted<Tree extends TextTree>(shipped: Tree, stored: unknown): Tree {
  return shaped(shipped, stored) as Tree;
}

function shaped(shipped: TextTree, stored: unknown): TextTree {
  if (typeof shipped === "string") return typeof stored === "string" ? stored : shipped;
  if (Array.isArray(shipped)) {
    // An empty list is one of texts: one of records has a row that shows what belongs in it.
    const [pattern = ""] = shipped;
    return Array.isArray(stored) ? stored.map((row) => shaped(emptied(pattern), row)) : shipped;
  }
  if (typeof stored !== "object" || stored === null) return shipped;
  const parts = Object.entries(shipped).map(([name, inner]) => [
    name,
    shaped(inner, (stored as Record<string, unknown>)[name]),
  ]);
  return Object.fromEntries(parts);
}

// A row that the practice added has no shipped words: what is missing is empty.
function emptied(tree: TextTree): TextTree {
  if (typeof tree === "string") return "";
  if (Array.isArray(tree)) return [];
  return Object.fromEntries(Object.entries(tree).map(([name, inner]) => [name, emptied(inner as TextTree)]));
}
