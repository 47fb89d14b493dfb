import type { Part } from "#app/platform/permissions.ts";

export const PART_NAMES: Record<Part, string> = {
  owner: "Owner",
  reception: "Reception",
  therapist: "Therapist",
  bookkeeper: "Bookkeeper",
};

/** What each part is there for, beside its box. */
export const PART_HINTS: Record<Part, string> = {
  owner: "Everything, with settings and people",
  reception: "All diaries and all clients",
  therapist: "Their own diary and their own clients",
  bookkeeper: "Figures and money, no diary",
};

/** `Reception and therapist`, to begin a line. */
export function partsInWords(parts: readonly Part[], none = "No role"): string {
  const names = parts.map((part, at) => (at === 0 ? PART_NAMES[part] : PART_NAMES[part].toLowerCase()));
  if (names.length < 2) return names[0] ?? none;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
