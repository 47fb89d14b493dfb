import type { ContactInput } from "#app/messages/contact.form.ts";

/**
 * Whether the practice's block list covers this message (decisions/0001, row 17). A line is an address, a domain or a
 * term; terms match whole words only, so that `ass` doesn't block everybody who mentions massage.
 */
export function isBlocked(list: readonly string[], contact: ContactInput): boolean {
  const address = plain(contact.email);
  const text = plain([contact.firstName, contact.lastName, contact.subject, contact.message].join("\n"));
  return list.map(plain).some((line) => line !== "" && (isOf(address, line) || says(text, line)));
}

/** `somebody@example.com`, or `example.com` and all its subdomains. */
function isOf(address: string, line: string): boolean {
  const domain = line.replace(/^@/, "");
  return address === line || address.endsWith(`@${domain}`) || address.endsWith(`.${domain}`);
}

function says(text: string, term: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(term)}(?![\\p{L}\\p{N}])`, "u").test(text);
}

// Full-width letters and runs of spaces count as the same words.
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
