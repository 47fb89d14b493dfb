import type { ReactElement } from "react";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { MailButton, MailFrame, MailText } from "#app/ui/mail-frame.tsx";

type Facts = {
  sender: MailSender;
  name: string;
  since: string;
  fault: string;
  isRevoked: boolean;
  meanwhile?: string;
  url: string;
};

const ARRIVES = "What was booked meanwhile arrives when it works again.";

/** To the owner, once a day while it lasts. */
export function adapterFails({ sender, name, since, fault, isRevoked, meanwhile = ARRIVES, url }: Facts): {
  subject: string;
  body: ReactElement;
} {
  const subject = isRevoked ? `${name} refuses your key` : `${name} has not worked since ${since}`;
  return {
    subject,
    body: (
      <MailFrame title={subject} sender={sender} why={`You got this because ${name} is set up in your settings.`}>
        <MailText>{fault}</MailText>
        <MailText>
          {isRevoked
            ? `Mend that there, or make a new key, and save it in the settings here. ${meanwhile}`
            : `We go on trying. ${meanwhile} This mail comes once a day.`}
        </MailText>
        <MailButton href={url}>Look at the settings</MailButton>
      </MailFrame>
    ),
  };
}
