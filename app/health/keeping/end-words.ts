import { dayInWords } from "#app/platform/date-time.ts";

/** What an erasure left, and until when. */
export function recordKeptInWords(until: string): string {
  return `Their health record is kept, sealed, until ${dayInWords(until, { year: true })} for claims, and then destroyed.`;
}

export type EndReason = "age" | "child" | "withdrawn" | "erased" | "left";

const REASONS = {
  withdrawn: "Consent withdrawn: kept for claims",
  erased: "Erased: kept for claims",
  left: "Their therapist left: kept for claims",
} as const;

type Kept = { adultYears: number; minorUntil: number };

/** Why a record ends on its day. */
export function endReason(reason: EndReason, { adultYears, minorUntil }: Kept): string {
  if (reason === "age") return `${adultYears} years after the last appointment`;
  if (reason === "child") return `A child’s record: until at least ${minorUntil}`;
  return REASONS[reason];
}
