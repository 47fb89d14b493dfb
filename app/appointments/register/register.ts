import type { ShownStatus } from "#app/appointments/appointment.ts";
import type { Attendance } from "#app/appointments/attendance/attendance.ts";

/** One line of the practice's list of all appointments. Instants are epoch ms; null where nothing was given. */
export type RegisterRow = {
  id: string;
  reference: string;
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
  status: ShownStatus;
  attendance: Attendance;
  hasNote: boolean;
  createdAt: number;
  sequence: number;
};

/** Which appointments: null leaves a condition out. `from` and `to` are inclusive local dates; `therapist` is a slug. */
export type RegisterFilter = {
  text: string | null;
  status: ShownStatus | null;
  therapist: string | null;
  from: string | null;
  to: string | null;
};

export const REGISTER_SORTS = ["date", "name", "email", "status"] as const;
export type RegisterSort = (typeof REGISTER_SORTS)[number];

export const PAGE_SIZE = 25;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const STATUSES: readonly ShownStatus[] = ["Confirmed", "Cancelled", "Pending"];

/** Reads the conditions from an address. What makes no sense counts as not said. */
export function registerFilterFrom(query: URLSearchParams): RegisterFilter {
  const date = (name: string) => {
    const typed = query.get(name) ?? "";
    return DATE.test(typed) && !Number.isNaN(Date.parse(typed)) ? typed : null;
  };
  return {
    text: query.get("q")?.trim().slice(0, 100) || null,
    status: STATUSES.find((status) => status.toLowerCase() === query.get("status")?.toLowerCase()) ?? null,
    therapist: query.get("therapist") || null,
    from: date("from"),
    to: date("to"),
  };
}

/**
 * What a typed search is looked for as: its letters anywhere in name or e-mail, its digits in the phone number
 * (stored as E.164, so without the leading zero), and, when it looks like one, the reference.
 */
export function searchTerms(text: string): { letters: string; digits: string | null; reference: string | null } {
  const bare = text.toUpperCase().replace(/^LY-?/, "").replace(/-/g, "");
  const digits = text.replace(/\D/g, "").replace(/^(00|0|44(?=\d{9}))/, "");
  return {
    letters: text.toLowerCase(),
    digits: /^[\d\s()+-]+$/.test(text) && digits.length >= 3 ? digits : null,
    reference: /^[0-9A-HJKMNP-TV-Z]{8}$/.test(bare) ? bare : null,
  };
}
