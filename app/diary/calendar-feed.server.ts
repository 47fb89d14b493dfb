import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { getTherapistId, listEntries } from "#app/diary/calendar-subscriptions.db.server.ts";
import { calendarFeed } from "#app/diary/ical-feed.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { nameOf } from "#app/settings/business.ts";

const DAY_MS = 86_400_000;
const DAYS_BACK = 30;
const DAYS_AHEAD = 400;

/** iCalendar text; null when the secret is unknown. */
export async function getCalendarFeed(app: AppContext, secret: string): Promise<string | null> {
  const db = app.db.kysely;
  const therapistId = await getTherapistId(db, hashOf(secret));
  const therapist = therapistId && (await getTherapist(db, therapistId));
  if (!therapist) return null;
  const now = app.clock.now();
  const within = { start: now - DAYS_BACK * DAY_MS, end: now + DAYS_AHEAD * DAY_MS };
  const entries = await listEntries(db, therapist.id, within);
  const { business } = (await readPractice(app)).settings;
  const { publicUrl } = app.config;
  return calendarFeed({ title: `${nameOf(business, publicUrl)}: ${therapist.name}`, entries, publicUrl });
}
