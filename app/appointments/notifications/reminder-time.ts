import type { Appointment } from "#app/appointments/appointment.ts";
import { appointmentMessage } from "#app/appointments/notifications/appointment-message.ts";
import type { Due, Message } from "#app/mail/message.ts";

const HOUR_MS = 3_600_000;

/**
 * The reminder, due `hours` before the start. None when that time has passed, as for a booking at short notice, or when
 * `hours` is 0.
 */
export function reminderOf(
  appointment: Pick<Appointment, "id" | "start">,
  { now, hours }: { now: number; hours: number },
): Due[] {
  const runAt = appointment.start - hours * HOUR_MS;
  if (hours === 0 || runAt <= now) return [];
  return [{ ...reminderMessage(appointment), runAt }];
}

/** The reminder's identity in the outbox, to withdraw it when the time changes. */
export function reminderMessage({ id, start }: Pick<Appointment, "id" | "start">): Message {
  return appointmentMessage("appointment-reminder-client", { appointmentId: id, start });
}
