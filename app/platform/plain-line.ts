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
