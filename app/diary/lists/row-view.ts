import { placeInWords, readableReference, type StatusView } from "#app/appointments/appointment.ts";
import { type Attendance, attendedInWords, attendedTag } from "#app/appointments/attendance.ts";
import { addressInLine, type VisitAddress } from "#app/appointments/home-visit.ts";
import { venueForTeam } from "#app/appointments/venue.ts";
import type { AppointmentListRow } from "#app/diary/lists/appointment-list.ts";
import { dateFormat, dateWords, localDateOf, localeMoment } from "#app/platform/date-time.ts";
import { readablePhone } from "#app/platform/phone-number.ts";

/** A list row in words, in the viewer's locale and the practice's zone. */
export type RowView = {
  id: string;
  sequence: number;
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
  status: StatusView;
  attendance: Attendance;
  /** Attendance in words, and its tag: `Not recorded` for an unmarked appointment that is over. */
  attended: string;
  attendedTag: string | null;
  /** What the client said with the booking. */
  practicalNote: string | null;
  /** What to know of the client before they come. */
  clientNote: string | null;
  client: { id: string; hasAlert: boolean } | null;
  /** Null: at the practice. */
  where: string | null;
  hasNote: boolean;
  isDouble: boolean;
  /** `3 of 6`; null for one that was booked on its own. */
  series: string | null;
};

/** Missing values use the specification's words (section 3). */
export function viewRow(
  row: AppointmentListRow,
  { zone, locale, now, visits }: { zone: string; locale: string; now: number; visits?: HomeVisitAddresses },
): RowView {
  return {
    id: row.id,
    sequence: row.sequence,
    reference: readableReference(row),
    name: row.name || "Unknown",
    email: row.email || "No Email",
    phone: row.phone ? readablePhone(row.phone) : "No Phone",
    phoneHref: row.phone ? `tel:${row.phone}` : null,
    ...dateAndTime(row.start, { zone, locale, now }),
    short: localeMoment(row.start, zone, locale),
    service: row.serviceTitle,
    minutes: row.minutes,
    therapist: row.therapistShort,
    status: row.status,
    attendance: row.attendance,
    attended: attendedInWords(row, now),
    attendedTag: attendedTag(row, now),
    practicalNote: row.practicalNote,
    clientNote: row.clientNote ?? null,
    client: row.client ?? null,
    where: whereInWords(row, visits),
    hasNote: row.hasNote,
    isDouble: row.isDouble ?? false,
    series: placeInWords(row.series),
  };
}

/** `Imogen is off`, of an appointment outside of what its therapist works now. */
export function offInWords({ therapistShort }: Pick<AppointmentListRow, "therapistShort">): string {
  return `${therapistShort} is off`;
}

/** `Tue 24 Nov` and `10:30`, in the viewer's locale; with the year where `now` is not of it, or not known. */
export function dateAndTime(
  instant: number,
  { zone, locale, now }: { zone: string; locale: string; now?: number },
): { date: string; time: string } {
  const date = localDateOf(instant, zone);
  const isThisYear = now !== undefined && date.slice(0, 4) === localDateOf(now, zone).slice(0, 4);
  return {
    date: dateWords(date, locale, { ...DATE, ...(!isThisYear && { year: "numeric" }) }),
    time: dateFormat(locale, { timeStyle: "short", timeZone: zone }).format(instant),
  };
}

const DATE = { weekday: "short", day: "numeric", month: "short" } as const;

/** The addresses that the viewer may see, by appointment. */
export type HomeVisitAddresses = ReadonlyMap<string, VisitAddress>;

/** Where an appointment takes place, with the client's address for whoever may see it; null: at the practice. */
export function whereInWords(
  { id, venue }: Pick<AppointmentListRow, "id" | "venue">,
  visits: HomeVisitAddresses | undefined,
): string | null {
  const visit = visits?.get(id);
  if (visit) return [addressInLine(visit), visit.access].filter(Boolean).join(". ");
  return venueForTeam(venue);
}
