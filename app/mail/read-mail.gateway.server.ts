import { randomUUID } from "node:crypto";
import type { Email } from "postal-mime";
import { type DeliveryReport, readDeliveryStatus } from "#app/mail/delivery-report.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { withoutBidi } from "#app/platform/text.ts";

/** What the head of a mail says. Nothing of it is to be trusted. */
export type MailHead = {
  /** The same for the same mail, whatever mailbox it is read from. */
  key: string;
  messageId: string | null;
  /** The mails that it answers, from In-Reply-To and References. */
  answers: string[];
  from: { name: string; address: string };
  /** No person wrote it: an absence note, a list, a machine. */
  isAutomatic: boolean;
  isReport: boolean;
};

/** `reports` and `returned`: of a delivery report, and the Message-IDs of the mails that it is about. */
export type ReceivedMail = MailHead & {
  text: string;
  attachments: string[];
  reports: DeliveryReport[];
  returned: string[];
};

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 2 };
const MOST_ANSWERED = 40;
const MOST_ATTACHMENTS = 20;
const LONGEST_NAME = 100;
/** The longest text that is kept of a reply. */
const LONGEST_TEXT = 20_000;
const LONGEST_HTML = 200_000;

// Printable ASCII without what a header or a list of ids could be broken with.
const MESSAGE_ID = /<[!#-;=?-~]{1,200}@[!#-;=?A-~]{1,200}>/g;

/** The head of a mail from its first bytes; null: it can't be read. Never throws, whatever it is given. */
export async function readHead(bytes: Uint8Array): Promise<MailHead | null> {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf("\r\n\r\n");
  const mail = await parse(end < 0 ? bytes : bytes.subarray(0, end + 4));
  return mail && headOf(mail, bytes);
}

/** A whole mail, or its beginning. HTML becomes text; of attachments only the names are read. */
export async function readMail(bytes: Uint8Array): Promise<ReceivedMail | null> {
  const mail = await parse(bytes);
  if (!mail) return null;
  const reports: DeliveryReport[] = [];
  const returned: string[] = [];
  for (const { mimeType, content } of mail.attachments.slice(0, MOST_ATTACHMENTS)) {
    if (typeof content === "string") continue;
    const part = new Uint8Array(content);
    if (mimeType === "message/delivery-status") reports.push(...readDeliveryStatus(new TextDecoder().decode(part)));
    if (mimeType === "message/rfc822" || mimeType === "text/rfc822-headers") {
      const original = await parse(part.subarray(0, LIMITS.maxHeadersSize));
      returned.push(...idsIn(original?.messageId ?? ""));
    }
  }
  return { ...headOf(mail, bytes), text: await textOf(mail), attachments: namesIn(mail), reports, returned };
}

async function parse(bytes: Uint8Array): Promise<Email | null> {
  // Loaded when a mail is read: without a mailbox it takes no memory.
  const { default: PostalMime } = await import("postal-mime");
  return PostalMime.parse(bytes, LIMITS).catch(() => null);
}

function headOf(mail: Email, bytes: Uint8Array): MailHead {
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? "";
  const [messageId = null] = idsIn(mail.messageId ?? "");
  const answers = [...idsIn(mail.inReplyTo ?? ""), ...idsIn(mail.references ?? "").toReversed()];
  const address = mail.from?.address ?? "";
  return {
    key: hashOf(messageId ?? `${header("date")}\n${address}\n${hashOf(Buffer.from(bytes).toString("latin1"))}`),
    messageId,
    answers: [...new Set(answers)].slice(0, MOST_ANSWERED),
    from: { name: lineOf(mail.from?.name ?? "", LONGEST_NAME), address: lineOf(address, 254) },
    isAutomatic: isAutomatic(header, mail.headers),
    isReport: /^\s*multipart\/report\b/i.test(header("content-type")),
  };
}

function isAutomatic(header: (name: string) => string, headers: Email["headers"]): boolean {
  const submitted = header("auto-submitted").trim().toLowerCase();
  if (submitted !== "" && !submitted.startsWith("no")) return true;
  if (/^\s*(bulk|junk|list|auto_reply)\b/i.test(header("precedence"))) return true;
  if (headers.some(({ key }) => key === "x-autoreply" || key === "x-autorespond" || key === "list-id")) return true;
  return header("return-path").trim() === "<>";
}

function idsIn(text: string): string[] {
  return text.slice(0, 20_000).match(MESSAGE_ID) ?? [];
}

/** One line without what could break a page, a header or the direction of what is beside it. */
function lineOf(text: string, longest: number): string {
  const line = withoutBidi(text)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .trim();
  return line.slice(0, longest).toWellFormed();
}

function namesIn({ attachments }: Email): string[] {
  const kept = attachments.filter(({ related, mimeType }) => !related && !/^(message|text\/rfc822)/.test(mimeType));
  return kept
    .slice(0, MOST_ATTACHMENTS)
    .map(({ filename }) => lineOf(filename ?? "", LONGEST_NAME) || "Without a name");
}

async function textOf(mail: Email): Promise<string> {
  const text = mail.text?.trim() ? mail.text : await textFromHtml(mail.html ?? "");
  const plain = withoutBidi(text.replaceAll("\r\n", "\n").replace(/[^\P{Cc}\n\t]/gu, ""))
    .replace(/\n{4,}/g, "\n\n\n")
    .trim();
  // No half of a letter at the end, which PostgreSQL does not store.
  return plain.slice(0, LONGEST_TEXT).toWellFormed();
}

/** The library turns HTML into text where a mail has both: so it is given as such a mail. */
async function textFromHtml(html: string): Promise<string> {
  if (html === "") return "";
  const boundary = randomUUID();
  const visible = withoutHidden(html.slice(0, LONGEST_HTML));
  const mail = [
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    ...["", `--${boundary}`, "Content-Type: text/plain", "", ""],
    ...[`--${boundary}`, "Content-Type: text/html; charset=utf-8", "Content-Transfer-Encoding: base64", ""],
    ...[Buffer.from(visible, "utf8").toString("base64"), `--${boundary}--`, ""],
  ].join("\r\n");
  return (await parse(new TextEncoder().encode(mail)))?.text ?? "";
}

/** Without styles and scripts, in one walk: a pattern would look for each end again and again. */
function withoutHidden(html: string): string {
  const lower = html.toLowerCase();
  let visible = "";
  let at = 0;
  for (const opening of lower.matchAll(/<(style|script|title)\b/g)) {
    if (opening.index < at) continue;
    visible += html.slice(at, opening.index);
    const end = lower.indexOf(`</${opening[1]}`, opening.index);
    if (end < 0) return visible;
    at = end;
  }
  return visible + html.slice(at);
}
