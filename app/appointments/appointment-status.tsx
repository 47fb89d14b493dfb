import type { StatusView } from "#app/appointments/appointment.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";

const LOOKS = { Confirmed: "good", Cancelled: "bad", Pending: "waiting" } as const;

/** Colour is never the only sign: the word always stands beside it (decisions/0001, row 1). */
export function AppointmentStatus({ status }: { status: StatusView }) {
  return <StatusTag look={LOOKS[status]}>{status}</StatusTag>;
}
