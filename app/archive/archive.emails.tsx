import type { ReactElement } from "react";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { MailButton, MailFrame, MailText } from "#app/ui/mail-frame.tsx";

type Facts = { sender: MailSender; by: string; when: string; url: string };

/** To every owner, also to the one who did it: a download that nobody meant is noticed. */
export function archiveTaken({ sender, by, when, url }: Facts): { subject: string; body: ReactElement } {
  const subject = `Everything of ${sender.name} was downloaded`;
  return {
    subject,
    body: (
      <MailFrame title={subject} sender={sender} why={`You got this because you are an owner of ${sender.name}.`}>
        <MailText>
          {by} downloaded everything that {sender.name} has stored, with the personal data of all clients, on {when}.
        </MailText>
        <MailText>
          If nobody of you meant to, suspend whoever it was and change your own password. It is a breach of personal
          data then, which you may have to report to the ICO within 72 hours.
        </MailText>
        <MailButton href={url}>Look at who works here</MailButton>
      </MailFrame>
    ),
  };
}
