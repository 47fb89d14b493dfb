/** One appointment as a therapist's calendar shows it. Instants are epoch ms. */
export type Entry = {
  id: string;
  name: string | null;
  start: number;
  end: number;
  status: string;
  sequence: number;
  changedAt: number;
};

/** A therapist's private calendar address, if one was made. `at` is when. */
export type Subscription = { therapistId: string; therapistName: string; url: string | null; at: number | null };

/** The address of a calendar. Whoever has it can read when its therapist has whom. */
export function subscriptionPath(secret: string): string {
  return `/calendar/${secret}.ics`;
}

/** `Sam C.`: a calendar is shown to others, on a lock screen and in a shared family. */
export function nameInCalendar(name: string | null): string {
  const [first, ...rest] = (name ?? "").trim().split(/\s+/);
  if (!first) return "Unknown";
  const last = rest.at(-1);
  return last ? `${first} ${[...last][0]}.` : first;
}
