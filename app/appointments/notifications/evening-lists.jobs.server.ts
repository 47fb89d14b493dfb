import { eveningMessage } from "#app/appointments/notifications/appointment-message.ts";
import { eveningListOf } from "#app/appointments/notifications/therapist-notifications.ts";
import { listForEvening } from "#app/catalogue/therapist-mails.server.ts";
import { clearDayLists } from "#app/mail/mails-to-person.db.server.ts";
import { enqueueOnce, listEnqueued, onceId } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const LOOK_EVERY = 30_000;

/** Sends therapists tomorrow's appointments in the evening. Returns a function that stops it. */
export function startEveningLists(app: AppContext): () => Promise<void> {
  return repeat(app, {
    every: LOOK_EVERY,
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
