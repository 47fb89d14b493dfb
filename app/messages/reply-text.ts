const QUOTED = /^[ \t]*>/;
const BREAK =
  /^[ \t]*(-{2,} ?(original message|forwarded message|ursprüngliche nachricht|message d’origine) ?-{2,}|_{20,})[ \t]*$/i;
const HEADER = /^[ \t]*\*?(from|sent|to|subject|date|von|gesendet|an|betreff|de|envoyé|à|objet):\*?[ \t]/i;
const MOST_LINES = 5000;

/**
 * What is new in a reply: without what it quotes of the mail before, as mail programs write it. A text that is nothing but
 * quotes stays whole.
 */
export function withoutQuotes(text: string): string {
  const lines = text.split("\n", MOST_LINES);
  const end = lines.findIndex((line, at) => BREAK.test(line) || (HEADER.test(line) && isHeaderBlock(lines, at)));
  const own = end < 0 ? lines : lines.slice(0, end);
  const kept = own.filter((line, at) => !QUOTED.test(line) && !leadsQuote(own, at));
  const written = kept
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return written || text.trim();
}

/** Three of From, Sent, To and Subject together stand above what Outlook quotes. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  return lines.slice(at, at + 6).filter((line) => HEADER.test(line)).length >= 3;
}

/** A line like “On Fri, Sam wrote:”, which may be folded into two or three, right above a quote. */
function leadsQuote(lines: readonly string[], at: number): boolean {
  if ((lines[at] ?? "").trim() === "") return false;
  for (let next = at; next < at + 3 && next < lines.length; next += 1) {
    const line = (lines[next] ?? "").trimEnd();
    if (line.trim() === "" || QUOTED.test(line)) return false;
    if (line.endsWith(":")) {
      const below = lines.slice(next + 1, next + 4).find((one) => one.trim() !== "") ?? "";
      return QUOTED.test(below) && (next === at || /^[ \t]*(on|am|le|il|el|op)\b/i.test(lines[at] ?? ""));
    }
  }
  return false;
}
