import { getCancellation } from "#app/appointments/appointments.db.server.ts";
import { alternativeTimes, bookAgainUrl } from "#app/appointments/booking/free-times/near-times.server.ts";
import { type Cancellation, isByPractice, isEntered } from "#app/appointments/cancellation.ts";
import {
  type About,
  calendarEntry,
  exampleAbout,
  forClient,
  forPractice,
} from "#app/appointments/mails/about-appointment.server.ts";
import {
  CalendarNote,
  clientLetter,
  FACTS,
  HELLO,
  practiceLetter,
  Who,
} from "#app/appointments/mails/appointment-parts.tsx";
import { appointmentData } from "#app/appointments/notifications/appointment-message.ts";
import { defineMail, type MailContext } from "#app/mail/define-mail.server.ts";
import { Ours } from "#app/mail/letter.tsx";
import type { Mail } from "#app/mail/mail.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { MailButton, MailFact, MailLink, MailText } from "#app/ui/mail-frame.tsx";

type CancellationFacts = Pick<Cancellation, "actor" | "askedBy" | "reason" | "chargeable">;

/** `near`: up to three other times, each with the address that books it; `againUrl`: the booking page as they chose. */
type Facts = About & {
  wording: string;
  reason: string | null;
  near: { label: string; href: string }[];
  againUrl: string | null;
};

export const bookingCancelled = defineMail({
  id: "appointment-cancelled-client",
  title: "Cancellation",
  data: appointmentData["appointment-cancelled-client"],
  words: {
    "cancelled-by-client": {
      title: "Cancelled by the client",
      about: "The client’s record of it.",
      words: {
        subject: "Cancelled: {date}",
        opening: `${HELLO}This is your record that your appointment has been cancelled. There is nothing to pay.`,
        closing: "",
      },
      facts: FACTS,
    },
    "cancelled-for-client": {
      title: "Cancelled for the client",
      about: "When they called and you cancelled it for them.",
      words: {
        subject: "Cancelled: {date}",
        opening: `${HELLO}This is your record that your appointment has been cancelled, as you asked. There is nothing to pay.`,
        closing: "",
      },
      facts: FACTS,
    },
    "cancelled-late": {
      title: "Cancelled late, and your rule asks for a payment",
      about: "When they called too late to cancel free of charge.",
      words: {
        subject: "Cancelled: {date}",
        opening: `${HELLO}This is your record that your appointment has been cancelled, as you asked. Under our cancellation policy this was late, so we may ask you for a payment. Nothing has been taken.`,
        closing: "",
      },
      facts: FACTS,
    },
    "cancelled-by-practice": {
      title: "Cancelled by you",
      about: "With your reason and other times.",
      words: {
        subject: "Sorry, we need to cancel {date}",
        opening: `${HELLO}We are sorry, but we have to cancel your appointment.`,
        closing: "There is nothing to pay. If you would rather talk, call us on {phone}.",
      },
      facts: FACTS,
    },
  },
  load: async (context, data) => {
    const about = await forClient(context, data);
    const cancellation = about && (await getCancellation(context.db, about.appointment.id));
    return cancellation && cancelledFacts(context, about, cancellation);
  },
  body: ({ facts, reason, near, againUrl }) =>
    clientLetter(
      facts,
      againUrl ? (
        <>
          <MailFact>{facts.when}</MailFact>
          <PaidNote facts={facts} />
          <MailText>Would you like a different time?</MailText>
          <MailButton href={againUrl}>Book again</MailButton>
        </>
      ) : (
        <>
          <MailFact>{facts.when}</MailFact>
          <PaidNote facts={facts} isByPractice />
          {reason ? <MailText>{reason}</MailText> : null}
          {near.length > 0 ? (
            <MailText>
              <Ours>We can see you at:</Ours>
            </MailText>
          ) : null}
          {near.map((time) => (
            <MailText key={time.href}>
              <MailLink href={time.href}>{time.label}</MailLink>
            </MailText>
          ))}
        </>
      ),
      {
        legal: <CalendarNote facts={facts} words="The attached calendar file removes the entry from your calendar." />,
      },
    ),
  calendar: calendarEntry,
  example: async (context, wording) => {
    const { was, ...about } = await exampleAbout(context);
    const againUrl = `${context.siteUrl}/book`;
    return wording === "cancelled-by-practice"
      ? { ...about, wording, reason: "Your therapist is ill.", near: [{ label: was, href: againUrl }], againUrl: null }
      : { ...about, wording, reason: null, near: [], againUrl };
  },
});

/** After a cancellation by the practice all of it goes back, however late. */
function PaidNote({
  facts: { paid, prepaid },
  isByPractice = false,
}: {
  facts: About["facts"];
  isByPractice?: boolean;
}) {
  if (prepaid?.isCourse)
    return (
      <MailText>
        It was booked with a session of a course.{" "}
        {isByPractice
          ? "The session goes back to the course."
          : "Unless it counts as used under the rule you agreed to, the session goes back to the course."}
      </MailText>
    );
  if (!paid) return null;
  return (
    <MailText>
      You paid {paid.now} when you booked.{" "}
      {isByPractice ? "All of it" : "Anything not kept under the rule you agreed to"} goes back the way you paid, to
      your card or voucher. You get another email when a refund leaves for your card.
    </MailText>
  );
}

/** The mail that this cancellation would send, before it is made; null without an address. */
export function previewCancellation(
  app: AppContext,
  appointmentId: string,
  cancellation: CancellationFacts,
): Promise<Mail | null> {
  return bookingCancelled.write(app, async (context) => {
    const about = await forClient(context, { appointmentId });
    return about && cancelledFacts(context, about, cancellation);
  });
}

async function cancelledFacts(context: MailContext, about: About, cancellation: CancellationFacts): Promise<Facts> {
  const { app, settings, zone } = context;
  const { appointment } = about;
  if (isByPractice(cancellation)) {
    // While visitors book on Calendly our free times are no promise (decisions/0335).
    const near = settings.scheduler.kind === "own" ? await alternativeTimes(app, { appointment, zone }) : [];
    return { ...about, wording: "cancelled-by-practice", reason: cancellation.reason, near, againUrl: null };
  }
  const rang = cancellation.chargeable ? "cancelled-late" : "cancelled-for-client";
  const wording = isEntered(cancellation) ? rang : "cancelled-by-client";
  return { ...about, wording, reason: null, near: [], againUrl: await bookAgainUrl(app, appointment) };
}

export const cancelledToPractice = defineMail({
  id: "appointment-cancelled-practice",
  title: "Cancellation, to the practice",
  data: appointmentData["appointment-cancelled-practice"],
  load: async (context, data) => {
    const about = await forPractice(context, data);
    return about && { ...about, reason: (await getCancellation(context.db, data.appointmentId))?.reason ?? null };
  },
  body: ({ facts, reason }) =>
    practiceLetter(
      `Cancelled by the client: ${facts.day}, ${facts.time}`,
      <>
        <MailFact>{facts.when}</MailFact>
        <MailText>The time is free again.</MailText>
        {reason ? <MailText>Their reason: {reason}</MailText> : null}
        <Who facts={facts} />
      </>,
    ),
  example: async (context) => ({ ...(await exampleAbout(context)), reason: "A cold" }),
});
