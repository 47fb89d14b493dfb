import { digestMessage, hasLines, takeLines } from "#app/diary/digest.mail.tsx";
import { clearDayLists } from "#app/mail/mails-to-person.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { lastDailyMail } from "#app/settings/schemas/practice-mails.ts";

const LOOK_EVERY = 30_000;

/** Sends the practice its daily mail. Returns a function that stops it. */
export function startDigests(app: AppContext): () => Promise<void> {
  return repeat(app, { every: LOOK_EVERY, job: sendDigest, failed: "the practice’s daily mail could not be made" });
}

/**
 * Enqueues the daily mail if it is due and there is something to tell. Where each comes at once by now, what still waits
 * goes in a last one.
 */
export async function sendDigest(app: AppContext): Promise<void> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const { bookingRules, practiceMails } = (await readPractice(app)).settings;
  const { zone } = bookingRules;
  const { dailyAt } = practiceMails;
  const until = dailyAt === null ? now : lastDailyMail(now, { hour: dailyAt, zone });
  if (!(await hasLines(db, { now, until }))) return;
  await db.transaction().execute(async (tx) => {
    const lines = await takeLines(tx, { now, until });
    // Another server may have taken them a moment ago.
    if (lines.length === 0) return;
    await enqueue(tx, [digestMessage({ day: localDateOf(now, zone), lines })], now);
    await clearDayLists(tx, { before: now });
  });
}
