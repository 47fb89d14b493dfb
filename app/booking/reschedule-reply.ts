import { type Instead, insteadOf } from "#app/booking/instead.ts";

/** The page's message when an appointment could not be moved. */
export type RescheduleReply = { alert: string | null; instead: Instead | null; error: string | null };

type Refusal =
  | { kind: "invalid" | "too-late"; message: string }
  | {
      kind: "taken";
      start: number;
      near: readonly { start: number }[];
      others: readonly { slug: string; name: string }[];
    };

const nothing: RescheduleReply = { alert: null, instead: null, error: null };

export function rescheduleReply(refusal: Refusal): { reply: RescheduleReply; status: number } {
  if (refusal.kind === "taken") {
    return { reply: { ...nothing, instead: insteadOf(refusal) }, status: 409 };
  }
  if (refusal.kind === "invalid") return { reply: { ...nothing, error: refusal.message }, status: 422 };
  return { reply: { ...nothing, alert: refusal.message }, status: 409 };
}
