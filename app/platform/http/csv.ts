// The start of a cell that a spreadsheet would run as a formula (OWASP, CSV injection), also after blanks and
// invisible characters. NFKC turns full-width signs, which East Asian spreadsheets run, into these; a minus it
// leaves.
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\u2212])/u;

/** One line of a CSV file (RFC 4180), every cell quoted. A cell that would run as a formula gets an apostrophe. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '""';
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value.normalize("NFKC")) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
