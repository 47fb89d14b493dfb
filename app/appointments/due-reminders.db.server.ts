import { APPOINTMENT } from "#app/appointments/appointment-message.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

const MAILED = "appointment-reminder-client";
/** A server that starts late still reminds. In ms. */
const LATEST = 2 * 3_600_000;

export type DueReminder = { deviceId: string; appointmentId: string; start: number };

/** Which devices are to be reminded now: the mail's own row says when, and goes when it is no longer true. */
export async function listDueReminders(db: Queries, now: number): Promise<DueReminder[]> {
  return db
    .selectFrom("push_devices")
    .innerJoin("appointments", "appointments.user_id", "push_devices.user_id")
    .innerJoin("outbox", "outbox.subject_id", "appointments.id")
    .select(["push_devices.id as deviceId", "appointments.id as appointmentId", "appointments.starts_at as start"])
    .where("push_devices.tells_reminders", "=", 1)
    .where("appointments.starts_at", ">", now)
    .where("outbox.subject_kind", "=", APPOINTMENT)
    .where("outbox.kind", "=", MAILED)
    .where("outbox.run_at", "<=", now)
    .where("outbox.run_at", ">", now - LATEST)
    .whereRef("push_devices.created_at", "<=", "outbox.run_at")
    .execute();
}
