import { changeDeadline } from "#app/appointments/change-window.ts";
import { isOfPractice } from "#app/platform/permissions.ts";

export const CANCELLING_PARTIES = ["client", "practice"] as const;
export type CancellingParty = (typeof CANCELLING_PARTIES)[number];

/** Short reasons to choose from, none of them about anybody's health (decisions/0040). */
export const CANCEL_REASONS = {
  "cannot-come": "Cannot come",
  "work-or-family": "Work or family",
  travel: "Travel",
  "other-time": "Wants another time",
  "not-needed": "No longer needed",
  "therapist-away": "Therapist away",
  closed: "Closed then",
  "booked-in-error": "Booked by mistake",
} as const;

export type CancelReason = keyof typeof CANCEL_REASONS;

export function cancelReasonFrom(text: unknown): CancelReason | null {
  return typeof text === "string" && Object.hasOwn(CANCEL_REASONS, text) ? (text as CancelReason) : null;
}

/** `at` is epoch ms UTC; `actor` is as in the audit; null: not recorded. */
export type Cancellation = {
  at: number;
  actor: string;
  /** In free words. */
  reason: string | null;
  askedBy: CancellingParty | null;
  reasonCode: CancelReason | null;
  /** The client asked after the time until which a change is free. */
  late: boolean | null;
  /** Late, and the practice's rule of that moment lets it ask for a payment. */
  chargeable: boolean | null;
  /** The status that reinstating gives back. */
  statusBefore: string | null;
};

export function isByPractice({ actor, askedBy }: Pick<Cancellation, "actor" | "askedBy">): boolean {
  if (askedBy) return askedBy === "practice";
  return isOfPractice(actor) || actor === "system";
}

export function isEntered({ actor, askedBy }: Pick<Cancellation, "actor" | "askedBy">): boolean {
  return askedBy === "client" && isByPractice({ actor, askedBy: null });
}

type Rule = { now: number; changeNotice: number; chargesLate: boolean };

/** Only a client can be late: what the practice cancels costs nobody anything. */
export function lateness(
  { start, askedBy }: { start: number; askedBy: CancellingParty },
  { now, changeNotice, chargesLate }: Rule,
): { late: boolean; chargeable: boolean } {
  const late = askedBy === "client" && now >= changeDeadline(start, changeNotice);
  return { late, chargeable: late && chargesLate };
}

/** What a cancellation costs, in a sentence for the practice. */
export function whatFollows({ late, chargeable }: { late: boolean; chargeable: boolean }): string {
  if (chargeable) return "Late. Your rule lets you ask for a payment; nothing is taken now.";
  return late ? "Late. Nothing to pay." : "On time. Nothing to pay.";
}
