import type { z } from "zod";
import {
  type About,
  calendarEntry,
  exampleAbout,
  forClientAhead,
  forPractice,
} from "#app/appointments/mails/about-appointment.server.ts";
import {
  CalendarNote,
  Change,
  Changed,
  clientLetter,
  Details,
  FACTS,
  HELLO,
  NOT_YOU,
  practiceLetter,
  Who,
} from "#app/appointments/mails/appointment-parts.tsx";
import { appointmentData, type movedData } from "#app/appointments/notifications/appointment-message.ts";
import { type ChangeSummary, changeInWords, knownFrom } from "#app/appointments/notifications/change-summary.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { defineMail, type MailContext } from "#app/mail/define-mail.server.ts";
import { MailText } from "#app/ui/mail-frame.tsx";

export const bookingMoved = defineMail({
  id: "appointment-rescheduled-client",
  title: "New time or other change",
  data: appointmentData["appointment-rescheduled-client"],
  words: {
    "booking-moved": {
      title: "New time",
      about: "When an appointment moves.",
      words: {
        subject: "Your new time: {date}, {time}",
        opening: `${HELLO}We have moved your appointment.`,
        closing: NOT_YOU,
      },
      facts: FACTS,
    },
    "booking-changed": {
      title: "Other change",
      about: "When its length, price or therapist changes, but not its start.",
      words: {
        subject: "Changed: {date}, {time}",
        opening: `${HELLO}We have changed your appointment.`,
        closing: NOT_YOU,
      },
      facts: FACTS,
    },
  },
  load: async (context, data) => {
    const about = await forClientAhead(context, data);
    if (!about) return null;
    const change = await changeIn(context, about, data);
    return { ...about, wording: change.isMoved ? "booking-moved" : "booking-changed", change };
  },
  body: ({ facts, change }) =>
    clientLetter(
      facts,
      <>
        <Details facts={facts} extra={change.was ? [["Was", change.was]] : []} />
        {change.lines.map((line) => (
          <MailText key={line}>{line}</MailText>
        ))}
        <Change facts={facts} />
      </>,
      {
        ring: change.isMoved ? "Your new time" : "Changed",
        legal: <CalendarNote facts={facts} words="The attached calendar file moves the entry in your calendar." />,
      },
    ),
  calendar: calendarEntry,
  example: async (context, wording) => {
    const { was, ...about } = await exampleAbout(context);
    const isMoved = wording === "booking-moved";
    const lines = isMoved ? [] : [`Price: ${about.facts.price}, was £0.00`];
    return { ...about, wording, change: { isMoved, was: isMoved ? was : null, lines } };
  },
});

export const movedToPractice = defineMail({
  id: "appointment-rescheduled-practice",
  title: "New time, to the practice",
  data: appointmentData["appointment-rescheduled-practice"],
  load: async (context, data) => {
    const about = await forPractice(context, data);
    return about && { ...about, change: await changeIn(context, about, data) };
  },
  body: ({ facts, change }) =>
    practiceLetter(
      `Moved by the client: now ${facts.day}, ${facts.time}`,
      <>
        <Changed facts={facts} change={change} />
        <Who facts={facts} />
      </>,
    ),
  example: async (context) => {
    const { was, ...about } = await exampleAbout(context);
    return { ...about, change: { isMoved: true, was, lines: [] } };
  },
});

async function changeIn(
  { db, zone, say }: MailContext,
  { appointment }: About,
  data: z.output<typeof movedData>,
): Promise<ChangeSummary> {
  const before = knownFrom(data, appointment);
  const names = new Map<string, string>();
  for (const id of [before.therapistId, appointment.therapistId]) {
    names.set(id, (await getTherapist(db, id))?.name ?? say("our team"));
  }
  return changeInWords({ before, now: appointment }, { zone, nameOf: (id) => names.get(id) ?? say("our team") });
}
