import { readableReference, type ShownStatus } from "#app/appointments/appointment.ts";
import { type Attendance, attendedInWords, attendedTag } from "#app/appointments/attendance.ts";
import { placeInWords } from "#app/appointments/series-place.ts";
import { localeMoment } from "#app/appointments/time-words.ts";
import { firstNameOf } from "#app/catalogue/therapist.ts";
import type { AppointmentListRow } from "#app/diary/appointment-list.ts";
import { dateFormat } from "#app/platform/date-format.ts";
import { readablePhone } from "#app/platform/phone-number.ts";

/** A list row in words, in the viewer's locale and the practice's zone. */
export type ShownRow = {
  id: string;
  reference: string;
  name: string;
  email: string;
  phone: string;
  /** `tel:+44…`; null without a number. */
  phoneHref: string | null;
  date: string;
  time: string;
  /** Both where there is little room: `Tue 24 Nov, 10:30`. */
  short: string;
  service: string;
  minutes: number;
  therapist: string;
  status: ShownStatus;
  attendance: Attendance;
  /** Attendance in words, and its tag: `Not recorded` for an unmarked appointment that is over. */
  attended: string;
  attendedTag: string | null;
  /** What the client said with the booking. */
  practicalNote: string | null;
  hasNote: boolean;
  /** `3 of 6`; null for one that was booked on its own. */
  series: string | null;
};

/** Missing values use the specification's words (section 3). */
export function shownRow(
  row: AppointmentListRow,
  { zone, locale, now }: { zone: string; locale: string; now: number },
): ShownRow {
  return {
    id: row.id,
    reference: readableReference(row),
    name: row.name || "Unknown",
    email: row.email || "No Email",
    phone: row.phone ? readablePhone(row.phone) : "No Phone",
    phoneHref: row.phone ? `tel:${row.phone}` : null,
    ...dateAndTime(row.start, { zone, locale }),
    short: localeMoment(row.start, zone, locale),
    service: row.serviceTitle,
    minutes: row.minutes,
    therapist: firstNameOf({ name: row.therapistName }),
    status: row.status,
    attendance: row.attendance,
    attended: attendedInWords(row, now),
    attendedTag: attendedTag(row, now),
    practicalNote: row.practicalNote,
    hasNote: row.hasNote,
    series: placeInWords(row.series),
  };
}

/** `Tue, 24 Nov 2026` and `10:30`, in the viewer's locale. */
export function dateAndTime(
  instant: number,
  { zone, locale }: { zone: string; locale: string },
): { date: string; time: string } {
  return {
    date: dateFormat(locale, { ...DATE, timeZone: zone }).format(instant),
    time: dateFormat(locale, { timeStyle: "short", timeZone: zone }).format(instant),
  };
}

const DATE = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
