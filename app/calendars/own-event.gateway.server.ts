import ical from "ical.js";

/** What stands of an appointment in its therapist's calendar. Instants are epoch ms. */
export type OwnEvent = {
  uid: string;
  start: number;
  end: number;
  sequence: number;
  changedAt: number;
  summary: string;
  isPending: boolean;
  url: string;
};

/**
 * The iCalendar text of an event. `before`: what stands there, of which everything else stays: its therapist's alarm,
 * notes and colour.
 */
export function ownEventText(event: OwnEvent, before: string | null = null): string {
  const calendar = (before !== null && calendarFrom(before, event.uid)) || newCalendar();
  const kept = eventIn(calendar, event.uid);
  for (const other of calendar.getAllSubcomponents("vevent")) if (other !== kept) calendar.removeSubcomponent(other);
  const vevent = kept ?? new ical.Component("vevent");
  if (!kept) calendar.addSubcomponent(vevent);
  const earlier = Number(vevent.getFirstPropertyValue("sequence") ?? -1);
  for (const name of ["duration", "rrule", "rdate", "exdate", "dtstart", "dtend", "method"])
    vevent.removeAllProperties(name);
  calendar.removeAllProperties("method");
  vevent.updatePropertyWithValue("uid", event.uid);
  vevent.updatePropertyWithValue("dtstamp", timeOf(event.changedAt));
  vevent.updatePropertyWithValue("dtstart", timeOf(event.start));
  vevent.updatePropertyWithValue("dtend", timeOf(event.end));
  // What its calendar has counted on must not go back (RFC 5546 2.1.4).
  vevent.updatePropertyWithValue("sequence", Math.max(event.sequence, earlier + 1));
  vevent.updatePropertyWithValue("summary", event.summary);
  vevent.updatePropertyWithValue("status", event.isPending ? "TENTATIVE" : "CONFIRMED");
  vevent.updatePropertyWithValue("url", event.url);
  return `${calendar.toString()}\r\n`;
}

function newCalendar(): ical.Component {
  const calendar = new ical.Component("vcalendar");
  calendar.updatePropertyWithValue("version", "2.0");
  calendar.updatePropertyWithValue("prodid", "-//Practice//Diary//EN");
  return calendar;
}

/** Null: it can't be read, or no longer holds the event. */
function calendarFrom(text: string, uid: string): ical.Component | null {
  try {
    const calendar = new ical.Component(ical.parse(text));
    return eventIn(calendar, uid) ? calendar : null;
  } catch {
    return null;
  }
}

function eventIn(calendar: ical.Component, uid: string): ical.Component | null {
  const own = calendar.getAllSubcomponents("vevent").filter((one) => one.getFirstPropertyValue("uid") === uid);
  return own.find((one) => !one.hasProperty("recurrence-id")) ?? own[0] ?? null;
}

function timeOf(at: number): ical.Time {
  return ical.Time.fromJSDate(new Date(at), true);
}
