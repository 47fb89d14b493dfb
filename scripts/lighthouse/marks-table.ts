import type { Category, Visit } from "#scripts/lighthouse/visit.ts";

export type PageVisits = { path: string; visits: readonly Visit[] };

const COLUMNS: [Category, string][] = [
  ["performance", "Performance"],
  ["accessibility", "Accessibility"],
  ["best-practices", "Best practices"],
  ["seo", "SEO"],
];

export function marksTable(pages: readonly PageVisits[]): string {
  const head = ["Page", ...COLUMNS.map(([, title]) => title), "Largest paint", "Blocked", "Shift", "Weight"];
  const rows = pages.map(({ path, visits }) => [
    `\`${path}\``,
    ...COLUMNS.map(([category]) => String(median(visits.map(({ marks }) => marks[category])))),
    `${(median(visits.map(({ figures }) => figures.largestPaint)) / 1000).toFixed(2)} s`,
    `${Math.round(median(visits.map(({ figures }) => figures.blocked)))} ms`,
    median(visits.map(({ figures }) => figures.shift)).toFixed(3),
    `${Math.round(median(visits.map(({ figures }) => figures.bytes)) / 1000)} kB`,
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((line) => line[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** The median marks below 100, a line each. */
export function shortfalls(pages: readonly PageVisits[]): string[] {
  return pages.flatMap(({ path, visits }) =>
    COLUMNS.flatMap(([category, title]) => {
      const mark = median(visits.map(({ marks }) => marks[category]));
      return mark < 100 ? [`${path}: ${title} ${mark}`] : [];
    }),
  );
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle] ?? 0;
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
