import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { syncCalendars } from "#app/calendars/calendars.jobs.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import type { StoredCalendarApps } from "#app/settings/calendar-apps.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { at } from "#tests/support/booking-inputs.ts";
import { practice } from "#tests/support/practice.ts";

// What journeys through calendars of Tom's have in common.

async function freeDays(app: AppContext, from: string, to: string) {
  const question = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery", from, to };
  const answer = await askFreeTimes(app, question);
  if (answer.kind !== "times") throw new Error(answer.kind);
  return answer.days.map(({ date, slots }) => ({ date, starts: slots.map(({ start }) => start) }));
}

/** A day, far enough ahead to be moved, that Tom works from ten to five and has free. */
export async function dayOfTom(app: AppContext): Promise<string> {
  const from = addDays(localDateOf(app.clock.now(), "Europe/London"), 3);
  const hours = ["10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00"];
  const days = await freeDays(app, from, addDays(from, 28));
  const found = days.find(({ date, starts }) => hours.every((time) => starts.includes(at(time, date))));
  if (!found) throw new Error("Tom has no free day");
  return found.date;
}

/** When he can be booked for an hour, as instants. */
export async function startsOf(app: AppContext, day: string): Promise<number[]> {
  return (await freeDays(app, day, day)).flatMap(({ starts }) => starts);
}

/** As the job does, as if it were time. */
export async function sync(app: AppContext): Promise<void> {
  for (const table of ["calendar_links", "calendar_accounts"] as const)
    await app.db.kysely.updateTable(table).set({ next_at: 0 }).execute();
  await syncCalendars(app);
}

/** Takes away what a run before this left, and which apps the owner registered. */
export async function clearCalendars(app: AppContext): Promise<void> {
  await app.db.kysely.deleteFrom("calendar_accounts").execute();
  const left = await app.db.kysely
    .selectFrom("appointments")
    .select("id")
    .where("name", "=", "Ann Archer")
    .where("status", "!=", "Cancelled")
    .execute();
  for (const { id } of left) await cancel(app, practice, { appointmentId: id, reason: null });
  const now = app.clock.now();
  const none = { clientId: "", secret: "" };
  const value: StoredCalendarApps = { google: none, microsoft: none };
  await writeSetting(app.db.kysely, { key: "calendarApps", value, now });
  await raiseContentVersion(app.db.kysely, now);
}
