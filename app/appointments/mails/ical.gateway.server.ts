import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEvent,
  ICalEventStatus,
} from "ical-generator";
import { type Appointment, readableReference, viewStatus } from "#app/appointments/appointment.ts";
import { placeOf, titleOf } from "#app/appointments/venue.ts";
import type { Mail } from "#app/mail/mail.ts";
import type { Business } from "#app/settings/schemas/business.ts";

const DAY_SECONDS = 86_400;
const STATUS = {
  Confirmed: ICalEventStatus.CONFIRMED,
  Cancelled: ICalEventStatus.CANCELLED,
  Pending: ICalEventStatus.TENTATIVE,
};

type CalendarFile = { appointment: Appointment; business: Business; manageUrl: string; host: string; now: number };

/** One appointment as an iCalendar file to download (METHOD:PUBLISH, RFC 5546 3.2.1: an organiser, no attendee). */
export function calendarFile(file: CalendarFile): string {
  const calendar = emptyCalendar(file, ICalCalendarMethod.PUBLISH);
  const event = addEvent(calendar, file);
  const { name, email } = file.business;
  // An organiser is an address: a practice that has stated none has none.
  if (email) event.organizer({ name: name || file.host, email });
  return calendar.toString();
}

/**
 * Several appointments in one file by mail. Published, as an invitation may hold one UID only (RFC 5546 3.2.1 and
 * 3.2.2); each has its own, by which a later invitation or cancellation finds its entry.
 */
export function calendarOfSeveral({
  entries,
  business,
  organizer,
  ...file
}: Omit<CalendarFile, "appointment" | "manageUrl"> & {
  entries: readonly Pick<CalendarFile, "appointment" | "manageUrl">[];
  organizer: string;
}): NonNullable<Mail["calendar"]> {
  const calendar = emptyCalendar({ business }, ICalCalendarMethod.PUBLISH);
  for (const entry of entries) {
    addEvent(calendar, { ...file, ...entry, business }).organizer({
      name: business.name || file.host,
      email: organizer,
    });
  }
  return { method: "PUBLISH", content: calendar.toString() };
}

/**
 * One appointment as an invitation by mail (RFC 5546 3.2.2 and 3.2.5), which calendars add, move and remove by
 * themselves. The organiser is the sender's address, the attendee the recipient's.
 */
export function calendarInvitation(
  file: CalendarFile & { organizer: string; attendee: string },
): NonNullable<Mail["calendar"]> {
  const isCancelled = viewStatus(file.appointment.status) === "Cancelled";
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = emptyCalendar(file, method);
  const event = addEvent(calendar, file);
  event.organizer({ name: file.business.name || file.host, email: file.organizer });
  // Already accepted, no reply requested: a 'Decline' would look like a cancellation but change nothing.
  const answer = { role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.ACCEPTED, rsvp: false };
  event.createAttendee({ email: file.attendee, ...answer });
  return { method: isCancelled ? "CANCEL" : "REQUEST", content: calendar.toString() };
}

function emptyCalendar({ business }: Pick<CalendarFile, "business">, method: ICalCalendarMethod): ICalCalendar {
  return ical({ prodId: { company: business.name || "Limber Yard", product: "Booking desk", language: "EN" }, method });
}

/**
 * The UID never changes and SEQUENCE counts the changes, so a newer file replaces the entry. The summary names no
 * treatment, as calendars are shared.
 */
function addEvent(calendar: ICalCalendar, { appointment, business, manageUrl, host, now }: CalendarFile): ICalEvent {
  const place = placeOf(appointment.venue, business);
  const event = calendar.createEvent({
    id: `${appointment.id}@${host}`,
    sequence: appointment.sequence,
    stamp: new Date(now),
    start: new Date(appointment.start),
    end: new Date(appointment.end),
    summary: titleOf(appointment.venue, business),
    location: place.address,
    description: [`Reference ${readableReference(appointment)}`, place.directions, `Change or cancel: ${manageUrl}`]
      .filter(Boolean)
      .join("\n"),
    url: manageUrl,
    status: STATUS[viewStatus(appointment.status)],
  });
  event.createAlarm({
    type: ICalAlarmType.display,
    trigger: DAY_SECONDS,
    description: `Tomorrow: ${business.name || "your appointment"}`,
  });
  return event;
}
