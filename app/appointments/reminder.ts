import type { Appointment } from "#app/appointments/appointment.ts";
import type { Due, Message } from "#app/outbox/message.ts";

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
  return [{ ...reminderMessage(appointment), runAt }];
}

/** What a reminder of this appointment at this time looks like: to take it back when the time changes. */
export function reminderMessage({ id, start }: Pick<Appointment, "id" | "start">): Message {
  return { kind: "appointment-reminder-client", data: { appointmentId: id, start } };
}
