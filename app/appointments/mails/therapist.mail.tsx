import type { ReactNode } from "react";
import type { z } from "zod";
import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { appointmentFrom, getAppointment, isStanding } from "#app/appointments/appointments.db.server.ts";
import { exampleAppointment } from "#app/appointments/mails/about-appointment.server.ts";
import { whenInWords } from "#app/appointments/mails/mail-facts.ts";
import { eveningFacts, therapistFacts } from "#app/appointments/mails/therapist-facts.ts";
import {
  eveningData,
  notificationData,
  THERAPIST_NOTIFICATION,
} from "#app/appointments/notifications/appointment-message.ts";
import { type Change, isSame, type Times, timesWith } from "#app/appointments/notifications/therapist-notifications.ts";
import type { Interval } from "#app/availability/interval.ts";
import { stretchesOf } from "#app/availability/opening-hours.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { getTherapistMails } from "#app/catalogue/therapist-mails.server.ts";
import { getWorkingTime } from "#app/hours/working-time.db.server.ts";
import { defineMail, EXAMPLE_CLIENT, type MailContext } from "#app/mail/define-mail.server.ts";
import type { Letter } from "#app/mail/letter.tsx";
import type { Mail } from "#app/mail/mail.ts";
import { listUntriedOf } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import type { MailFactsByName } from "#app/settings/schemas/mail-words.ts";
import { MailFact, MailText } from "#app/ui/mail-frame.tsx";

type NotificationData = z.output<typeof notificationData>;

const HOUR = 3_600_000;
const FACTS = [...["name", "client", "date", "weekday", "time", "minutes", "reference", "practice", "phone"]] as const;
const HELLO = "Hello {name},";

/** One change. Written from what is true when it is sent, and dropped if the therapist knows it by then. */
export const therapistNotification = defineMail({
  id: THERAPIST_NOTIFICATION,
  title: "Change, to the therapist",
  data: notificationData,
  words: {
    "therapist-booked": {
      title: "To the therapist: booked",
      about: "When someone books with them, or you confirm a pending booking.",
      words: { subject: "Booked: {date}, {time}", opening: `${HELLO}\n\nYou have a new appointment.`, closing: "" },
      facts: FACTS,
    },
    "therapist-given": {
      title: "To the therapist: moved to them",
      about: "When someone else’s appointment becomes theirs.",
      words: {
        subject: "Now yours: {date}, {time}",
        opening: `${HELLO}\n\nAn appointment has moved to you.`,
        closing: "",
      },
      facts: FACTS,
    },
    "therapist-moved": {
      title: "To the therapist: new time",
      about: "When the time or the length of their appointment changes.",
      words: {
        subject: "Moved: now {date}, {time}",
        opening: `${HELLO}\n\nOne of your appointments has moved.`,
        closing: "",
      },
      facts: FACTS,
    },
    "therapist-taken": {
      title: "To the therapist: moved away from them",
      about: "When their appointment moves to someone else.",
      words: {
        subject: "No longer yours: {date}, {time}",
        opening: `${HELLO}\n\nOne of your appointments has moved to someone else.`,
        closing: "",
      },
      facts: FACTS,
    },
    "therapist-cancelled": {
      title: "To the therapist: cancelled",
      about: "When anyone cancels their appointment.",
      words: {
        subject: "Cancelled: {date}, {time}",
        opening: `${HELLO}\n\nOne of your appointments has been cancelled.`,
        closing: "",
      },
      facts: FACTS,
    },
    "therapist-reinstated": {
      title: "To the therapist: reinstated after a cancellation",
      about: "When you reinstate an appointment after emailing that it is cancelled.",
      words: {
        subject: "Restored: {date}, {time}",
        opening: `${HELLO}\n\nA cancelled appointment is back on.`,
        closing: "",
      },
      facts: FACTS,
    },
  },
  load: async (context, heard) => {
    const appointment = await getAppointment(context.db, heard.appointmentId);
    return appointment && changeFor(context, appointment, heard);
  },
  body: ({ facts, was, other }) =>
    therapistLetter(
      facts.named,
      <>
        <MailFact>
          {was ? "Now: " : ""}
          {facts.when}
        </MailFact>
        {was && <MailText>Was: {was}</MailText>}
        {other && <MailText>{other}</MailText>}
        <MailText>
          {facts.who}. Reference {facts.reference}.
        </MailText>
      </>,
    ),
  example: async (context, wording) => {
    const { sender, zone, db, say } = context;
    const appointment = await exampleAppointment(context);
    const { start, end, therapistId } = appointment;
    const therapist = (await getTherapist(db, therapistId))?.name ?? say("our team");
    const facts = therapistFacts({ appointment, times: { start, end }, therapist, sender, zone });
    const was = wording === "therapist-moved" ? whenInWords({ start: start - HOUR, end: end - HOUR }, zone) : null;
    const change = wording.replace("therapist-", "") as Change;
    return { to: EXAMPLE_CLIENT, wording, facts, was, other: colleagueInWords(change, "Sam") };
  },
});

/** The mail about an appointment that is about to be deleted: to its therapist it is cancelled. */
export function mailOfDeleted(
  app: AppContext,
  appointment: Appointment,
  heard: NotificationData,
): Promise<Mail | null> {
  return therapistNotification.write(app, (context) =>
    changeFor(context, { ...appointment, status: "Cancelled" }, heard),
  );
}

