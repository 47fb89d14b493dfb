import type { ReactElement, ReactNode } from "react";
import { type Complaint, referenceOf } from "#app/messages/complaint.ts";
import { type ContactMessage, type Reply, writerOf } from "#app/messages/contact-message.ts";
import { dateInWords } from "#app/platform/month.ts";
import { MailParagraphs } from "#app/settings/mail-paragraphs.tsx";
import type { MailSender } from "#app/settings/mail-sender.ts";
import { filledLine, type MailFactsByName, type MailWords } from "#app/settings/mail-words.ts";
import { MailFrame, MailLink, MailRule, MailText } from "#app/ui/mail-frame.tsx";

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

type Worded = Facts & { words: MailWords };

/** To the sender. It quotes nothing: the address may be somebody else's. */
export function acknowledgement({ sender, enquiry, words }: Worded): Draft {
  const why = "You got this because this address was given with a message.";
  const facts = { ...practiceFacts(sender), name: enquiry.firstName };
  return worded({ sender, words, facts, why }, null);
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

export function complaintAcknowledged({ sender, enquiry, complaint, words }: ComplaintFacts & Worded): Draft {
  const [reference, date] = [referenceOf(complaint), dateInWords(complaint.dueDay)];
  const why = "You got this because this address was given with a complaint.";
  const facts = { ...practiceFacts(sender), name: writerOf(enquiry), reference, date };
  return worded(
    { sender, words, facts, why },
    <MailText>
      Your reference is {reference}. We will write to you by {date}.
    </MailText>,
  );
}

export function reply({ sender, enquiry, reply: { text }, words }: Worded & { reply: Reply }): Draft {
  const why = "You got this because you wrote to us.";
  const facts = { ...practiceFacts(sender), name: enquiry.firstName, subject: enquiry.subject };
  const answer = <Paragraphs text={text} />;
  const end = (
    <>
      <MailRule />
      <MailText>You wrote:</MailText>
      <Paragraphs text={enquiry.message} />
    </>
  );
  return worded({ sender, words, facts, why }, answer, end);
}

function practiceFacts(sender: MailSender) {
  return { practice: sender.name, phone: sender.phone };
}

type Wording = { sender: MailSender; words: MailWords; facts: MailFactsByName; why: string };

function worded({ sender, words, facts, why }: Wording, children: ReactNode, end: ReactNode = null): Draft {
  return draft(
    { sender, subject: filledLine(words.subject, facts), why },
    <>
      <MailParagraphs text={words.opening} facts={facts} sender={sender} />
      {children}
      <MailParagraphs text={words.closing} facts={facts} sender={sender} />
      {end}
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
