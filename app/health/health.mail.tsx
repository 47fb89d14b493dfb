import { z } from "zod";
import {
  exampleAbout,
  forClientAhead,
  forPractice,
  isAhead,
} from "#app/appointments/mails/about-appointment.server.ts";
import { BeforeYouCome, Who } from "#app/appointments/mails/appointment-parts.tsx";
import { viewName } from "#app/clients/client.ts";
import { getClient } from "#app/clients/clients.db.server.ts";
import { defineMail, EXAMPLE_CLIENT, type MailContext } from "#app/mail/define-mail.server.ts";
import { shortMoment } from "#app/platform/date-time.ts";
import { MailFact, MailLink, MailText } from "#app/ui/mail-frame.tsx";

/** To the practice: someone should speak to this client before they come. It says no word of what they wrote. */
export const callFirst = defineMail({
  id: "call-first-practice",
  title: "Call before an appointment, to the practice",
  data: z.object({ appointmentId: z.string() }),
  load: async (context, data) => {
    const about = await forPractice(context, data);
    return about && isAhead(context, about.appointment) ? about : null;
  },
  body: ({ facts }) => ({
    subject: `Call the client before ${facts.day}, ${facts.time}`,
    why: "You got this email because of what a client sent before their appointment.",
    children: (
      <>
        <MailFact>{facts.when}</MailFact>
        <MailText>
          Call the client before they come: their health form says “Call first”. Nothing was cancelled. They have seen
          your number, and who to call in an emergency.
        </MailText>
        <MailText>Only the therapist who treats them can open the form.</MailText>
        <Who facts={facts} />
      </>
    ),
  }),
  example: exampleAbout,
});

/** To a client with a coming appointment. Its subject, which others read on a lock screen, names no health. */
export const formRequest = defineMail({
  id: "health-form-client",
  title: "Health form to fill in, before an appointment",
  data: z.object({ appointmentId: z.string() }),
  load: async (context, data) => {
    const about = await forClientAhead(context, data);
    return about?.facts.formUrl ? about : null;
  },
  body: ({ facts }) => ({
    subject: `Before your appointment on ${facts.day}, ${facts.time}`,
    why: "You got this email because an appointment was booked with this address.",
    children: (
      <>
        <MailFact>{facts.when}</MailFact>
        <BeforeYouCome facts={facts} />
        <MailText>It takes about two minutes. Only the therapists who treat you can open it.</MailText>
      </>
    ),
  }),
  example: async (context) => {
    const { facts, ...about } = await exampleAbout(context);
    return { ...about, facts: { ...facts, formUrl: `${facts.manageUrl}/form` } };
  },
});

/** What an email to the practice about one of its clients says: their name, and a link to them. */
const ABOUT_CLIENT = {
  data: z.object({ clientId: z.string() }),
  load: async ({ db, inbox, siteUrl }: MailContext, { clientId }: { clientId: string }) => {
    const client = await getClient(db, clientId);
    return client && client.erasedAt === null
      ? { to: inbox, name: viewName(client), url: `${siteUrl}/admin/clients/${clientId}` }
      : null;
  },
  example: ({ inbox, siteUrl }: MailContext) => {
    return { to: inbox, name: "Sam Carter", url: `${siteUrl}/admin/clients/example` };
  },
};

/** To the practice: a client takes back what they agreed to. */
export const consentWithdrawn = defineMail({
  id: "consent-withdrawn-practice",
  title: "A consent was withdrawn, to the practice",
  ...ABOUT_CLIENT,
  body: ({ name, url }) => ({
    subject: "A client has changed what they agreed to",
    why: "You got this email because a client changed something in their account.",
    children: (
      <>
        <MailText>
          {name} has withdrawn a consent. What they sent before is now hidden from everyone, and no one can add to it.
        </MailText>
        <MailText>
          Their appointments have not changed. <MailLink href={url}>Open {name}</MailLink>
        </MailText>
      </>
    ),
  }),
});

/** To the practice: a client says that something in their record is wrong. It says no word of what. */
export const correctionRequest = defineMail({
  id: "correction-request-practice",
  title: "Correction requested, to the practice",
  ...ABOUT_CLIENT,
  body: ({ name, url }) => ({
    subject: "A client asks for a correction",
    why: "You got this email because a client wrote something in their account.",
    children: (
      <>
        <MailText>
          {name} says that something in their record is wrong. Only the therapists who treat them can read what. You
          must answer within one month.
        </MailText>
        <MailText>
          <MailLink href={url}>Open {name}</MailLink>
        </MailText>
      </>
    ),
  }),
});

/** To whoever wrote a record: someone who does not treat the client opened it. It says no word of what stands there. */
export const emergencyAccess = defineMail({
  id: "emergency-access",
  title: "Emergency access, to the therapist who wrote the record",
  data: z.object({ to: z.string(), by: z.string(), clientId: z.string(), at: z.number() }),
  load: async ({ db, siteUrl }, { to, by, clientId, at }) => {
    const user = await db.selectFrom("users").select(["name", "email"]).where("id", "=", to).executeTakeFirst();
    const client = await getClient(db, clientId);
    if (!user || !client || client.erasedAt !== null) return null;
    const url = `${siteUrl}/admin/clients/${clientId}`;
    return { to: { name: user.name, address: user.email }, name: viewName(client), by, at, url };
  },
  body: ({ name, by, at, url }, { zone }) => ({
    subject: `Emergency access by ${by}, ${shortMoment(at, zone)}`,
    why: "You got this email because you wrote the record that was opened.",
    children: (
      <>
        <MailText>
          {by} opened what you wrote about {name} under emergency access, for one hour. {name} can see in their account
          that it was opened, and why.
        </MailText>
        <MailText>
          Speak to {by} if you don’t know the reason. <MailLink href={url}>Open {name}</MailLink>
        </MailText>
      </>
    ),
  }),
  example: ({ now, siteUrl }) => ({
    to: EXAMPLE_CLIENT,
    ...{ name: "Sam Carter", by: "Robin Hale", at: now, url: `${siteUrl}/admin/clients/example` },
  }),
});
