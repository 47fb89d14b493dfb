import { initialledName } from "#app/platform/person-name.ts";
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
export function nameInCalendar(name: string | null): string {
  return initialledName(name ?? "") || "Unknown";
}
