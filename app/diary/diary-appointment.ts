import type { AppointmentListRow } from "#app/diary/lists/appointment-list.ts";

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
  | "minutes"
>;

/** A local date, with its first instant and that of the next. */
export type LocalDay = { date: string; start: number; end: number };

/** How many of a date are booked besides those that a month shows, where it does not show all. */
export type Beyond = ReadonlyMap<string, number>;

/**
 * A colleague's booked time: with whom, for what and how long. Nothing of the client and no id, so that nothing can be
 * opened by it. Instants are epoch ms.
 */
export type TakenTime = {
  therapistId: string;
  therapistName: string;
  therapistShort: string;
  service: string;
  minutes: number;
  start: number;
  end: number;
};
