import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { type Appointment, readableReference, shownStatus } from "#app/appointments/appointment.ts";
import { addressLine, type Business } from "#app/settings/business.ts";

const DAY_SECONDS = 86_400;
const STATUS = {
  Confirmed: ICalEventStatus.CONFIRMED,
  Cancelled: ICalEventStatus.CANCELLED,
  Pending: ICalEventStatus.TENTATIVE,
};

type CalendarFile = { appointment: Appointment; business: Business; manageUrl: string; host: string; now: number };

/**
 * One appointment as an iCalendar file to keep (METHOD:PUBLISH, RFC 5546 3.2.1: an organiser, no attendee).
 * The UID never changes and SEQUENCE counts the changes, so a newer file replaces the entry.
 * The summary names no treatment: calendars are shown to others.
 */
export function calendarFile({ appointment, business, manageUrl, host, now }: CalendarFile): string {
  const calendar = ical({ prodId: `-//${business.name}//Booking desk//EN`, method: ICalCalendarMethod.PUBLISH });
  const event = calendar.createEvent({
    id: `${appointment.id}@${host}`,
    sequence: appointment.sequence,
    stamp: new Date(now),
    start: new Date(appointment.start),
    end: new Date(appointment.end),
    summary: `Appointment at ${business.name}`,
    location: addressLine(business),
    description: `Reference ${readableReference(appointment.reference)}\n${business.directions}\nChange or cancel: ${manageUrl}`,
    url: manageUrl,
    status: STATUS[shownStatus(appointment.status)],
    organizer: { name: business.name, email: business.email },
  });
  event.createAlarm({ type: ICalAlarmType.display, trigger: DAY_SECONDS, description: `Tomorrow: ${business.name}` });
  return calendar.toString();
}
