// Letters that are not a base letter and an accent, so that removing accents leaves them as they are.
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ŋ: "n",
  ς: "σ",
  "‘": "'",
  "’": "'",
  ʼ: "'",
  "‐": "-",
  "‑": "-",
  "–": "-",
};
const OTHER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");

/**
 * A text without case, accents and extra spaces: `ŁUKASZ  Żak` becomes `lukasz zak`. Stored and typed texts are both
 * folded here, because each database folds differently.
 */
export function folded(text: string): string {
  const plain = text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  return plain
    .replace(OTHER, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim();
}

/** Several texts of one record, folded for searching: one a line, so that no match spans two of them. */
export function foldedLines(...texts: (string | null)[]): string {
  return texts.map((text) => folded(text ?? "")).join("\n");
}
