/** One line of the table: a figure beside a baseline of the same run. */
export type Row = {
  what: string;
  figure: string;
  baseline: string;
  /** Multiple of the baseline; null where there is none. */
  ratio: number | null;
  /** The target in words, and whether it was met; null: for information. */
  wanted: string;
  met: boolean | null;
};

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

/** Two significant figures below ten, whole numbers above, with thousands separators. */
export function round(value: number): string {
  if (value < 10) return String(Number(value.toPrecision(2)));
  return Math.round(value).toLocaleString("en-GB");
}

function ratioInWords(ratio: number): string {
  return `${round(ratio)} x`;
}
