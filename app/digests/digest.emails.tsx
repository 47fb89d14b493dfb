import type { ReactElement } from "react";
import { countedInWords, type DigestLine, grouped, HEADINGS } from "#app/digests/digest-line.ts";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { MailFact, MailFrame, MailLink, MailText } from "#app/ui/mail-frame.tsx";

const WHY = "You chose one mail a day about what clients do. What can’t wait still comes at once.";

/** To the practice: all that waited since the last one. */
export function digest({ sender, lines }: { sender: MailSender; lines: readonly DigestLine[] }): {
  subject: string;
  body: ReactElement;
} {
  const subject = `Since the last mail: ${countedInWords(lines)}`;
  const body = (
    <MailFrame title={subject} sender={sender} why={WHY}>
      {grouped(lines).map(({ group, lines: shown, left }) => (
        <div key={group}>
          <MailFact>{HEADINGS[group]}</MailFact>
          {shown.map((line, at) => (
            <Line key={at} line={line} />
          ))}
          {left > 0 && <MailText>And {left} more at the desk.</MailText>}
        </div>
      ))}
      <MailText>
        <MailLink href={`${sender.siteUrl}/admin/settings/mails/to-you`}>Choose when you hear</MailLink>
      </MailText>
    </MailFrame>
  );
  return { subject, body };
}

function Line({ line: { lead, more, href } }: { line: DigestLine }) {
  return (
    <MailText>
      <MailLink href={href}>{lead}</MailLink>
      {more.map((words) => (
        <span key={words}>
          <br />
          {words}
        </span>
      ))}
    </MailText>
  );
}
