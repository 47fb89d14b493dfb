import { ADDRESS_DAYS, NOTHING_OF_ADDRESS } from "#app/appointments/home-visit.ts";
import {
  APPOINTMENT,
  appointmentSubject,
  eveningMessage,
  SERIES,
} from "#app/appointments/notifications/appointment-message.ts";
import { REMINDER_DEVICE } from "#app/appointments/notifications/device-push.ts";
import { eveningListOf } from "#app/appointments/notifications/therapist-notifications.ts";
import { deleteScheduleChanges } from "#app/appointments/schedule-changes.db.server.ts";
import { listForEvening } from "#app/catalogue/therapist-mails.server.ts";
import type { Contact } from "#app/clients/client.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { clearDayLists, clearMailsAbout } from "#app/mail/mails-to-person.db.server.ts";
import { PUSH_CHANNEL } from "#app/mail/message.ts";
import { enqueueOnce, listEnqueued, onceId } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { repeat, repeatBatches } from "#app/platform/timer.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const BATCH = 50;
const LOOK_EVERY = 60_000;

/**
 * Links appointments that were not booked here (an import, say) to their clients: at the start, then once a minute.
 * With none to link, it costs one read of an empty index. Returns a function that stops it.
 */
export function startLinkingClients(app: AppContext): () => Promise<void> {
  return repeatBatches(app, {
    every: LOOK_EVERY,
    batch: linkSome,
    failed: "appointments could not be given their clients",
  });
}

/** Links the next batch of appointments without a client. Returns how many; 0 when all are linked. */
export async function linkSome(app: AppContext): Promise<number> {
  return app.db.kysely.transaction().execute(async (tx) => {
    const waiting = await listUnlinked(tx, BATCH);
    for (const { id, createdAt, ...contact } of waiting) {
      const { id: clientId } = await clientFor(tx, { ...contact, by: "import" }, createdAt);
      await linkAppointment(tx, { id, clientId });
    }
    return waiting.length;
  });
}

const FORGET_EVERY = 3_600_000;
const DAY_MS = 86_400_000;

/** Drops the addresses of visits that were a while ago, once an hour. Returns a function that stops it. */
export function startForgettingHomeAddresses(app: AppContext): () => Promise<void> {
  return repeatBatches(app, {
    every: FORGET_EVERY,
    batch: forgetHomeAddresses,
    failed: "addresses of visits were not dropped",
  });
}

/** Drops the next batch of them, and what sent mails say of them. Returns how many. */
export async function forgetHomeAddresses(app: AppContext): Promise<number> {
  return app.db.kysely.transaction().execute(async (tx) => {
    const over = await tx
      .selectFrom("appointments")
      .select(["id", "series_id"])
      .where("visit_address", "is not", null)
      .where("ends_at", "<", app.clock.now() - ADDRESS_DAYS * DAY_MS)
      .limit(BATCH)
      .execute();
    if (over.length === 0) return 0;
    const ids = over.map(({ id }) => id);
    await tx.updateTable("appointments").set(NOTHING_OF_ADDRESS).where("id", "in", ids).execute();
    await clearMailsAbout(tx, "appointment", ids);
    await clearMailsAbout(
      tx,
      SERIES,
      over.flatMap((row) => row.series_id ?? []),
    );
    return ids.length;
  });
}

const CHANGE_DAYS = 30;
const CHANGES_AT_ONCE = 1000;

/** Deletes schedule changes after 30 days, once a day. Returns a function that stops it. */
export function startForgettingChanges(app: AppContext): () => Promise<void> {
  return repeatBatches(app, {
    every: DAY_MS,
    batch: forgetChanges,
    failed: "old schedule changes were not deleted",
  });
}

export function forgetChanges(app: AppContext): Promise<number> {
  const before = app.clock.now() - CHANGE_DAYS * DAY_MS;
  return deleteScheduleChanges(app.db.kysely, { before, most: CHANGES_AT_ONCE });
}

/** `createdAt` is epoch ms UTC. */
type Unlinked = Contact & { id: string; createdAt: number };

/** The oldest appointments without a client. An imported one waits until someone has chosen whose it is. */
async function listUnlinked(db: Queries, most: number): Promise<Unlinked[]> {
  const rows = await db
    .selectFrom("appointments")
    .select(["id", "created_at", "user_id", "name", "email", "phone"])
    .where("client_id", "is", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("import_rows")
            .select("import_rows.number")
            .whereRef("import_rows.appointment_id", "=", "appointments.id"),
        ),
      ),
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(({ created_at, user_id, ...row }) => ({ ...row, createdAt: created_at, userId: user_id }));
}

/** Does nothing when another process has linked it already. */
async function linkAppointment(tx: Tx, { id, clientId }: { id: string; clientId: string }): Promise<void> {
  await tx
    .updateTable("appointments")
    .set({ client_id: clientId })
    .where("id", "=", id)
    .where("client_id", "is", null)
    .execute();
}

const LISTS_EVERY = 30_000;

/** Sends therapists tomorrow's appointments in the evening. Returns a function that stops it. */
export function startEveningLists(app: AppContext): () => Promise<void> {
  return repeat(app, {
    every: LISTS_EVERY,
    job: enqueueEveningLists,
    failed: "the therapists’ mails about tomorrow could not be made",
  });
}

/**
 * Enqueues the mails that are due and were not yet, from six until midnight: a server that starts late still sends them
 * that evening. Of any number of processes, the first one writes each.
 */
export async function enqueueEveningLists(app: AppContext): Promise<void> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const date = eveningListOf(now, zone);
  if (!date) return;
  const messages = (await listForEvening(db)).map((therapistId) => eveningMessage({ therapistId, date }));
  const before = await listEnqueued(db, messages.map(onceId));
  const due = messages.filter((message) => !before.has(onceId(message)));
  if (due.length === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const message of due) await enqueueOnce(tx, message, now);
    await clearDayLists(tx, { before: now });
  });
}

const PUSHES_EVERY = 30_000;

/** Reminds clients on the devices where they asked for it. Returns a function that stops it. */
export function startReminderPushes(app: AppContext): () => Promise<void> {
  return repeat(app, { every: PUSHES_EVERY, job: enqueueReminderPushes, failed: "devices could not be reminded" });
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
