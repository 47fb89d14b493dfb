/** What somebody of the practice is there for. One person may have several. */
export const PARTS = ["owner", "reception", "therapist", "bookkeeper"] as const;
export type Part = (typeof PARTS)[number];
