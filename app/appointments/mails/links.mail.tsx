import { listAheadByEmail } from "#app/appointments/clients/own-appointments.db.server.ts";
import {
  calendarEntry,
  exampleAbout,
  forClient,
  forClientAhead,
} from "#app/appointments/mails/about-appointment.server.ts";
import {
  CalendarNote,
  Change,
  clientLetter,
  Details,
  FACTS,
  HELLO,
} from "#app/appointments/mails/appointment-parts.tsx";
import { whenInWords } from "#app/appointments/mails/mail-facts.ts";
import { appointmentData } from "#app/appointments/notifications/appointment-message.ts";
import {
  getOfferOf,
  hasAccount,
  offerSecretOf,
} from "#app/appointments/requests/create-account-from-booking.server.ts";
import { manageUrlOf } from "#app/appointments/requests/manage-link.server.ts";
import { defineMail, EXAMPLE_CLIENT } from "#app/mail/define-mail.server.ts";
import { MailButton, MailFact, MailLink, MailText } from "#app/ui/mail-frame.tsx";

/** A new manage link: the address was corrected, or the practice asked for a new one. */
export const newLink = defineMail({
  id: "appointment-link-client",
  title: "New link",
  data: appointmentData["appointment-link-client"],
  words: {
    "new-link": {
      about: "When you correct an address or make a new link.",
      words: {
        subject: "Your new link for {date}, {time}",
        opening: `${HELLO}Here is a new link to see, change or cancel your appointment. The old link no longer works.`,
        closing: "",
      },
      facts: FACTS,
    },
  },
  load: forClientAhead,
  body: ({ facts }) =>
    clientLetter(
      facts,
      <>
        <Details facts={facts} />
        <Change facts={facts} />
      </>,
      {
        ring: "Booked",
        legal: <CalendarNote facts={facts} words="The attached calendar file has the new link too." />,
      },
    ),
  calendar: calendarEntry,
  example: exampleAbout,
});

/** All links of one address. */
export const bookingLinks = defineMail({
  id: "booking-links-client",
  title: "Links to bookings",
  data: appointmentData["booking-links-client"],
  words: {
    "booking-links": {
      about: "When someone asks for the links to their bookings.",
      words: {
        subject: "Links to your bookings",
        opening: "Hello,\n\nUse these links to see, move or cancel your appointments:",
        closing: "If you didn’t ask for this, ignore this email. No one else got it.",
      },
      facts: ["practice", "phone"],
    },
  },
  load: async (context, data) => {
    const { app, db, now, zone } = context;
    const about = await forClient(context, data);
    if (!about) return null;
    const ahead = await listAheadByEmail(db, { email: about.to.address, now });
    const bookings = ahead.map((one) => ({
      when: whenInWords(one, zone),
      service: one.serviceTitle,
      url: manageUrlOf(app, one),
    }));
    return bookings.length > 0 ? { to: about.to, bookings } : null;
  },
  body: ({ bookings }, { sender }) => ({
    why: "You got this email because someone asked on our website for links to the bookings made with this address.",
    named: { practice: sender.name, phone: sender.phone },
    children: bookings.map(({ when, service, url }) => (
      <div key={url}>
        <MailFact>{when}</MailFact>
        <MailText>
          {service}. <MailLink href={url}>Move or cancel</MailLink>
        </MailText>
      </div>
    )),
  }),
  example: async (context) => {
    const { to, facts } = await exampleAbout(context);
    return { to, bookings: [{ when: facts.when, service: facts.service, url: facts.manageUrl }] };
  },
});

/** After "Keep my details for next time". */
export const keepDetails = defineMail({
  id: "appointment-account-client",
  title: "Keep details for next time",
  isPrivate: true,
  data: appointmentData["appointment-account-client"],
  words: {
    "keep-details": {
      about: "When a guest asks for an account.",
      words: { subject: "Keep your details with {practice}", opening: "Hello,", closing: "" },
      facts: ["practice", "phone"],
    },
    "details-kept": {
      title: "Details already kept",
      about: "When a guest asks for an account and already has one.",
      words: { subject: "You already have a {practice} account", opening: "Hello,", closing: "" },
      facts: ["practice", "phone"],
    },
  },
  load: async (context, data) => {
    const { app, db, siteUrl } = context;
    const about = await forClient(context, data);
    const offer = about && (await getOfferOf(db, about.appointment.id));
    if (!offer) return null;
    const { to } = about;
    if (await hasAccount(db, to.address)) {
      return { to, wording: "details-kept", url: `${siteUrl}/login?redirectTo=%2Fmy-appointment` };
    }
    return { to, wording: "keep-details", url: `${siteUrl}/keep-details?token=${offerSecretOf(app, offer)}` };
  },
  body: ({ wording, url }, { sender }) => ({
    why: "You got this email because someone asked for it from a booking made with this address.",
    named: { practice: sender.name, phone: sender.phone },
    children:
      wording === "keep-details" ? (
        <>
          <MailText>Open this link to keep your name, phone number and bookings for next time:</MailText>
          <MailButton href={url}>Keep my details</MailButton>
          <MailText>
            The link works once, for three days. If you didn’t ask for this, ignore this email and no account is
            created.
          </MailText>
        </>
      ) : (
        <>
          <MailText>
            This address already has an account, and nothing about it has changed. Your details are kept there.
          </MailText>
          <MailButton href={url}>Log in</MailButton>
        </>
      ),
  }),
  example: ({ siteUrl }, wording) => {
    const path = wording === "keep-details" ? "/keep-details" : "/login";
    return { to: EXAMPLE_CLIENT, wording, url: siteUrl + path };
  },
});
