import type { MailProvider } from "#app/mail/server/providers.ts";

/** A record for the sender's domain, as its DNS form asks for it. */
export type DnsRecord = { type: "TXT"; name: string; value: string };

/** One line on the sender's domain. `record`: what to add or change, to be copied. */
export type DomainLine = {
  what: "SPF" | "DKIM" | "DMARC";
  state: "good" | "wrong" | "unknown";
  words: string;
  record: DnsRecord | null;
};

/** TXT records of a name; null: no name server answered. */
export type TxtRecords = readonly string[] | null;

const SILENT = "No name server answered, so we don’t know. Try again in a minute.";
const isOurs = (tag: string) => (text: string) => text.toLowerCase().startsWith(tag);

/** Who may send for the domain (RFC 7208). */
export function spfLine(domain: string, records: TxtRecords, provider: MailProvider | null): DomainLine {
  const line = (state: DomainLine["state"], words: string, value?: string): DomainLine => ({
    what: "SPF",
    state,
    words,
    record: value === undefined ? null : { type: "TXT", name: domain, value },
  });
  if (records === null) return line("unknown", SILENT);
  const [found, ...others] = records.filter(isOurs("v=spf1"));
  const name = provider?.name ?? "your provider";
  const include = provider?.spf ?? null;
  if (others.length > 0) {
    return line("wrong", "There are two SPF records, so receivers ignore both. Keep one, with everything in it.");
  }
  if (!found) {
    if (provider?.isRelay && !include) return line("good", `${name} needs none in your domain.`);
    if (!include) return line("wrong", `No SPF record. Ask ${name} for the one that your domain needs.`);
    return line(
      "wrong",
      "No SPF record: receivers can’t tell who may send for you.",
      `v=spf1 mx include:${include} ~all`,
    );
  }
  const terms = found.toLowerCase().split(/\s+/);
  if (!include || terms.includes(`include:${include}`)) return line("good", "It says who may send for your domain.");
  return line(
    "wrong",
    `The record doesn’t name ${name}. Change it to this, and keep no second one.`,
    withInclude(found, include),
  );
}

/** The stored record with one sender more, before the word that ends it. */
function withInclude(found: string, include: string): string {
  const terms = found.trim().split(/\s+/);
  const end = terms.findIndex((term) => /^[-~?+]?all$/i.test(term));
  return terms.toSpliced(end < 0 ? terms.length : end, 0, `include:${include}`).join(" ");
}

/** What receivers do with mails that fail (RFC 7489). */
export function dmarcLine(domain: string, records: TxtRecords): DomainLine {
  const name = `_dmarc.${domain}`;
  if (records === null) return { what: "DMARC", state: "unknown", words: SILENT, record: null };
  const found = records.find(isOurs("v=dmarc1"));
  if (found && /;\s*p\s*=\s*(none|quarantine|reject)\b/i.test(found)) {
    return { what: "DMARC", state: "good", words: "It says what receivers do with forged mails.", record: null };
  }
  const words = found
    ? "The record lacks its policy. Change it to this."
    : "No DMARC record: Gmail and others may put your emails into spam.";
  return { what: "DMARC", state: "wrong", words, record: { type: "TXT", name, value: "v=DMARC1; p=none;" } };
}

/** The signature's key, by selector (RFC 6376). `selectors` empty: nobody knows which. */
export function dkimLine(selectors: readonly { name: string; records: TxtRecords }[], provider: MailProvider | null) {
  const line = (state: DomainLine["state"], words: string): DomainLine => ({
    what: "DKIM",
    state,
    words,
    record: null,
  });
  const name = provider?.name ?? "your provider";
  if (selectors.length === 0) {
    return line("unknown", "We don’t know which key signs your emails. Paste the headers of one below.");
  }
  const good = selectors.find(({ records }) => records?.some((text) => /(^|;)\s*p\s*=\s*[A-Za-z\d+/]/.test(text)));
  if (good) return line("good", `The key “${good.name}” is there, so your emails can be signed.`);
  if (selectors.some(({ records }) => records === null)) return line("unknown", SILENT);
  const names = selectors.map((one) => `“${one.name}”`).join(", ");
  return line("wrong", `No key ${names}. Turn on DKIM at ${name}: it shows the record to copy.`);
}

/** The selector and domain of the first signature in pasted headers of an email; null: none is there. */
export function signatureIn(headers: string): { selector: string; domain: string } | null {
  const unfolded = headers.replaceAll("\r\n", "\n").replace(/\n[ \t]+/g, " ");
  for (const [, tags = ""] of unfolded.matchAll(/^dkim-signature:(.*)$/gim)) {
    const selector = /(?:^|[;\s])s=\s*([a-z\d][a-z\d._-]{0,62})/i.exec(tags)?.[1];
    const domain = /(?:^|[;\s])d=\s*([a-z\d][a-z\d.-]{0,250}[a-z\d])/i.exec(tags)?.[1];
    if (selector && domain) return { selector, domain: domain.toLowerCase() };
  }
  return null;
}
