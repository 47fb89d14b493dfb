/** Why a record of the export waits for a person, or was left out; and what its review offers. */
export const REVIEW_REASONS = {
  "two-dates": "The date can be read as two days",
  "no-date": "The date or the time can’t be read",
  "off-grid": "The time is not on the five minutes that this diary has",
  double: "The same person has an appointment at this time already",
  taken: "Somebody else has this time",
  "same-address": "Another account of the old site has the same e-mail address",
} as const;

export type ReviewReason = keyof typeof REVIEW_REASONS;

/** An account that was an admin's on the old site: listed, never granted. */
export const WAS_ADMIN = "was-admin";

export function isReviewReason(reason: string | null): reason is ReviewReason {
  return reason !== null && Object.hasOwn(REVIEW_REASONS, reason);
}
