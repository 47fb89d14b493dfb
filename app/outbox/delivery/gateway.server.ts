import { createTransport } from "nodemailer";
import type { Mail, Mailbox } from "#app/outbox/mail.ts";
import { oneLine } from "#app/outbox/mail.ts";

/** Hands mails to an SMTP server. `send` throws when the server has not taken the mail. */
export type Transport = {
  send: (mail: Mail, stamp: { messageId: string; now: number }) => Promise<void>;
  close: () => void;
};

// Together they stay far below the lease: five mails a connection, each at its slowest.
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** A pooled SMTP transport for an address such as `smtp://user:password@host:587`. `timeouts` in ms. */
export function smtpTransport(url: string, timeouts: typeof TIMEOUTS = TIMEOUTS): Transport {
  const transporter = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // A connection lost after the mail was handed over must not send it again behind the outbox's back.
    maxRequeues: 0,
    ...timeouts,
    // A mail is made of what we hand over, whatever a text in it looks like.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail, { messageId, now }) {
      await transporter.sendMail({
        messageId,
        date: new Date(now),
        from: mailbox(mail.from),
        to: mailbox(mail.to),
        replyTo: mailbox(mail.replyTo),
        subject: oneLine(mail.subject),
        text: mail.text,
        html: mail.html,
        // RFC 3834: no holiday notice answers this.
        headers: { "Auto-Submitted": "auto-generated" },
        ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: "appointment.ics" } }),
      });
    },
    close: () => transporter.close(),
  };
}

/** Name and address apart: in one string, a comma in a name would be a second recipient. */
function mailbox({ name, address }: Mailbox) {
  return { name: oneLine(name), address };
}
