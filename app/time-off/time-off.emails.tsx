import type { ReactElement } from "react";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { MailButton, MailFact, MailFrame, MailText } from "#app/ui/mail-frame.tsx";

export type Draft = { subject: string; body: ReactElement };

/** `days`: `Friday 7 May 2027, all day`. `url`: the page where it is answered or seen. */
type Facts = { sender: MailSender; days: string; url: string };

export function timeOffAsked({ sender, days, url, name }: Facts & { name: string }): Draft {
  const subject = `${name} asks for time off`;
  const body = (
    <MailFrame title={subject} sender={sender} why={`You got this because you are an owner of ${sender.name}.`}>
      <MailFact>{days}</MailFact>
      <MailText>
        This time stays open to bookings until you confirm it. What is booked in it is shown to you then.
      </MailText>
      <MailButton href={url}>Confirm or decline</MailButton>
    </MailFrame>
  );
  return { subject, body };
}

export function timeOffWithdrawn({ sender, days, url, name }: Facts & { name: string }): Draft {
  const subject = `${name} no longer asks for time off`;
  const body = (
    <MailFrame title={subject} sender={sender} why={`You got this because you are an owner of ${sender.name}.`}>
      <MailFact>{days}</MailFact>
      <MailText>There is nothing to answer. This time is open to bookings as before.</MailText>
      <MailButton href={url}>See what else is asked</MailButton>
    </MailFrame>
  );
  return { subject, body };
}

type Answered = Facts & { confirmed: boolean; by: string | null; answer: string | null };

export function timeOffAnswered({ sender, days, url, confirmed, by, answer }: Answered): Draft {
  const subject = confirmed ? "Your time off is confirmed" : "Your time off is declined";
  const body = (
    <MailFrame title={subject} sender={sender} why={`You got this because you asked ${sender.name} for time off.`}>
      <MailFact>{days}</MailFact>
      <MailText>
        {confirmed
          ? "This time is closed to bookings now. Whoever was booked in it before stays booked until they are moved."
          : "This time is open to bookings as before."}
      </MailText>
      {answer && (
        <MailText>
          {by ?? "An owner"} writes: “{answer}”
        </MailText>
      )}
      <MailButton href={url}>See your hours</MailButton>
    </MailFrame>
  );
  return { subject, body };
}
