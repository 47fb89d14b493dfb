import { appointmentSubject } from "#app/appointments/appointment-message.ts";
import { REMINDER_DEVICE } from "#app/appointments/appointment-push.ts";
import { listDueReminders } from "#app/appointments/due-reminders.db.server.ts";
import { PUSH_CHANNEL } from "#app/outbox/message.ts";
import { enqueueOnce } from "#app/outbox/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";

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
