import type { Venue } from "#app/appointments/venue.ts";
import type { BeenBefore } from "#app/catalogue/service.ts";

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
  /** Whether they said that they have been here before; `settled`: the practice has decided; null: nobody asked. */
  beenBefore: BeenBefore | "settled" | null;
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

export type StatusView = "Confirmed" | "Cancelled" | "Pending";

/** Any stored status but the two known ones is Pending, in any case of letters (decisions/0001, row 1). */
export function viewStatus(stored: string | null): StatusView {
  const status = stored?.toLowerCase();
  if (status === "confirmed") return "Confirmed";
  return status === "cancelled" ? "Cancelled" : "Pending";
}

type Referred = Pick<Appointment, "reference" | "referencePrefix">;

/** `LY-7KQM-2F9D`: what a client reads out on the phone. */
export function readableReference({ reference, referencePrefix }: Referred): string {
  return `${referencePrefix}-${reference.slice(0, 4)}-${reference.slice(4)}`;
}

/** The minutes that it takes longer than its treatment, as a first appointment may (decisions/0644). */
export function extraMinutesOf({ start, end, minutes }: Pick<Appointment, "start" | "end" | "minutes">): number {
  return Math.max(0, Math.round((end - start) / 60_000) - minutes);
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

/** Which of the appointments that were booked together: a later change of one renumbers none of them. */
export type SeriesPlace = { id: string; position: number; total: number };

type Stored = { series_id: string | null; series_position: number | null; series_total: number | null };

export function seriesPlaceFrom(row: Stored): SeriesPlace | null {
  if (!row.series_id) return null;
  return { id: row.series_id, position: row.series_position ?? 1, total: row.series_total ?? 1 };
}

/** `3 of 6`; null for an appointment that was booked on its own. */
export function placeInWords(place: Omit<SeriesPlace, "id"> | null): string | null {
  return place && `${place.position} of ${place.total}`;
}

export const BOOKING_SOURCES = ["website", "practice", "api", "import", "calendly"] as const;
export type BookingSource = (typeof BOOKING_SOURCES)[number];

const WORDS: Record<BookingSource, string> = {
  website: "Website",
  practice: "Phone or desk",
  api: "Another program",
  import: "Imported",
  calendly: "Calendly",
};

/** Through what it was booked; null: booked before this was stored. */
export function sourceInWords(source: BookingSource | null): string {
  return source === null ? "Not stored" : WORDS[source];
}

export function bookingSourceOf(stored: string | null): BookingSource | null {
  return BOOKING_SOURCES.find((source) => source === stored) ?? null;
}
