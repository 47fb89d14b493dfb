import { type AppointmentResult, resultInWords } from "#app/appointments/attendance.ts";

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

const WORDS = { late: "Cancelled late", booked: "Not cancelled", again: "Came again within six weeks" };

export function resultFilterInWords(filter: ResultFilter): string {
  return filter in WORDS ? WORDS[filter as keyof typeof WORDS] : resultInWords(filter as AppointmentResult);
}
