import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { viewStatus } from "#app/appointments/appointment.ts";
import { initialledName } from "#app/platform/person-name.ts";

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
      status: viewStatus(entry.status) === "Pending" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}

/** One appointment in a therapist's calendar. Instants are epoch ms. */
export type Entry = {
  id: string;
  name: string | null;
  start: number;
  end: number;
  status: string;
  sequence: number;
  changedAt: number;
};

/** A therapist's private calendar address; `url` is null until one is made. `at`: when it was made. */
export type Subscription = { therapistId: string; therapistName: string; url: string | null; at: number | null };

export function subscriptionPath(secret: string): string {
  return `/calendar/${secret}.ics`;
}

/** `Sam C.`: calendars are seen on lock screens and shared with family. */
function nameInCalendar(name: string | null): string {
  return initialledName(name ?? "") || "Unknown";
}
