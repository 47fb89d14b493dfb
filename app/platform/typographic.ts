const NO_BREAK_SPACE = "\u00a0";
const WORD_JOINER = "\u2060";
const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{2})\b/g;
const MACHINE_TEXT = /(\S*(?:@|:\/\/)\S*)/;

/**
 * A text as a printer would set it: apostrophes and quotation marks curl, `e-mail` and a postcode stay on one line.
 * Addresses of the web and of mail are left as they are.
 */
export function typographic(text: string): string {
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
