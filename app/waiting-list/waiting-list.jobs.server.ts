import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf, timeInWords } from "#app/platform/date-time.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { PushRenderer } from "#app/push/push.jobs.server.ts";
import { getEntry, getOffer, offerSecretOf } from "#app/waiting-list/entries.db.server.ts";
import { runRounds } from "#app/waiting-list/rounds.server.ts";
import { isLive } from "#app/waiting-list/waiting.ts";
import { OFFER_DEVICE, offerPushData } from "#app/waiting-list/waiting-messages.ts";

// An offer leaves within a minute of the cancellation.
const LOOK_EVERY = 15_000;
const FORGET_EVERY = 6 * 3_600_000;

/** Offers what becomes free. While the list is off it asks the database nothing of its own. */
export function startOffering(app: AppContext): () => Promise<void> {
  return repeat(app, { every: LOOK_EVERY, job: runRounds, failed: "free times could not be offered" });
}

export function startForgettingWaits(app: AppContext): () => Promise<void> {
  return repeat(app, { every: FORGET_EVERY, job: forgetWaits, failed: "old waits could not be deleted" });
}

const UNCONFIRMED_MS = 2 * 86_400_000;
const ENDED_DAYS = 90;
const GAPS_MS = 400 * 86_400_000;

/** Deletes waits that ended 90 days ago, those that nobody confirmed in two days, and gaps of more than a year. */
export async function forgetWaits(app: AppContext): Promise<void> {
  const { settings } = await readPractice(app);
  if (settings.waitingList.since === null) return;
  const now = app.clock.now();
  const before = addDays(localDateOf(now, settings.bookingRules.zone), -ENDED_DAYS);
  const db = app.db.kysely;
  await db
    .deleteFrom("waiting_entries")
    .where((eb) =>
      eb.or([
        eb("last_day", "<", before),
        eb.and([eb("state", "=", "unconfirmed"), eb("created_at", "<", now - UNCONFIRMED_MS)]),
        eb.and([eb("state", "in", ["left", "taken"]), eb("updated_at", "<", now - ENDED_DAYS * 86_400_000)]),
      ]),
    )
    .execute();
  await db
    .deleteFrom("waiting_gaps")
    .where("at", "<", now - GAPS_MS)
    .execute();
}

/** For a lock screen: a time, and nothing of whom or what. */
export const waitingPushes: Record<string, PushRenderer> = {
  [OFFER_DEVICE]: async (app, sent, { user, device }) => {
    const { offerId } = offerPushData.parse(sent);
    const db = app.db.kysely;
    const { waitingList, bookingRules } = (await readPractice(app)).settings;
    const offer = waitingList.on ? await getOffer(db, offerId) : null;
    const entry = offer && (await getEntry(db, offer.entryId));
    if (!offer || entry?.userId !== user.id || !device.tellsReminders) return null;
    if (!isLive(offer) || offer.until <= app.clock.now()) return null;
    return {
      title: `A time has come free: ${timeInWords(offer.start, bookingRules.zone)}`,
      path: `/waiting/offer/${offerSecretOf(app, offerId)}`,
      until: offer.until,
      isUrgent: true,
    };
  },
};
