import { FACTS, IN_BRACES } from "#app/content/facts.ts";
import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";
import { placeholderError, unknownPlaceholder } from "#app/platform/placeholders.ts";
import { labelOf, leavesOf, type TextTree, treeErrors } from "#app/platform/text-tree.ts";

export function wordErrors(words: TextTree, fields: Fields): FieldErrors {
  const errors: FieldErrors = {};
  for (const { name } of leavesOf(words)) {
    const unknown = unknownPlaceholder(fields[name] ?? "", IN_BRACES);
    if (unknown) errors[name] = placeholderError(labelOf(name), unknown, FACTS);
  }
  return { ...errors, ...treeErrors(words, fields) };
}
