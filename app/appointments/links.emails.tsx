import type { Draft } from "#app/appointments/appointment.emails.tsx";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { MailButton, MailFact, MailFrame, MailLink, MailText } from "#app/ui/mail-frame.tsx";

type BookingLink = { when: string; service: string; url: string };

export function bookingLinks(sender: MailSender, bookings: readonly BookingLink[]): Draft {
  const subject = bookings.length === 1 ? "The link of your booking" : "The links of your bookings";
  const why = "You got this because somebody asked at our site for the links of the bookings made with this address.";
  return {
    subject,
    calendar: false,
    body: (
      <MailFrame title={subject} sender={sender} why={why}>
        <MailText>Hello,</MailText>
        <MailText>
          With {bookings.length === 1 ? "this link" : "these links"} you see, move or cancel what you have booked:
        </MailText>
        {bookings.map(({ when, service, url }) => (
          <div key={url}>
            <MailFact>{when}</MailFact>
            <MailText>
              {service}. <MailLink href={url}>See, change or cancel</MailLink>
            </MailText>
          </div>
        ))}
        <MailText>If it was not you who asked, do nothing: only you have this mail.</MailText>
      </MailFrame>
    ),
  };
}

/** After "Keep my details for next time". `url` null: the address has an account already. */
export function keepDetails(sender: MailSender, { url, loginUrl }: { url: string | null; loginUrl: string }): Draft {
  const subject = url ? `Keep your details with ${sender.name}` : `You already have a ${sender.name} account`;
  const why = "You got this because somebody asked for it on the page of a booking made with this address.";
  return {
    subject,
    calendar: false,
    body: (
      <MailFrame title={subject} sender={sender} why={why}>
        <MailText>Hello,</MailText>
        {url ? (
          <>
            <MailText>
              Press this and choose a password, and your name, telephone number and bookings are kept for next time:
            </MailText>
            <MailButton href={url}>Keep my details</MailButton>
            <MailText>
              The link works once, for three days. If it was not you who asked, do nothing, and there is no account.
            </MailText>
          </>
        ) : (
          <>
            <MailText>
              This address has an account, and nothing about it has changed. Your details are kept there.
            </MailText>
            <MailButton href={loginUrl}>Log in</MailButton>
          </>
        )}
      </MailFrame>
    ),
  };
}
