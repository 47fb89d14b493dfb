import { isCancelled, isStanding } from "#app/appointments/appointments.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { insertEntry, waitSecretOf } from "#app/waiting-list/entries.db.server.ts";
import type { Entry } from "#app/waiting-list/waiting.ts";

const DAY_MS = 86_400_000;
// As the seed marks what it wrote, so that the demo's end takes it out.
const MARK = "demo-setting";

type Waits = Pick<Entry, "weekdays" | "dayTimes"> & { daysAgo: number; until: number; anyone: boolean };

const WAITS: readonly Waits[] = [
  { daysAgo: 22, until: 10, weekdays: [3, 4], dayTimes: ["afternoon", "evening"], anyone: false },
  { daysAgo: 15, until: 12, weekdays: [], dayTimes: [], anyone: false },
  { daysAgo: 12, until: 21, weekdays: [1, 2, 5], dayTimes: ["morning"], anyone: true },
  { daysAgo: 6, until: 18, weekdays: [], dayTimes: ["evening"], anyone: true },
  { daysAgo: 2, until: 24, weekdays: [6], dayTimes: [], anyone: true },
];

/** Switches the demo's list on: five of its clients wait, and its cancellations of four weeks are gaps, filled or not. */
export async function inventWaiting({ app, now }: { app: AppContext; now: number }): Promise<void> {
  const db = app.db.kysely;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const value = { on: true, since: now, holdMinutes: 60 };
  await writeSetting(db, { key: "waitingList", value, now });
  await db
    .insertInto("demo_marks")
    .values({ kind: MARK, id: "waitingList", value: JSON.stringify(value) })
    .execute();
  await inventEntries(app, { now, today: localDateOf(now, zone) });
  await inventGaps(app, now);
  await raiseContentVersion(db, now);
}

async function inventEntries(app: AppContext, { now, today }: { now: number; today: string }): Promise<void> {
  const known = await app.db.kysely
    .selectFrom("appointments")
    .select(["client_id", "name", "email", "phone", "service_id", "minutes", "therapist_id"])
    .where("client_id", "is not", null)
    .where("email", "is not", null)
    .where("venue", "is", null)
    .where("starts_at", "<", now)
    .orderBy("starts_at", "desc")
    .orderBy("id")
    .limit(60)
    .execute();
  const people = [...new Map(known.map((row) => [row.client_id, row])).values()];
  await app.db.kysely.transaction().execute(async (tx) => {
    for (const [at, { daysAgo, until, anyone, ...times }] of WAITS.entries()) {
      const person = people[at * 3];
      if (!person) continue;
      const id = newId();
      await insertEntry(tx, {
        ...{ id, clientId: person.client_id, userId: null, name: person.name, email: person.email },
        ...{ phone: person.phone, serviceId: person.service_id, minutes: person.minutes, ...times },
        therapistIds: anyone ? [] : [person.therapist_id],
        ...{ firstDay: addDays(today, -daysAgo), lastDay: addDays(today, until), swapAppointmentId: null },
        ...{ state: at === 3 ? "paused" : "waiting", pausedUntil: at === 3 ? addDays(today, 5) : null, pinnedAt: null },
        ...{ createdAt: now - daysAgo * DAY_MS, secret: waitSecretOf(app, id) },
      });
    }
  });
}

/** A gap counts as filled where someone else was booked at that time afterwards. */
async function inventGaps(app: AppContext, now: number): Promise<void> {
  const db = app.db.kysely;
  const since = now - 28 * DAY_MS;
  const cancelled = await db
    .selectFrom("appointments")
    .innerJoin("cancellations", "cancellations.appointment_id", "appointments.id")
    .select(["appointments.id", "therapist_id", "block_start", "block_end", "cancellations.at"])
    .where(isCancelled)
    .where("cancellations.at", ">", since)
    .execute();
  for (const { id, therapist_id, block_start, block_end, at } of cancelled) {
    const after = await db
      .selectFrom("appointments")
      .select(["minutes", "price_pence", "created_at"])
      .where("therapist_id", "=", therapist_id)
      .where("block_start", "<", block_end)
      .where("block_end", ">", block_start)
      .where("created_at", ">=", at)
      .where(isStanding)
      .executeTakeFirst();
    await db
      .insertInto("waiting_gaps")
      .values({
        ...{ id: newId(), at, cause: "cancelled", appointment_id: id, therapist_id, starts_at: block_start },
        ...{ ends_at: block_end, link: 0, next_at: null, filled_at: after?.created_at ?? null },
        ...{ filled_minutes: after?.minutes ?? 0, filled_pence: after?.price_pence ?? 0 },
      })
      .execute();
  }
}
