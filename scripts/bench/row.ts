/** One line of the table: what was measured, beside a baseline of the same run. */
export type Row = {
  what: string;
  figure: string;
  /** What it is compared with, and that figure. */
  baseline: string;
  /** How many times the baseline; null where there is none. */
  ratio: number | null;
  /** What the figure has to be, in words, and whether it is; null: told for information. */
  wanted: string;
  met: boolean | null;
};

/** The rows as a Markdown table, as wide as its words. */
export function tableOf(rows: readonly Row[]): string {
  const head = ["What", "Measured", "Baseline of the same run", "Ratio", "Wanted", "Met"];
  const cells = rows.map((row) => [
    ...[row.what, row.figure, row.baseline, row.ratio === null ? "" : ratioInWords(row.ratio), row.wanted],
    row.met === null ? "" : row.met ? "yes" : "**no**",
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((line) => line[column]?.length ?? 0), 3));
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}

/** A number for people: two figures below ten, whole above, thousands apart. */
export function round(value: number): string {
  if (value < 10) return String(Number(value.toPrecision(2)));
  return Math.round(value).toLocaleString("en-GB");
}

function ratioInWords(ratio: number): string {
  return `${round(ratio)} x`;
}
