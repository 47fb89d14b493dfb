import type { ShownStatus } from "#app/appointments/appointment.ts";
import { type AppointmentResult, type Attendance, resultOf } from "#app/appointments/attendance.ts";

/** One appointment for the figures: instants in epoch ms, the price in pence, no name. */
export type Fact = {
  start: number;
  minutes: number;
  pricePence: number;
  service: string;
  status: ShownStatus;
  attendance: Attendance;
  createdAt: number;
};

/** The practice's zone and the present instant. */
export type When = { zone: string; now: number };

const MINUTE_MS = 60_000;

/** A fact without what only some plots ask for. */
export type BareFact = Omit<Fact, "service" | "createdAt">;

export function resultOfFact({ start, minutes, status, attendance }: BareFact, now: number): AppointmentResult {
  return resultOf({ status, attendance, end: start + minutes * MINUTE_MS }, now);
}
