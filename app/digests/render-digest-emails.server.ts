import { type Appointment, shownStatus } from "#app/appointments/appointment.ts";
import { appointmentMessages } from "#app/appointments/appointment-message.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { whenInWords } from "#app/appointments/mail-facts.ts";
import { seriesMessages } from "#app/appointments/series-message.ts";
import { changeInWords, toldIn } from "#app/appointments/told-change.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { digest } from "#app/digests/digest.emails.tsx";
import type { DigestLine } from "#app/digests/digest-line.ts";
import { digestMessages } from "#app/digests/digest-message.ts";
import { writerOf } from "#app/messages/contact-message.ts";
import { contactToPractice } from "#app/messages/contact-to-practice.mail.tsx";
import { getMessage } from "#app/messages/message-list.db.server.ts";
import { listLines } from "#app/outbox/daily-lines.db.server.ts";
import { nameInMail } from "#app/outbox/mail.ts";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import { renderersOf } from "#app/outbox/render-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { mailboxesOf, mailSender } from "#app/settings/mail-sender.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

type Place = { app: AppContext; zone: string };
type Write = (place: Place, data: unknown) => Promise<DigestLine | null>;

const LINES: Readonly<Record<string, Write>> = {
  "appointment-confirmed-practice": (place, data) => {
    const { appointmentId } = appointmentMessages["appointment-confirmed-practice"].data.parse(data);
    return lineAbout(place, appointmentId, async ({ status }) => ({
      group: "bookings",
      more: shownStatus(status) === "Cancelled" ? ["Cancelled since."] : [],
    }));
  },
  "appointment-rescheduled-practice": (place, data) => {
    const moved = appointmentMessages["appointment-rescheduled-practice"].data.parse(data);
    return lineAbout(place, moved.appointmentId, async (appointment) => {
      const told = toldIn(moved, appointment);
      const names = new Map<string, string>();
      for (const id of [told.therapistId, appointment.therapistId]) names.set(id, await nameOf(place, id));
      const words = { zone: place.zone, nameOf: (id: string) => names.get(id) ?? id };
      const { was, lines } = changeInWords({ told, now: appointment }, words);
      return { group: "changes", more: [...(was ? [`Was: ${was}`] : []), ...lines] };
    });
  },
  "appointment-cancelled-practice": (place, data) => {
    const { appointmentId } = appointmentMessages["appointment-cancelled-practice"].data.parse(data);
    return lineAbout(place, appointmentId, async () => ({ group: "cancellations", more: [] }));
  },
  "series-booked-practice": async (place, data) => {
    const { appointmentIds } = seriesMessages["series-booked-practice"].data.parse(data);
    const more = appointmentIds.length === 1 ? [] : [`The first of a series of ${appointmentIds.length}.`];
    return appointmentIds[0] ? lineAbout(place, appointmentIds[0], async () => ({ group: "bookings", more })) : null;
  },
  "enquiry-practice": async ({ app }, data) => {
    const { enquiryId } = contactToPractice.data.parse(data);
    const message = await getMessage(app.db.kysely, enquiryId);
    if (!message) return null;
    const href = `${app.config.publicUrl}/admin/messages/${enquiryId}`;
    return { group: "messages", lead: message.subject, more: [`From ${nameInMail(writerOf(message))}`], href };
  },
};

/** Written from what is true when it is sent; a line whose record is gone is left out. */
export const digestMails = renderersOf(digestMessages, {
  "practice-digest": async (app, { lines: ids }) => {
    const db = app.db.kysely;
    const settings = await listSettings(db, app.log);
    const place = { app, zone: settings.bookingRules.zone };
    const lines: DigestLine[] = [];
    for (const { kind, data } of await listLines(db, ids)) {
      const line = await LINES[kind]?.(place, data);
      if (line) lines.push(line);
    }
    if (lines.length === 0) return null;
    const { from, inbox } = mailboxesOf(settings, app.config);
    const { subject, body } = digest({ sender: mailSender(settings.business, app.config.publicUrl), lines });
    return { from, to: inbox, replyTo: inbox, subject, ...(await renderMail(body)), calendar: null };
  },
});

type About = (appointment: Appointment) => Promise<Pick<DigestLine, "group" | "more">>;

async function lineAbout(place: Place, id: string, about: About): Promise<DigestLine | null> {
  const { app, zone } = place;
  const appointment = await getAppointment(app.db.kysely, id);
  if (!appointment) return null;
  const { group, more } = await about(appointment);
  const name = nameInMail(appointment.name ?? "") || "Unknown";
  const who = `${name}, ${appointment.minutes} minutes, with ${await nameOf(place, appointment.therapistId)}`;
  const href = `${app.config.publicUrl}/admin/appointments/${id}`;
  return { group, lead: whenInWords(appointment, zone), more: [who, ...more], href };
}

async function nameOf({ app }: Place, therapistId: string): Promise<string> {
  const therapist = await getTherapist(app.db.kysely, therapistId);
  return therapist?.short ?? "our team";
}
