import type { ShownStatus } from "#app/appointments/appointment.ts";
import type { Attendance } from "#app/appointments/attendance/attendance.ts";

/** One appointment in a client's history. Instants are epoch ms UTC. */
export type Visit = {
  id: string;
  reference: string;
  start: number;
  minutes: number;
  serviceSlug: string;
  serviceTitle: string;
  therapistSlug: string;
  therapistName: string;
  pricePence: number;
  status: ShownStatus;
  attendance: Attendance;
};

/** A client's visits in short. `visits`: begun and not cancelled; `missed`: of these, where they did not come. */
export type VisitSummary = {
  visits: number;
  missed: number;
  cancelled: number;
  last: number | null;
  next: number | null;
};

export const NO_VISITS: VisitSummary = { visits: 0, missed: 0, cancelled: 0, last: null, next: null };

/** `12 visits, none missed`: how a client's attendance reads. */
export function attendanceWords({ visits, missed }: Pick<VisitSummary, "visits" | "missed">): string {
  if (visits === 0) return "No visits yet";
  return `${visits} ${visits === 1 ? "visit" : "visits"}, ${missed === 0 ? "none" : missed} missed`;
}
