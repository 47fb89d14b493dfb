import { type Appointment, shownStatus } from "#app/appointments/appointment.ts";
import { calendarInvitation } from "#app/appointments/calendar/gateway.server.ts";
import { isByPractice } from "#app/appointments/changes/cancellation.ts";
import { findCancellation } from "#app/appointments/changes/store.server.ts";
import * as client from "#app/appointments/mails/emails.tsx";
import { type MailFacts, mailFacts, whenInWords } from "#app/appointments/mails/mail-facts.ts";
import { timesInstead } from "#app/appointments/mails/other-times/commands.server.ts";
import * as practice from "#app/appointments/mails/practice/emails.tsx";
import { manageUrlOf } from "#app/appointments/manage/commands.server.ts";
import { findById } from "#app/appointments/store.server.ts";
import { findTherapist } from "#app/catalogue/store.server.ts";
import type { Renderers } from "#app/outbox/delivery/commands.server.ts";
import type { Mail } from "#app/outbox/mail.ts";
import { renderMail } from "#app/outbox/rendering/gateway.server.ts";
import type { World } from "#app/platform/world.server.ts";
import type { Settings } from "#app/settings/settings.ts";
import { readSettings } from "#app/settings/store.server.ts";

type About = { appointment: Appointment; settings: Settings; facts: MailFacts; was: (start: number) => string };
type Kinds = Extract<keyof Renderers, `appointment-${string}`>;

/**
 * The mails about appointments. Each reads the appointment anew when it is sent, and says nothing when that
 * has been overtaken: cancelled, moved, begun.
 */
export const appointmentMails: Pick<Renderers, Kinds> = {
  "appointment-confirmed-client": (world, data) =>
    toClient(world, data, ({ facts, appointment }) => (isAhead(world, appointment) ? client.confirmed(facts) : null)),
  "appointment-pending-client": (world, data) =>
    toClient(world, data, ({ facts, appointment }) =>
      isAhead(world, appointment) && shownStatus(appointment.status) === "Pending" ? client.pending(facts) : null,
    ),
  "appointment-accepted-client": (world, data) =>
    toClient(world, data, ({ facts, appointment }) => (isAhead(world, appointment) ? client.accepted(facts) : null)),
  "appointment-rescheduled-client": (world, data) =>
    toClient(world, data, ({ facts, appointment, was }) =>
      isAhead(world, appointment) ? client.rescheduled(facts, was(data.was)) : null,
    ),
  "appointment-reminder-client": (world, data) =>
    toClient(world, data, ({ facts, appointment }) => {
      const stands = appointment.start === data.start && shownStatus(appointment.status) === "Confirmed";
      return stands && isAhead(world, appointment) ? client.reminder(facts) : null;
    }),
  "appointment-cancelled-client": (world, data) =>
    toClient(world, data, async ({ facts, appointment, settings }) => {
      const cancellation = await findCancellation(world.db.kysely, appointment.id);
      if (!cancellation) return null;
      if (!isByPractice(cancellation)) return client.cancelledByClient(facts);
      const near = await timesInstead(world, { appointment, zone: settings.bookingRules.zone });
      return client.cancelledByPractice(facts, { reason: cancellation.reason, near });
    }),
  "appointment-confirmed-practice": (world, data) =>
    toPractice(world, data, ({ facts, appointment }) =>
      practice.newBooking(facts, { waits: shownStatus(appointment.status) === "Pending" }),
    ),
  "appointment-rescheduled-practice": (world, data) =>
    toPractice(world, data, ({ facts, was }) => practice.bookingMoved(facts, was(data.was))),
  "appointment-cancelled-practice": (world, data) =>
    toPractice(world, data, async ({ facts, appointment }) => {
      const cancellation = await findCancellation(world.db.kysely, appointment.id);
      return practice.bookingCancelled(facts, cancellation?.reason ?? null);
    }),
};

type Write = (about: About) => client.Draft | null | Promise<client.Draft | null>;

async function toClient(
  world: World,
  { appointmentId }: { appointmentId: string },
  write: Write,
): Promise<Mail | null> {
  const about = await readAbout(world, appointmentId);
  if (!about?.appointment.email) return null;
  const { appointment, settings, facts } = about;
  const draft = await write(about);
  if (!draft) return null;
  const from = senderOf(world, settings);
  const hasEntry = draft.calendar ?? true;
  return {
    ...{ from, replyTo: { name: settings.business.name, address: settings.business.email } },
    to: { name: appointment.name ?? "", address: about.appointment.email },
    ...{ subject: draft.subject, ...(await renderMail(draft.body)) },
    calendar: hasEntry
      ? calendarInvitation({
          ...{ appointment, business: settings.business, manageUrl: facts.manageUrl, now: world.clock.now() },
          ...{
            host: new URL(world.config.publicUrl).hostname,
            organizer: from.address,
            attendee: about.appointment.email,
          },
        })
      : null,
  };
}

async function toPractice(
  world: World,
  { appointmentId }: { appointmentId: string },
  write: Write,
): Promise<Mail | null> {
  const about = await readAbout(world, appointmentId);
  const draft = about && (await write(about));
  if (!draft) return null;
  const { business } = about.settings;
  const inbox = { name: business.name, address: business.email };
  const { email, name } = about.appointment;
  return {
    ...{ from: senderOf(world, about.settings), to: inbox },
    replyTo: email ? { name: name ?? "", address: email } : inbox,
    ...{ subject: draft.subject, ...(await renderMail(draft.body)), calendar: null },
  };
}

async function readAbout(world: World, appointmentId: string): Promise<About | null> {
  const db = world.db.kysely;
  const appointment = await findById(db, appointmentId);
  if (!appointment) return null;
  const settings = await readSettings(db, world.log);
  const therapist = await findTherapist(db, appointment.therapistId);
  const { zone } = settings.bookingRules;
  const facts = mailFacts({
    ...{ appointment, settings, therapist: therapist?.name ?? "our team", now: world.clock.now() },
    ...{ siteUrl: world.config.publicUrl, manageUrl: manageUrlOf(world, appointment.id) },
  });
  const length = appointment.end - appointment.start;
  return { appointment, settings, facts, was: (start) => whenInWords({ start, end: start + length }, zone) };
}

function senderOf(world: World, { business }: Settings) {
  return { name: business.name, address: world.config.mailFrom ?? business.email };
}

function isAhead(world: World, appointment: Appointment): boolean {
  return shownStatus(appointment.status) !== "Cancelled" && world.clock.now() < appointment.start;
}
