import type { AppointmentListRow } from "#app/diary/appointment-list.ts";

/** What the diary draws of an appointment. */
export type DiaryAppointment = Pick<
  AppointmentListRow,
  | "id"
  | "name"
  | "start"
  | "end"
  | "serviceTitle"
  | "therapistId"
  | "therapistName"
  | "therapistShort"
  | "status"
  | "attendance"
  | "sequence"
>;

/** A local date, with its first instant and that of the next. */
export type LocalDay = { date: string; start: number; end: number };

/** How many of a date are booked besides those that a month shows, where it does not show all. */
export type Beyond = ReadonlyMap<string, number>;
