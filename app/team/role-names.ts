import type { TeamRole } from "#app/platform/permissions.ts";

export const ROLE_NAMES: Record<TeamRole, string> = {
  owner: "Owner",
  reception: "Reception",
  therapist: "Therapist",
  bookkeeper: "Bookkeeper",
};

/** What each role is there for, beside its box. */
export const ROLE_HINTS: Record<TeamRole, string> = {
  owner: "Everything, with settings and people",
  reception: "All diaries and all clients",
  therapist: "Their own diary and their own clients",
  bookkeeper: "Figures and money, no diary",
};

/** `Reception and therapist`, to begin a line. */
export function rolesInWords(roles: readonly TeamRole[], none = "No role"): string {
  const names = roles.map((role, at) => (at === 0 ? ROLE_NAMES[role] : ROLE_NAMES[role].toLowerCase()));
  if (names.length < 2) return names[0] ?? none;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
