/** What a delivery report says of one recipient (RFC 3464). `status` as in RFC 3463: `5.1.1`. */
export type DeliveryReport = { recipient: string; action: string; status: string; answer: string };

const STATUS = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/;
const MOST_LINES = 500;
const MOST_RECIPIENTS = 20;
const LONGEST_ANSWER = 300;

/** The recipients of a `message/delivery-status` part. What is not readable is left out, never thrown. */
export function readDeliveryStatus(text: string): DeliveryReport[] {
  const groups: Map<string, string>[] = [new Map()];
  let last = "";
  for (const line of text.split(/\r\n|\r|\n/, MOST_LINES)) {
    const group = groups.at(-1) ?? new Map<string, string>();
    const colon = line.indexOf(":");
    if (line.trim() === "") {
      if (group.size > 0) groups.push(new Map());
      last = "";
    } else if (/^[ \t]/.test(line)) {
      if (last !== "") group.set(last, `${group.get(last) ?? ""} ${line.trim()}`);
    } else if (colon > 0) {
      last = line.slice(0, colon).trim().toLowerCase();
      // The first one counts, as for a reader.
      if (group.has(last)) last = "";
      else group.set(last, line.slice(colon + 1).trim());
    }
  }
  const reports = groups.flatMap((group) => {
    const action = (group.get("action") ?? "").toLowerCase();
    if (action === "") return [];
    const diagnostic = group.get("diagnostic-code") ?? "";
    const recipient = addressIn(group.get("original-recipient") ?? group.get("final-recipient") ?? "");
    const [status = ""] = STATUS.exec(group.get("status") ?? "") ?? STATUS.exec(diagnostic) ?? [];
    return [{ recipient, action, status, answer: answerIn(diagnostic) }];
  });
  return reports.slice(0, MOST_RECIPIENTS);
}

/** The recipient for which a mail was given up; null: the report says that it is late, or has arrived. */
export function findFailure(reports: readonly DeliveryReport[], recipient: string): DeliveryReport | null {
  const failed = reports.filter(({ action }) => action === "failed");
  return failed.find((report) => report.recipient === recipient.toLowerCase()) ?? failed[0] ?? null;
}

function addressIn(field: string): string {
  const address = field.slice(field.indexOf(";") + 1).trim();
  return address.replace(/^<|>$/g, "").toLowerCase();
}

/** What the server wrote, as one line. */
function answerIn(diagnostic: string): string {
  const words = diagnostic.replace(/^[\w-]{1,20};\s*/, "");
  return words
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, LONGEST_ANSWER)
    .toWellFormed();
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^\d\.1\.[0136]$/, "There is no mailbox of that address."],
  [/^\d\.1\.(2|10)$/, "There is no mail server for that domain."],
  [/^\d\.2\.1$/, "The mailbox is switched off."],
  [/^\d\.2\.2$/, "The mailbox is full."],
  [/^\d\.2\.3$|^\d\.3\.4$/, "The email was too large for that mailbox."],
  [/^\d\.4\./, "Its mail server did not answer for days."],
  [/^\d\.7\./, "Its mail server refused the email, perhaps as spam."],
  [/^\d\.[35]\./, "Its mail server could not take the email."],
];

/** Why a mail came back, in plain words. */
export function reasonInWords(status: string): string {
  const known = REASONS.find(([pattern]) => pattern.test(status));
  return known?.[1] ?? "Its mail server gave no clear reason.";
}
