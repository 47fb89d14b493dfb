import type { ReactElement } from "react";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { MailButton, MailFrame, MailText } from "#app/ui/mail-frame.tsx";

/** To the owner, who presses its link on the checklist's word. */
export function testMail({ sender, url }: { sender: MailSender; url: string }): {
  subject: string;
  body: ReactElement;
} {
  const subject = "Test mail: press its link";
  const why = "You got this because you asked for a test mail under Going live.";
  return {
    subject,
    body: (
      <MailFrame title={subject} sender={sender} why={why}>
        <MailText>Your site can send mail. Press the link, so that the checklist knows that it arrived.</MailText>
        <MailButton href={url}>It arrived</MailButton>
      </MailFrame>
    ),
  };
}
