import type { ShownStatus } from "#app/appointments/appointment.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";

const LOOKS = { Confirmed: "good", Cancelled: "bad", Pending: "waiting" } as const;

/** Confirmed is green, Cancelled red, Pending amber, and the word always stands there (decision 1). */
export function AppointmentStatus({ status }: { status: ShownStatus }) {
  return <StatusTag look={LOOKS[status]}>{status}</StatusTag>;
}