/** `was`: the old time, of a move; `other`: the colleague whose it was, or is now. */
async function changeFor(context: MailContext, appointment: Appointment, heard: NotificationData) {
  const { db, now, sender, zone } = context;
  const { therapistId, knew } = heard;
  const has = timesWith(appointment, therapistId);
  const times = has ?? knew;
  const therapist = await getTherapistMails(db, therapistId);
  if (!times || isSame(knew, has) || times.end <= now) return null;
  // They, or the end of their part, may have stopped the mails since.
  if (!therapist?.address || therapist.choice === "none") return null;
  const { name, address } = therapist;
  const change = getChange(appointment, heard, has);
  const otherId = change === "taken" ? appointment.therapistId : heard.other;
  const colleague = otherId && (await getTherapist(db, otherId));
  return {
    to: { name, address },
    wording: `therapist-${change}`,
    facts: therapistFacts({ appointment, times, therapist: name, sender, zone }),
    was: knew && has ? whenInWords(knew, zone) : null,
    other: colleague ? colleagueInWords(change, colleague.short) : null,
  };
}

/** What it is by now: another change may have come before the mail went. */
function getChange({ status, therapistId }: Appointment, heard: NotificationData, has: Times): Change {
  if (heard.knew && has) return "moved";
  if (heard.knew)
    return viewStatus(status) === "Confirmed" && therapistId !== heard.therapistId ? "taken" : "cancelled";
  return heard.news === "given" || heard.news === "reinstated" ? heard.news : "booked";
}

function colleagueInWords(change: Change, short: string): string | null {
  if (change === "given") return `It was with ${short}.`;
  return change === "taken" ? `It is with ${short} now.` : null;
}

/** Tomorrow's appointments, in the order of the day. */
export const therapistEvening = defineMail({
  id: "therapist-evening",
  title: "Tomorrow’s appointments, to the therapist",
  data: eveningData,
  words: {
    "therapist-tomorrow": {
      title: "To the therapist: tomorrow",
      about: "At six in the evening, to therapists who chose it.",
      words: { subject: "{date}: {visits}", opening: HELLO, closing: "" },
      facts: ["name", "date", "weekday", "visits", "practice", "phone"],
    },
  },
  load: async ({ db, now, sender, zone }, { therapistId, date }) => {
    const therapist = await getTherapistMails(db, therapistId);
    if (!therapist?.address || therapist.choice !== "evening" || localDateOf(now, zone) >= date) return null;
    const { name, address, whenEmpty } = therapist;
    const visits = await listDayForNotice(db, { therapistId, date, zone });
    if (visits.length === 0 && !(whenEmpty && (await worksOn(db, { therapistId, date, zone })))) return null;
    return { to: { name, address }, facts: eveningFacts({ therapist: name, date, visits }, { sender, zone }) };
  },
  body: ({ facts: { named, lines } }) =>
    therapistLetter(
      named,
      lines.length === 0 ? (
        <MailFact>Nothing booked tomorrow.</MailFact>
      ) : (
        <>
          <MailFact>Tomorrow, {named.date}</MailFact>
          {lines.map(({ when, who }) => (
            <MailText key={when}>
              <strong>{when}</strong>: {who}
            </MailText>
          ))}
        </>
      ),
    ),
  example: async (context) => {
    const { db, sender, zone, say } = context;
    const first = await exampleAppointment(context);
    const later = { start: first.start + 2 * HOUR, end: first.end + 2 * HOUR, name: first.name };
    const therapist = (await getTherapist(db, first.therapistId))?.name ?? say("our team");
    const about = { therapist, date: localDateOf(first.start, zone), visits: [first, later] };
    return { to: EXAMPLE_CLIENT, facts: eveningFacts(about, { sender, zone }) };
  },
});

function therapistLetter(named: MailFactsByName, children: ReactNode): Letter {
  const why =
    "You got this email because the practice has this address for you. Tell them if you would like different emails, or none.";
  return { why, named, children };
}

type Visit = { start: number; end: number; name: string | null };
type Day = { therapistId: string; date: string; zone: string };

/**
 * A therapist's confirmed appointments on a local date, as far as they have been told: a change that may still be undone
 * is not in it, as its own mail tells of it or is taken back.
 */
async function listDayForNotice(db: Queries, { therapistId, date, zone }: Day): Promise<Visit[]> {
  const day = { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) };
  const standing = await listStandingWith(db, therapistId, day);
  const visits = new Map<string, Visit>(
    standing.filter((one) => timesWith(one, therapistId)).map(({ id, start, end, name }) => [id, { start, end, name }]),
  );
  const pending = (await listUntriedOf(db, THERAPIST_NOTIFICATION)).map((data) => notificationData.parse(data));
  for (const { appointmentId, knew, ...of } of pending) {
    if (of.therapistId !== therapistId) continue;
    visits.delete(appointmentId);
    const appointment =
      knew && knew.start >= day.start && knew.start < day.end && (await getAppointment(db, appointmentId));
    if (appointment) visits.set(appointmentId, { ...knew, name: appointment.name });
  }
  return [...visits.values()].sort((one, other) => one.start - other.start);
}

async function worksOn(db: Queries, { therapistId, date, zone }: Day): Promise<boolean> {
  const working = await getWorkingTime(db, { therapistIds: [therapistId], from: date, to: date });
  const hours = working.get(therapistId);
  return hours !== undefined && stretchesOf(hours, date, zone).length > 0;
}

/** What stands with a therapist and starts within these instants, in the order of the day. */
async function listStandingWith(db: Queries, therapistId: string, within: Interval): Promise<Appointment[]> {
  const rows = await db
    .selectFrom("appointments")
    .selectAll()
    .where("therapist_id", "=", therapistId)
    .where("starts_at", ">=", within.start)
    .where("starts_at", "<", within.end)
    .where(isStanding)
    .orderBy("starts_at")
    .execute();
  return rows.map(appointmentFrom);
}
