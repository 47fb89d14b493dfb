import { APPOINTMENT, appointmentSubject } from "#app/appointments/notifications/appointment-message.ts";
import { REMINDER_DEVICE } from "#app/appointments/notifications/device-push.ts";
import { PUSH_CHANNEL } from "#app/mail/message.ts";
import { enqueueOnce } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

const LOOK_EVERY = 30_000;

/** Reminds clients on the devices where they asked for it. Returns a function that stops it. */
export function startReminderPushes(app: AppContext): () => Promise<void> {
  return repeat(app, { every: LOOK_EVERY, job: enqueueReminderPushes, failed: "devices could not be reminded" });
}

/** Enqueues what is due beside the mailed reminders, once for each device, appointment and start. */
export async function enqueueReminderPushes(app: AppContext): Promise<void> {
  const now = app.clock.now();
  const due = await listDueReminders(app.db.kysely, now);
  if (due.length === 0) return;
  await app.db.kysely.transaction().execute(async (tx) => {
    for (const { deviceId, appointmentId, start } of due) {
      const message = { kind: REMINDER_DEVICE, subject: appointmentSubject(appointmentId), channel: PUSH_CHANNEL };
      const id = `${REMINDER_DEVICE}:${appointmentId}:${start}:${deviceId}`;
      await enqueueOnce(tx, { ...message, id, data: { deviceId, appointmentId, start } }, now);
    }
  });
}

const MAILED = "appointment-reminder-client";
/** A server that starts late still reminds. In ms. */
const LATEST = 2 * 3_600_000;

type DueReminder = { deviceId: string; appointmentId: string; start: number };

/** Which devices are to be reminded now: the mail's own row says when, and goes when it is no longer true. */
async function listDueReminders(db: Queries, now: number): Promise<DueReminder[]> {
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
