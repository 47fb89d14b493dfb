const NO_BREAK_SPACE = "\u00a0";
const WORD_JOINER = "\u2060";
const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{2})\b/g;
const MACHINE_TEXT = /(\S*(?:@|:\/\/)\S*)/;

/**
 * A text as a printer would set it: apostrophes and quotation marks curl, `e-mail` and a postcode stay on one line.
 * Addresses of the web and of mail are left as they are.
 */
export function typographic(text: string): string {
  const known = set.get(text);
  if (known !== undefined) return known;
  if (set.size >= MOST) set.clear();
  const written = typeset(text);
  set.set(text, written);
  return written;
}

// The same few stand in the frame of every page.
const MOST = 100;
const set = new Map<string, string>();

function typeset(text: string): string {
  return text
    .split(MACHINE_TEXT)
    .map((part, index) => (index % 2 === 1 ? part : curled(part)))
    .join("")
    .replace(POSTCODE, `$1${NO_BREAK_SPACE}$2`)
    .replace(/\b([Ee])-(?=mails?\b(?!@))/g, `$1-${WORD_JOINER}`);
}

function curled(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}.,!?’])'(?=\S)/gu, "‘")
    .replaceAll("'", "’")
    .replace(/(?<![\p{L}\p{N}.,!?”])"(?=\S)/gu, "“")
    .replaceAll('"', "”");
}

/** A heading as a URL fragment: `What should I wear?` becomes `what-should-i-wear`. */
export function anchorOf(heading: string): string {
  const words = heading
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, "")
    .match(/[\p{L}\p{N}]+/gu);
  return words?.join("-") ?? "section";
}

const IN_BRACES = /\{([^{}]*)\}/g;

/** The first `{…}` of a text that is not one of these names: a typing mistake that readers would see as it is. */
export function unknownPlaceholder(text: string, names: readonly string[]): string | null {
  const found = [...text.matchAll(IN_BRACES)].find(([, name = ""]) => !names.includes(name));
  return found?.[0] ?? null;
}

/** The names as they are typed: `{town}, {phone}`. */
export function inBraces(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(", ");
}

/** The error for such a mistake; `what` names the text. */
export function placeholderError(what: string, unknown: string, names: readonly string[]): string {
  return `${what}: there is no ${unknown}. In braces you can use ${inBraces(names)}`;
}

// Marks that turn the direction of what follows: in a name they would rewrite the rest of its line.
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text without bidirectional control characters. Letters of any script, and emoji, stay as they are. */
export function withoutBidi(text: string): string {
  return text.replace(BIDI, "");
}

/** One line of at most so many characters, of text that another system sent: whole characters that any page can show. */
export function plainLine(text: string, most: number): string {
  const line = withoutBidi(text)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return [...line].slice(0, most).join("").trim();
}
