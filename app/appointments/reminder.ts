import type { Appointment } from "#app/appointments/appointment.ts";
import type { Due } from "#app/outbox/message.ts";

const HOUR_MS = 3_600_000;

/**
 * The reminder of an appointment, due `hours` before its start. None when that is no longer ahead: whoever books
 * within those hours needs no reminder. Zero hours reminds nobody.
 */
export function reminderOf(
  appointment: Pick<Appointment, "id" | "start">,
  { now, hours }: { now: number; hours: number },
): Due[] {
  const runAt = appointment.start - hours * HOUR_MS;
  if (hours === 0 || runAt <= now) return [];
  const data = { appointmentId: appointment.id, start: appointment.start };
  return [{ kind: "appointment-reminder-client", data, runAt }];
}
