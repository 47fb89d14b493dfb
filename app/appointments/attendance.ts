import type { StatusView } from "#app/appointments/appointment.ts";

export type Attendance = "expected" | "arrived" | "finished" | "missed";

export const ATTENDANCES: readonly Attendance[] = ["expected", "arrived", "finished", "missed"];

const WORDS: Record<Attendance, string> = {
  expected: "Expected",
  arrived: "Arrived",
  finished: "Attended",
  missed: "Did not attend",
};

export function attendanceInWords(attendance: Attendance): string {
  return WORDS[attendance];
}

/** `unrecorded`: it is over, and nobody has recorded whether the client came. */
export type AppointmentResult = "came" | "ahead" | "missed" | "cancelled" | "unrecorded";

/** `end` is epoch ms. */
type Known = { status: StatusView; attendance: Attendance; end: number };

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

/**
 * What became of an appointment, as lists and reports ask. `late`: cancelled by the client inside the practice's change
 * window. `booked`: whatever was not cancelled. `again`: came, and is booked again within six weeks.
 */
export const RESULT_FILTERS = ["came", "unrecorded", "ahead", "missed", "late", "booked", "again"] as const;
export type ResultFilter = (typeof RESULT_FILTERS)[number];

/** Whether it is the first appointment of its client that was not cancelled. */
export const CLIENT_FILTERS = ["new", "returning"] as const;
export type ClientFilter = (typeof CLIENT_FILTERS)[number];

export const REBOOKING_DAYS = 42;

const FILTER_WORDS = { late: "Cancelled late", booked: "Not cancelled", again: "Came again within six weeks" };

export function resultFilterInWords(filter: ResultFilter): string {
  return filter in FILTER_WORDS
    ? FILTER_WORDS[filter as keyof typeof FILTER_WORDS]
    : resultInWords(filter as AppointmentResult);
}
