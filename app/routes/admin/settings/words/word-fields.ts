import type { Fields } from "#app/platform/form-fields.ts";
import { type Leaf, labelOf } from "#app/platform/text-tree.ts";

export function wordFields(leaves: readonly Leaf[]): Fields {
  return Object.fromEntries(leaves.map(({ name, value }) => [name, value]));
}

export function wordLabels(leaves: readonly Leaf[]): Record<string, string> {
  return Object.fromEntries(leaves.map(({ name }) => [name, labelOf(name)]));
}

/** A page's texts by part: `hero`, `welcome`. A text outside a part is one by itself. */
export function partsOf(leaves: readonly Leaf[]): { title: string; leaves: Leaf[] }[] {
  const parts = Map.groupBy(leaves, ({ name }) => name.split(".")[0] as string);
  return [...parts].map(([part, own]) => ({ title: labelOf(part), leaves: own }));
}
