export const ASKED_BY = ["client", "practice"] as const;
export type AskedBy = (typeof ASKED_BY)[number];

/** `at` is epoch ms UTC; `actor` is as in the audit; `askedBy` null: not recorded. */
export type Cancellation = { at: number; actor: string; reason: string | null; askedBy: AskedBy | null };

export function isByPractice({ actor, askedBy }: Pick<Cancellation, "actor" | "askedBy">): boolean {
  if (askedBy) return askedBy === "practice";
  return actor.startsWith("admin") || actor === "system";
}

export function isEntered({ actor, askedBy }: Pick<Cancellation, "actor" | "askedBy">): boolean {
  return askedBy === "client" && isByPractice({ actor, askedBy: null });
}
