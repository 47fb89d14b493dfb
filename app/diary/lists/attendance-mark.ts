/** What the practice may say of a visit that is over. */
export const ATTENDANCE_MARKS = ["came", "missed", "late"] as const;
export type AttendanceMark = (typeof ATTENDANCE_MARKS)[number];

export const ATTENDANCE_MARK_WORDS: Record<AttendanceMark, string> = {
  came: "Came",
  missed: "Did not attend",
  late: "Late cancel",
};

export function attendanceMarkFrom(text: unknown): AttendanceMark | null {
  return ATTENDANCE_MARKS.find((mark) => mark === text) ?? null;
}

/** `Came: 3.`, and what somebody else has marked in the meantime. */
export function markedInWords({ mark, done, left }: { mark: AttendanceMark; done: number; left: number }): string {
  const marked = done === 0 ? "" : `${ATTENDANCE_MARK_WORDS[mark]}: ${done}.`;
  const visits = left === 1 ? "1 visit was" : `${left} visits were`;
  const others = left === 0 ? "" : `${visits} marked by somebody else in the meantime, and stays so.`;
  return [marked, left > 1 ? others.replace("stays", "stay") : others].filter(Boolean).join(" ");
}
