import type { SeriesPlace, StatusView } from "#app/appointments/appointment.ts";
import type { Attendance } from "#app/appointments/attendance.ts";

/** Instants are epoch ms UTC. */
export type HistoryEntry = {
  id: string;
  reference: string;
  start: number;
  minutes: number;
  serviceSlug: string;
  serviceTitle: string;
  therapistSlug: string;
  therapistName: string;
  pricePence: number;
  status: StatusView;
  attendance: Attendance;
  /** The client cancelled it after the time until which a change is free. */
  isLate: boolean;
  series: SeriesPlace | null;
};

/** What the practice offers again. */
export type LatestAppointment = Pick<
  HistoryEntry,
  "start" | "minutes" | "serviceSlug" | "serviceTitle" | "therapistSlug" | "pricePence" | "status" | "attendance"
> & { end: number };

/**
 * `visits`: those with a recorded attendance; `missed`: those of them that the client missed; `unrecorded`: over, with
 * no attendance recorded.
 */
export type HistorySummary = {
  visits: number;
  missed: number;
  unrecorded: number;
  cancelled: number;
  last: number | null;
  next: number | null;
  /** The days that they leave between two appointments, on average; null before the second one. */
  everyDays: number | null;
};

export const NO_HISTORY: HistorySummary = {
  visits: 0,
  missed: 0,
  unrecorded: 0,
  cancelled: 0,
  last: null,
  next: null,
  everyDays: null,
};

const DAY_MS = 86_400_000;

/** The average of the days between `count` appointments, the first and the last of which are known. */
export function averageDays({ first, last, count }: { first: number | null; last: number | null; count: number }) {
  if (first === null || last === null || count < 2) return null;
  return Math.max(1, Math.round((last - first) / DAY_MS / (count - 1)));
}

/** `12 visits, none missed, 2 not recorded`: how a client's attendance reads. */
export function attendanceWords(summary: Pick<HistorySummary, "visits" | "missed" | "unrecorded">): string {
  const { visits, missed, unrecorded } = summary;
  const noted = `${visits} ${visits === 1 ? "visit" : "visits"}, ${missed === 0 ? "none" : missed} missed`;
  const parts = [visits > 0 && noted, unrecorded > 0 && `${unrecorded} not recorded`].filter(Boolean);
  return parts.join(", ") || "No visits yet";
}
