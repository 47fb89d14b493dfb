import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { shownStatus } from "#app/appointments/appointment.ts";
import { type Entry, nameInCalendar } from "#app/diary/calendar-subscription.ts";

const REFRESH_SECONDS = 900;

type Feed = { title: string; entries: readonly Entry[]; publicUrl: string };

/** A therapist's appointments as an iCalendar feed: first name, time, and a link to the detail. */
export function calendarFeed({ title, entries, publicUrl }: Feed): string {
  const { hostname } = new URL(publicUrl);
  const calendar = ical({
    name: title,
    prodId: "-//Practice//Diary//EN",
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  for (const entry of entries) {
    const url = new URL(`/admin/appointments/${entry.id}`, publicUrl).href;
    calendar.createEvent({
      id: `${entry.id}-practice@${hostname}`,
      sequence: entry.sequence,
      stamp: new Date(entry.changedAt),
      start: new Date(entry.start),
      end: new Date(entry.end),
      summary: nameInCalendar(entry.name),
      description: url,
      url,
      status: shownStatus(entry.status) === "Pending" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}
