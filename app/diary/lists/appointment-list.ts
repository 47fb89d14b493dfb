import {
  BOOKING_SOURCES,
  type BookingSource,
  type SeriesPlace,
  type StatusView,
} from "#app/appointments/appointment.ts";
import {
  type Attendance,
  CLIENT_FILTERS,
  type ClientFilter,
  RESULT_FILTERS,
  type ResultFilter,
} from "#app/appointments/attendance.ts";
import type { Venue } from "#app/appointments/venue.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";
import { folded } from "#app/platform/search-text.ts";

/** Instants are epoch ms; null where nothing was given. */
export type AppointmentListRow = {
  id: string;
  reference: string;
  referencePrefix: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  start: number;
  end: number;
  minutes: number;
  pricePence: number;
  serviceTitle: string;
  therapistId: string;
  therapistName: string;
  therapistShort: string;
  status: StatusView;
  attendance: Attendance;
  practicalNote: string | null;
  /** The practical note of its client; only where it is asked for, and within scope. */
  clientNote?: string | null;
  /** Its client; only where it is asked for, and within scope. */
  client?: { id: string; hasAlert: boolean };
  /** Without the client's address, which few may see. */
  venue: Venue;
  hasNote: boolean;
  /** The client's first appointment. */
  isNewClient: boolean;
  series: SeriesPlace | null;
  createdAt: number;
  sequence: number;
  isDouble?: boolean;
};

/** The client, where an alert is kept about them. */
export function alertOf({ client }: Pick<AppointmentListRow, "client">): string | null {
  return client?.hasAlert ? client.id : null;
}

/** Null leaves a condition out. `from` and `to` are inclusive local dates; `therapist` and `service` are slugs. */
export type AppointmentListFilter = {
  text: string | null;
  status: StatusView | null;
  therapist: string | null;
  from: string | null;
  to: string | null;
  service: string | null;
  result: ResultFilter | null;
  /** `none`: without a client record, or booked before its source was stored. */
  client: ClientFilter | "none" | null;
  source: BookingSource | "none" | null;
  /** `none`: booked online with an address that nobody has proven, by someone who has never attended. */
  proof: "none" | null;
};

export const APPOINTMENT_LIST_SORTS = ["date", "name", "email", "status"] as const;
export type AppointmentListSort = (typeof APPOINTMENT_LIST_SORTS)[number];

export const PAGE_SIZE = 25;

const STATUSES: readonly StatusView[] = ["Confirmed", "Cancelled", "Pending"];

export function appointmentListFilterFrom(query: URLSearchParams): AppointmentListFilter {
  const date = (name: string) => {
    const typed = query.get(name);
    return isLocalDate(typed) ? typed : null;
  };
  return {
    text: query.get("q")?.trim().slice(0, 100) || null,
    status: STATUSES.find((status) => status.toLowerCase() === query.get("status")?.toLowerCase()) ?? null,
    therapist: query.get("therapist") || null,
    from: date("from"),
    to: date("to"),
    service: query.get("service") || null,
    result: RESULT_FILTERS.find((result) => result === query.get("result")) ?? null,
    client: [...CLIENT_FILTERS, "none" as const].find((client) => client === query.get("client")) ?? null,
    source: [...BOOKING_SOURCES, "none" as const].find((source) => source === query.get("source")) ?? null,
    proof: query.get("proof") === "none" ? "none" : null,
  };
}

/** No index knows these answers, so without dates or a search only the latest appointments are looked at. */
export function looksAtLatest({ text, from, result, client, source }: AppointmentListFilter): boolean {
  return !text && !from && (result ?? client ?? source) !== null;
}

// The letters before it may be any: they have changed since, or were misheard.
const REFERENCE = /^(?:[A-Z]{2,4})?([0-9A-HJKMNP-TV-Z]{8})$/;

/**
 * What a search looks for: its folded letters anywhere in the name or email, its digits in the phone number (stored as
 * E.164, so without the leading zero) and, if it looks like one, the reference.
 */
export function searchTerms(text: string): { letters: string; digits: string | null; reference: string | null } {
  const [, reference = null] = REFERENCE.exec(text.toUpperCase().replace(/[-\s]/g, "")) ?? [];
  const digits = text.replace(/\D/g, "").replace(/^(00|0|44(?=\d{9}))/, "");
  return {
    letters: folded(text),
    digits: /^[\d\s()+-]+$/.test(text) && digits.length >= 3 ? digits : null,
    reference,
  };
}

export const MANY_CHANGES = ["confirm", "cancel", "delete"] as const;
export type ManyChange = (typeof MANY_CHANGES)[number];

/** A little more than one page of the list: each is a transaction with its mails. */
export const MOST_AT_ONCE = 100;
