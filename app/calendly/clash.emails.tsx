import type { ReactElement } from "react";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { MailButton, MailFrame, MailText } from "#app/ui/mail-frame.tsx";

type Facts = { sender: MailSender; when: string; title: string; who: string; url: string };

/** To the owner, once for each. */
export function clash({ sender, when, title, who, url }: Facts): { subject: string; body: ReactElement } {
  const subject = `Two at one time: ${when}`;
  return {
    subject,
    body: (
      <MailFrame title={subject} sender={sender} why="You got this because your booking page shows Calendly.">
        <MailText>
          {who} booked {title} on Calendly for {when}, and that time is taken in your diary. Calendly has confirmed it
          to them.
        </MailText>
        <MailText>
          The appointment in your diary stands as it was. Move one of the two, or cancel one: here, or on Calendly. We
          look again every five minutes, and put it into the diary once there is room.
        </MailText>
        <MailButton href={url}>Look at both</MailButton>
      </MailFrame>
    ),
  };
}
