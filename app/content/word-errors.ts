import { PLACEHOLDERS, unknownPlaceholder } from "#app/content/facts.ts";
import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";
import { labelOf, leavesOf, type TextTree, treeErrors } from "#app/platform/text-tree.ts";

export function wordErrors(words: TextTree, fields: Fields): FieldErrors {
  const errors: FieldErrors = {};
  for (const { name } of leavesOf(words)) {
    const unknown = unknownPlaceholder(fields[name] ?? "");
    if (unknown) errors[name] = `${labelOf(name)}: there is no ${unknown}. In braces may stand ${PLACEHOLDERS}`;
  }
  return { ...errors, ...treeErrors(words, fields) };
}
