import type { ShownStatus } from "#app/appointments/appointment.ts";
import type { Attendance } from "#app/appointments/attendance/attendance.ts";

/** One appointment as the figures need it: instants in epoch ms, the price in pence. No name. */
export type Fact = {
  start: number;
  minutes: number;
  pricePence: number;
  service: string;
  status: ShownStatus;
  attendance: Attendance;
  createdAt: number;
};

/** When the figures are of: the practice's zone and the present instant. */
export type When = { zone: string; now: number };

/** What became of it. Past and neither cancelled nor missed means that the person came: few practices tick every box. */
export type Fate = "came" | "ahead" | "missed" | "cancelled";

export function fateOf(fact: Fact, now: number): Fate {
  if (fact.status === "Cancelled") return "cancelled";
  if (fact.attendance === "missed") return "missed";
  return fact.start < now ? "came" : "ahead";
}
