import type { TextTree } from "#app/platform/text-tree.ts";

/**
 * Stored words in the shape that the page expects: what is missing or of another kind is as it was shipped. So a page
 * that has learnt a new text shows it, and a damaged row costs the practice's words and not the page.
 */
export function fitted<Tree extends TextTree>(shipped: Tree, stored: unknown): Tree {
  return shaped(shipped, stored) as Tree;
}

function shaped(shipped: TextTree, stored: unknown): TextTree {
  if (typeof shipped === "string") return typeof stored === "string" ? stored : shipped;
  if (Array.isArray(shipped)) {
    const [pattern] = shipped;
    return Array.isArray(stored) && pattern !== undefined
      ? stored.map((row) => shaped(emptied(pattern), row))
      : shipped;
  }
  if (typeof stored !== "object" || stored === null) return shipped;
  const parts = Object.entries(shipped).map(([name, inner]) => [
    name,
    shaped(inner, (stored as Record<string, unknown>)[name]),
  ]);
  return Object.fromEntries(parts);
}

// A row that the practice has added lacks nothing of ours: what is not there is empty.
function emptied(tree: TextTree): TextTree {
  if (typeof tree === "string") return "";
  if (Array.isArray(tree)) return [];
  return Object.fromEntries(Object.entries(tree).map(([name, inner]) => [name, emptied(inner as TextTree)]));
}
