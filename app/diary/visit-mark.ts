/** What the practice may say of a visit that is over. */
export const VISIT_MARKS = ["came", "missed", "late"] as const;
export type VisitMark = (typeof VISIT_MARKS)[number];

export const VISIT_MARK_WORDS: Record<VisitMark, string> = {
  came: "Came",
  missed: "Did not attend",
  late: "Late cancel",
};

export function visitMarkFrom(text: unknown): VisitMark | null {
  return VISIT_MARKS.find((mark) => mark === text) ?? null;
}

/** `Came: 3.`, and what somebody else has marked in the meantime. */
export function markedInWords({ mark, done, left }: { mark: VisitMark; done: number; left: number }): string {
  const marked = done === 0 ? "" : `${VISIT_MARK_WORDS[mark]}: ${done}.`;
  const visits = left === 1 ? "1 visit was" : `${left} visits were`;
  const others = left === 0 ? "" : `${visits} marked by somebody else in the meantime, and stays so.`;
  return [marked, left > 1 ? others.replace("stays", "stay") : others].filter(Boolean).join(" ");
}
