/** The page's message when an appointment could not be moved. `near`: free starts as ISO 8601 instants. */
export type RescheduleReply = { alert: string | null; near: string[] | null; error: string | null };

type Refusal =
  | { kind: "invalid" | "too-late"; message: string }
  | { kind: "taken"; near: readonly { start: number }[] };

const nothing: RescheduleReply = { alert: null, near: null, error: null };

export function rescheduleReply(refusal: Refusal): { reply: RescheduleReply; status: number } {
  if (refusal.kind === "taken") {
    const near = refusal.near.map((slot) => new Date(slot.start).toISOString());
    return { reply: { ...nothing, near }, status: 409 };
  }
  if (refusal.kind === "invalid") return { reply: { ...nothing, error: refusal.message }, status: 422 };
  return { reply: { ...nothing, alert: refusal.message }, status: 409 };
}
