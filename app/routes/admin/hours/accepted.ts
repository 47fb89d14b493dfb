import type { Fields } from "#app/platform/form-fields.ts";

/** The appointments that an admin has been shown and lets stand outside the hours, as the form carries them. */
export function acceptedIn(fields: Fields): string[] {
  return (fields.accepted ?? "").split(",").filter(Boolean);
}
