export type Mailbox = { name: string; address: string };

/** A rendered mail, ready to send: what a room's renderer makes of a message. */
export type Mail = {
  from: Mailbox;
  to: Mailbox;
  replyTo: Mailbox;
  subject: string;
  text: string;
  html: string;
  /** An iCalendar invitation. The method stands in the file and in the part's type (RFC 6047 2.4). */
  calendar: { method: "REQUEST" | "CANCEL" | "PUBLISH"; content: string } | null;
  /** The Message-IDs of the mails before it in a conversation, oldest first; it answers the last one. */
  thread?: string[];
};

const LINE_BREAKING = /[\p{Cc}\u2028\u2029]+/gu;

/** Makes a text safe for a header or a display name: line breaks become spaces (header injection). */
export function oneLine(text: string): string {
  return text.replace(LINE_BREAKING, " ").trim();
}

const LONGEST_NAME = 60;
// What some mail programs read as an address or markup: tags, Markdown, schemes, paths, an at sign.
const LINKING = /[<>[\]{}|\\^`*_~#=:/@&%?+]+/g;
// A dot before a letter or digit makes a domain; so does the ideographic full stop.
const DOTTED = /[.\u3002]+(?=[\p{L}\p{N}])/gu;
const MOST_DIGITS = 4;

/**
 * A stranger's name as a mail may show it: no mail program turns it into a link. Anybody can cause a mail to anybody,
 * and a name must not carry an advert.
 */
export function nameInMail(name: string): string {
  const plain = oneLine(name.normalize("NFKC"))
    .replace(/\p{Cf}/gu, "")
    .replace(LINKING, " ")
    .replace(DOTTED, ". ");
  const isNumber = plain.replace(/\P{Nd}/gu, "").length > MOST_DIGITS;
  const words = isNumber ? plain.replace(/\p{Nd}+/gu, " ") : plain;
  return words.replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME);
}

/** What a stranger wrote to someone else, as a mail may show it: no mail program turns a word of it into a link. */
export function messageInMail(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{Cf}<>]/gu, "")
    .replace(/:\/+|[@/\\]/g, " ")
    .replace(DOTTED, ". ");
}

// 256 random bits as base64url at the end of an address (platform/ids); an iCalendar line may break within it.
const SECRET = /(?<=[/=])(?:[\w-](?:\r?\n[ \t])?){43}(?![\w-])/g;
const HIDDEN = "…";

/** A mail as it may be stored once sent: a reader of the copy can't use its links. */
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
