import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { viewStatus } from "#app/appointments/appointment.ts";
import { initialledName, initialsOf } from "#app/platform/person-name.ts";

const REFRESH_SECONDS = 900;

type Feed = { title: string; entries: readonly Entry[]; shows: FeedShows; publicUrl: string };

/** A therapist's appointments as an iCalendar feed: what they chose to see, the time, and a link to the detail. */
export function calendarFeed({ title, entries, shows, publicUrl }: Feed): string {
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
      id: feedUid(entry.id, hostname),
      sequence: entry.sequence,
      stamp: new Date(entry.changedAt),
      start: new Date(entry.start),
      end: new Date(entry.end),
      summary: summaryOf(entry.name, shows),
      description: url,
      url,
      status: viewStatus(entry.status) === "Pending" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}

/** An appointment's UID in every calendar of its therapist: one that has it twice shows it once. */
export function feedUid(appointmentId: string, hostname: string): string {
  return `${appointmentId}-practice@${hostname}`;
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

/** What each appointment is called there: nothing of the client, their initials, or first name and initial. */
export const FEED_SHOWS = ["times", "initials", "names"] as const;
export type FeedShows = (typeof FEED_SHOWS)[number];

/** A therapist's private calendar address; `url` is null until one is made. `at`: when it was made. */
export type Subscription = {
  therapistId: string;
  therapistName: string;
  url: string | null;
  at: number | null;
  shows: FeedShows;
};

export function subscriptionPath(secret: string): string {
  return `/calendar/${secret}.ics`;
}

/** `Sam C.` at most: calendars are seen on lock screens and shared with family. */
export function summaryOf(name: string | null, shows: FeedShows): string {
  if (shows === "times") return "Appointment";
  return (shows === "names" ? initialledName(name ?? "") : initialsOf(name ?? "")) || "Unknown";
}
