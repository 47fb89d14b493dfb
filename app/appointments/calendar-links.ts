import { type Appointment, readableReference } from "#app/appointments/appointment.ts";
import { publicPlaceOf, titleOf } from "#app/appointments/venue.ts";
import type { Business } from "#app/settings/business.ts";

type Booked = Pick<Appointment, "start" | "end" | "reference" | "referencePrefix" | "venue">;

/**
 * Links that open an appointment in a web calendar, times in UTC. Other companies read them, so they leave out the
 * treatment, the manage link and the client's address.
 */
export function calendarLinks(appointment: Booked, business: Business): { label: string; href: string }[] {
  const title = titleOf(appointment.venue, business);
  const { address: location, directions } = publicPlaceOf(appointment.venue, business);
  const details = `Reference ${readableReference(appointment)}. ${directions}`.trim();
  const [start = "", end = ""] = [appointment.start, appointment.end].map((at) => new Date(at).toISOString());
  return [
    {
      label: "Google Calendar",
      href: linkOf("https://calendar.google.com/calendar/render", {
        action: "TEMPLATE",
        dates: `${compact(start)}/${compact(end)}`,
        text: title,
        details,
        location,
      }),
    },
    {
      label: "Outlook",
      href: linkOf("https://outlook.live.com/calendar/0/action/compose", {
        path: "/calendar/action/compose",
        rru: "addevent",
        allday: "false",
        startdt: start,
        enddt: end,
        subject: title,
        body: details,
        location,
      }),
    },
  ];
}

/** `2026-12-01T10:00:00.000Z` as `20261201T100000Z`. */
function compact(instant: string): string {
  return instant.replace(/[-:]|\.\d+/g, "");
}

// Spaces as %20: Outlook shows a plus as a plus.
function linkOf(address: string, query: Record<string, string>): string {
  return `${address}?${new URLSearchParams(query)}`.replaceAll("+", "%20");
}
