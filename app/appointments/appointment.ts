import type { SeriesPlace } from "#app/appointments/series-place.ts";
import type { Venue } from "#app/appointments/venue.ts";

/** Instants are epoch milliseconds UTC; the price is in pence; the phone is E.164. */
export type Appointment = {
  id: string;
  /** Eight characters, unique without the letters before them. */
  reference: string;
  /** The practice's letters when it was booked: `LY`. */
  referencePrefix: string;
  serviceId: string;
  serviceTitle: string;
  therapistId: string;
  minutes: number;
  pricePence: number;
  start: number;
  end: number;
  blockStart: number;
  blockEnd: number;
  status: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  userId: string | null;
  /** What the client said with the booking; not the practice's own note. */
  practicalNote: string | null;
  venue: Venue;
  /** Number of changes of time, for calendars (RFC 5545 SEQUENCE). */
  sequence: number;
  /** Number of manage links made, from 1; only the latest one works. */
  linkVersion: number;
  /** Null: booked on its own. */
  series: SeriesPlace | null;
};

export const CONFIRMED = "Confirmed";
export const CANCELLED = "Cancelled";
/** Any unknown status is shown as Pending; this is the one that we write. */
export const PENDING = "Pending";

export type ShownStatus = "Confirmed" | "Cancelled" | "Pending";

/** Any stored status but the two known ones is Pending, in any case of letters (decisions/0001, row 1). */
export function shownStatus(stored: string | null): ShownStatus {
  const status = stored?.toLowerCase();
  if (status === "confirmed") return "Confirmed";
  return status === "cancelled" ? "Cancelled" : "Pending";
}

type Referred = Pick<Appointment, "reference" | "referencePrefix">;

/** `LY-7KQM-2F9D`: what a client reads out on the phone. */
export function readableReference({ reference, referencePrefix }: Referred): string {
  return `${referencePrefix}-${reference.slice(0, 4)}-${reference.slice(4)}`;
}

/** The same appointment at another place, as long as before, with its buffers. */
export function movedTo(
  appointment: Appointment,
  { start, therapistId }: Pick<Appointment, "start" | "therapistId">,
): Appointment {
  const by = start - appointment.start;
  return {
    ...appointment,
    therapistId,
    start,
    end: appointment.end + by,
    blockStart: appointment.blockStart + by,
    blockEnd: appointment.blockEnd + by,
    sequence: appointment.sequence + 1,
  };
}
