import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { pinnedNode, tool } from "#scripts/bootstrap/project.mjs";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const CHROME_FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-background-networking";
const MOST_TRIES = 4;

export type Category = (typeof CATEGORIES)[number];

/** One Lighthouse run: marks from 0 to 100, and the figures behind them. */
export type Visit = {
  marks: Record<Category, number>;
  /** Milliseconds; the shift has no unit, and the weight is bytes over the network. */
  figures: { largestPaint: number; blocked: number; shift: number; bytes: number };
  /** The audits that lost marks: `color-contrast: 0.5`. */
  lost: string[];
  version: string;
  speed: number;
};

type Audit = { id: string; score: number | null; numericValue?: number; title: string };
type Report = {
  lighthouseVersion: string;
  environment?: { benchmarkIndex: number };
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

const NO_REPORT: Report = { lighthouseVersion: "", runtimeError: { message: "no report" }, categories: {}, audits: {} };

/**
 * Runs Lighthouse's mobile preset on a page with the browser of CHROME_PATH. On a busy machine a recording sometimes
 * fails: that says nothing about the page, so the run is repeated.
 */
export async function visit(url: string): Promise<Visit> {
  for (let tries = 1; ; tries++) {
    const report = await reportOf(url);
    if (!report.runtimeError) return requestInfoFrom(report);
    if (tries === MOST_TRIES) throw new Error(`${url}: ${report.runtimeError.message}`);
  }
}

async function reportOf(url: string): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-lighthouse-"));
  const file = join(folder, "report.json");
  const options = [
    ...["--quiet", "--no-enable-error-reporting", "--output=json", `--output-path=${file}`],
    ...[`--only-categories=${CATEGORIES.join(",")}`, `--chrome-flags=${CHROME_FLAGS}`],
  ];
  // A failed run exits with a code other than 0; its report, if any, gives the reason.
  await promisify(execFile)(pinnedNode, [tool("lighthouse"), url, ...options]).catch(() => null);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : NO_REPORT;
  rmSync(folder, { recursive: true, force: true });
  return report;
}

function requestInfoFrom({ categories, audits, lighthouseVersion, environment }: Report): Visit {
  const marks = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]);
  const number = (id: string) => audits[id]?.numericValue ?? 0;
  const weighed = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  const imperfect = weighed.flatMap(({ id }) => audits[id] ?? []).filter(({ score }) => score !== null && score < 1);
  return {
    marks: Object.fromEntries(marks) as Visit["marks"],
    figures: {
      largestPaint: number("largest-contentful-paint"),
      blocked: number("total-blocking-time"),
      shift: number("cumulative-layout-shift"),
      bytes: number("total-byte-weight"),
    },
    lost: imperfect.map(({ id, score }) => `${id}: ${score}`),
    version: lighthouseVersion,
    speed: environment?.benchmarkIndex ?? 0,
  };
}
