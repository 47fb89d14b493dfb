import type { Instead } from "#app/booking/taken-notice.tsx";

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
    const iso = (instant: number) => new Date(instant).toISOString();
    const others = refusal.others.map(({ slug, name }) => ({ slug, name }));
    const instead = { start: iso(refusal.start), others, near: refusal.near.map(({ start }) => iso(start)) };
    return { reply: { ...nothing, instead }, status: 409 };
  }
  if (refusal.kind === "invalid") return { reply: { ...nothing, error: refusal.message }, status: 422 };
  return { reply: { ...nothing, alert: refusal.message }, status: 409 };
}
