import type { Letter } from "#app/enquiries/forms.ts";

/**
 * Whether the practice takes no message of this kind (decision 17). Each line of its list is an address, a domain or
 * a term; a term counts as whole words only, so that `ass` does not stop everybody who writes of massage.
 */
export function isBlocked(list: readonly string[], letter: Letter): boolean {
  const address = plain(letter.email);
  const text = plain([letter.firstName, letter.lastName, letter.subject, letter.message].join("\n"));
  return list.map(plain).some((line) => line !== "" && (isOf(address, line) || says(text, line)));
}

/** `somebody@example.com`, or all of `example.com` and what is under it. */
function isOf(address: string, line: string): boolean {
  const domain = line.replace(/^@/, "");
  return address === line || address.endsWith(`@${domain}`) || address.endsWith(`.${domain}`);
}

function says(text: string, term: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(term)}(?![\\p{L}\\p{N}])`, "u").test(text);
}

// Full-width letters and runs of spaces are the same words.
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
