/** What became of an appointment. A field of its own beside the status, which stays as specified. */
export type Attendance = "expected" | "arrived" | "finished" | "missed";

export const ATTENDANCES: readonly Attendance[] = ["expected", "arrived", "finished", "missed"];

const WORDS: Record<Attendance, string> = {
  expected: "Expected",
  arrived: "Arrived",
  finished: "Finished",
  missed: "Did not attend",
};

export function attendanceInWords(attendance: Attendance): string {
  return WORDS[attendance];
}

/** The stored word; nothing stored means that the person is expected. */
export function attendanceOf(stored: string | null | undefined): Attendance {
  return ATTENDANCES.find((attendance) => attendance === stored) ?? "expected";
}
