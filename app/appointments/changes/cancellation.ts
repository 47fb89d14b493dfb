/** Who cancelled, when (epoch ms UTC) and why. `actor` as in the audit. */
export type Cancellation = { at: number; actor: string; reason: string | null };

/** Whether the practice cancelled, and not the client. */
export function isByPractice({ actor }: Pick<Cancellation, "actor">): boolean {
  return actor.startsWith("admin") || actor === "system";
}
