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

/** `Came: 3.`, and what someone else has marked meanwhile. */
export function markedInWords({ mark, done, left }: { mark: AttendanceMark; done: number; left: number }): string {
  const marked = done === 0 ? "" : `${ATTENDANCE_MARK_WORDS[mark]}: ${done}.`;
  const appointments = left === 1 ? "1 appointment" : `${left} appointments`;
  const others = left === 0 ? "" : `Someone else marked ${appointments} meanwhile.`;
  return [marked, others].filter(Boolean).join(" ");
}
