import { merge, overlaps } from "#app/availability/interval.ts";
import { writeBusyTimes } from "#app/calendars/busy-times.db.server.ts";
import { windowFrom } from "#app/calendars/fetch-calendar.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import { addDays, instantOf, localDateOf, weekdayOf } from "#app/platform/date-time.ts";
import { type Actor, actorName } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const OWNER = "demo-tom-ellery";
const ID = "demo-calendar";
const NAME = "Tom’s own calendar (invented)";
const DAYS = 60;

/** What is in it, in minutes of the day: a run at lunch, the school gate, and one day at a course. */
const WEEKLY = [
  { weekday: 3, from: 12 * 60 + 15, to: 13 * 60 + 15 },
  { weekday: 5, from: 14 * 60 + 45, to: 15 * 60 + 30 },
];
/** On the third Tuesday from now. */
const COURSE = { weekday: 2, from: 9 * 60, to: 17 * 60 };

/** Gives the demo practice a connected calendar. It has no address and is never due, so nothing is asked for it. */
export async function inventCalendar({ app, owner, now }: { app: AppContext; owner: Actor; now: number }) {
  const { therapists, settings } = await readPractice(app);
  if (!therapists.some(({ id }) => id === OWNER)) return;
  const { zone } = settings.bookingRules;
  await app.db.kysely.transaction().execute(async (tx) => {
    await lockForWriting(tx, "offer");
    await tx
      .insertInto("calendar_links")
      .values({
        ...{ id: ID, account_id: null, therapist_id: OWNER, name: NAME, address: "" },
        ...{ added_at: now, added_by: actorName(owner), next_at: Number.MAX_SAFE_INTEGER, read_at: now, etag: null },
        ...{ read_as: zone, read_until: windowFrom(settings.bookingRules, now).end, events: 0, skipped: 0 },
        ...{ fault: null, fault_since: null, closes_after: null, is_closed: 0 },
      })
      .execute();
    const booked = await tx
      .selectFrom("appointments")
      .select(["starts_at as start", "ends_at as end"])
      .where("therapist_id", "=", OWNER)
      .where("ends_at", ">", now)
      .execute();
    const times = busyFrom(localDateOf(now, zone), zone).filter((time) => !booked.some((one) => overlaps(one, time)));
    const link = { id: ID, therapistId: OWNER };
    await writeBusyTimes(tx, { link, elsewhere: "busy", times: merge(times) }, { actor: owner, now });
  });
}

function busyFrom(today: string, zone: string) {
  return Array.from({ length: DAYS }, (_, nth) => addDays(today, nth + 1)).flatMap((date, nth) => {
    const all = Math.floor(nth / 7) === 2 ? [...WEEKLY, COURSE] : WEEKLY;
    return all
      .filter(({ weekday }) => weekday === weekdayOf(date))
      .map(({ from, to }) => ({ start: instantOf(date, from, zone), end: instantOf(date, to, zone) }));
  });
}
