// What a spreadsheet would run as a formula when a cell starts with it (OWASP, CSV injection).
const FORMULA = /^[=+\-@\t\r]/;

/** One line of a CSV file (RFC 4180), every cell quoted. A cell that a spreadsheet would run gets an apostrophe. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '""';
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
