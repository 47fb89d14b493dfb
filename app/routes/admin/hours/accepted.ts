import type { Fields } from "#app/platform/form-fields.ts";

/** The stranded appointments that the admin has accepted, from the form. */
export function acceptedIn(fields: Fields): string[] {
  return (fields.accepted ?? "").split(",").filter(Boolean);
}
