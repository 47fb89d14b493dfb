export type Mailbox = { name: string; address: string };

/** A rendered mail, ready to be sent: what a room's renderer makes of a message. */
export type Mail = {
  from: Mailbox;
  to: Mailbox;
  replyTo: Mailbox;
  /** One line. */
  subject: string;
  text: string;
  html: string;
  /** An iCalendar invitation: the method stands in the file and in the part's type alike (RFC 6047 2.4). */
  calendar: { method: "REQUEST" | "CANCEL"; content: string } | null;
};

const LINE_BREAKING = /[\p{Cc}\u2028\u2029]+/gu;

/** Text that can stand in a header or a display name: whatever breaks a line becomes a space (header injection). */
export function oneLine(text: string): string {
  return text.replace(LINE_BREAKING, " ").trim();
}

// 256 random bits as base64url at the end of an address (platform/ids); an iCalendar line may break anywhere in it.
const SECRET = /(?<=[/=])(?:[\w-](?:\r?\n[ \t])?){43}(?![\w-])/g;
const HIDDEN = "…";

/** A mail as it may be kept once it is sent: whoever reads the copy can't use its links in the person's place. */
export function withoutSecrets(mail: Mail): Mail {
  const hidden = (text: string) => text.replace(SECRET, HIDDEN);
  const { calendar } = mail;
  return {
    ...mail,
    text: hidden(mail.text),
    html: hidden(mail.html),
    calendar: calendar && { ...calendar, content: hidden(calendar.content) },
  };
}
