import type { ReactElement, ReactNode } from "react";
import { type Complaint, referenceOf } from "#app/messages/complaint.ts";
import { type ContactMessage, type Reply, writerOf } from "#app/messages/contact-message.ts";
import { dateInWords } from "#app/platform/month.ts";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { MailFrame, MailLink, MailPhone, MailRule, MailText } from "#app/ui/mail-frame.tsx";

export type Draft = { subject: string; body: ReactElement };

type Facts = { sender: MailSender; enquiry: ContactMessage };

/** To the practice; a reply goes to the sender, if they gave an e-mail address. */
export function toPractice({ sender, enquiry }: Facts): Draft {
  const { id, email, subject, message, complaint } = enquiry;
  if (complaint) return complaintToPractice({ sender, enquiry, complaint });
  return draft(
    { sender, subject: `Message: ${subject}`, why: "The site writes this to the practice for each message." },
    <>
      <MailText>
        {writerOf(enquiry)}, {email}, wrote:
      </MailText>
      <Paragraphs text={message} />
      <MailText>
        <MailLink href={`${sender.siteUrl}/admin/messages/${id}`}>Read it at the desk</MailLink>, or answer this mail.
      </MailText>
    </>,
  );
}

/** To the sender. It quotes nothing: the address may be somebody else's. */
export function acknowledgement({ sender, enquiry }: Facts): Draft {
  if (enquiry.complaint) return complaintAcknowledged({ sender, enquiry, complaint: enquiry.complaint });
  return draft(
    { sender, subject: "We have your message", why: "You got this because this address was given with a message." },
    <MailText>
      Thank you, {enquiry.firstName}. We have your message and reply within one working day. If it is about today, ring
      us on <MailPhone sender={sender} />.
    </MailText>,
  );
}

type ComplaintFacts = Facts & { complaint: Complaint };

function complaintToPractice({ sender, enquiry, complaint }: ComplaintFacts): Draft {
  return draft(
    { sender, subject: enquiry.subject, why: "The site writes this to the practice for each complaint." },
    <>
      <MailText>
        {writerOf(enquiry)} wrote. Write to them by {dateInWords(complaint.dueDay)}: {complaint.replyTo}
      </MailText>
      <MailText>What happened:</MailText>
      <Paragraphs text={enquiry.message} />
      {complaint.wanted && <MailText>What would put it right:</MailText>}
      {complaint.wanted && <Paragraphs text={complaint.wanted} />}
      <MailText>
        <MailLink href={`${sender.siteUrl}/admin/messages/${enquiry.id}`}>Read it at the desk</MailLink>.
      </MailText>
    </>,
  );
}

function complaintAcknowledged({ sender, enquiry, complaint }: ComplaintFacts): Draft {
  const reference = referenceOf(complaint);
  return draft(
    {
      sender,
      subject: `We have your complaint ${reference}`,
      why: "You got this because this address was given with a complaint.",
    },
    <MailText>
      Thank you, {writerOf(enquiry)}. Your reference is {reference}. We will write to you by{" "}
      {dateInWords(complaint.dueDay)}. If you would rather talk, ring us on <MailPhone sender={sender} />.
    </MailText>,
  );
}

export function reply({ sender, enquiry, reply: { text } }: Facts & { reply: Reply }): Draft {
  return draft(
    { sender, subject: `Re: ${enquiry.subject}`, why: "You got this because you wrote to us." },
    <>
      <Paragraphs text={text} />
      <MailRule />
      <MailText>You wrote:</MailText>
      <Paragraphs text={enquiry.message} />
    </>,
  );
}

function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/).map((words, at) => ({ words, at }));
  return paragraphs.map(({ words, at }) => (
    <MailText key={at}>
      {words.split("\n").map((line, row) => (
        <span key={row}>
          {row > 0 && <br />}
          {line}
        </span>
      ))}
    </MailText>
  ));
}

function draft(
  { sender, subject, why }: { sender: MailSender; subject: string; why: string },
  children: ReactNode,
): Draft {
  const body = (
    <MailFrame title={subject} sender={sender} why={why}>
      {children}
    </MailFrame>
  );
  return { subject, body };
}
