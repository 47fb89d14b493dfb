import type { ShownStatus } from "#app/appointments/appointment.ts";

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

/** `unrecorded`: it is over, and nobody has recorded whether the client came. */
export type AppointmentResult = "came" | "ahead" | "missed" | "cancelled" | "unrecorded";

/** `end` is epoch ms. */
type Known = { status: ShownStatus; attendance: Attendance; end: number };

/** An unmarked appointment counts neither as attended nor as missed. */
export function resultOf({ status, attendance, end }: Known, now: number): AppointmentResult {
  if (status === "Cancelled") return "cancelled";
  if (attendance === "missed") return "missed";
  if (attendance !== "expected") return "came";
  return end <= now ? "unrecorded" : "ahead";
}

const RESULT_WORDS: Record<AppointmentResult, string> = {
  came: "Came",
  ahead: "To come",
  missed: "Did not attend",
  cancelled: "Cancelled",
  unrecorded: "Not recorded",
};

export function resultInWords(result: AppointmentResult): string {
  return RESULT_WORDS[result];
}

/** `Not recorded` for an unmarked appointment that is over; empty for a cancelled one. */
export function attendedInWords(known: Known, now: number): string {
  const fate = resultOf(known, now);
  if (fate === "cancelled") return "";
  return fate === "unrecorded" ? "Not recorded" : attendanceInWords(known.attendance);
}

export function attendedTag(known: Known, now: number): string | null {
  return resultOf(known, now) === "ahead" ? null : attendedInWords(known, now) || null;
}

/** Nothing stored means that the client is expected. */
export function attendanceOf(stored: string | null | undefined): Attendance {
  return ATTENDANCES.find((attendance) => attendance === stored) ?? "expected";
}
