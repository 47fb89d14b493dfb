import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// What only some visits need, and every start would pay for (docs/decisions/0632).
const LATE = [
  "sharp",
  "@zip.js/zip.js",
  "pdfkit",
  "subset-font",
  "nodemailer",
  "web-push",
  "date-holidays",
  "age-encryption",
  "aws4fetch",
  "ssh2-sftp-client",
  "tar",
  "#app/routes/admin/dashboard/figures-view.server.ts",
  "#app/routes/admin/reports/report-view.server.ts",
];
// They are imported late themselves.
const LATE_THEMSELVES = ["report-view.server.ts"];

test("nothing imports at the start what is rarely used", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((name) => isSource(name));
  const early = files.flatMap((name) => {
    const text = readFileSync(join("app", name), "utf8");
    return [...text.matchAll(/^import (?!type )([^;]*?) from "([^"]+)";/gm)]
      .filter(([, names = "", from = ""]) => LATE.includes(from) && !/^\{ type \w+ \}$/.test(names))
      .map(([, , from]) => `${name}: ${from}`);
  });
  expect(files.length).toBeGreaterThan(1000);
  expect(early).toEqual([]);
});

function isSource(name: string): boolean {
  return /\.tsx?$/.test(name) && !name.includes(".test.") && !LATE_THEMSELVES.some((late) => name.endsWith(late));
}
