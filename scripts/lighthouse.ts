import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { join } from "node:path";
import { systemClock } from "#app/platform/clock.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { cleanUp, newPlace, serve } from "#scripts/bench/sites.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { root } from "#scripts/bootstrap/project.mjs";
import { say, step } from "#scripts/bootstrap/step.mjs";
import { marksTable, type PageVisits, shortfalls } from "#scripts/lighthouse/marks-table.ts";
import { type Visit, visit } from "#scripts/lighthouse/visit.ts";

const VISITS = 5;
const PAGES = [
  ...["/", "/services", "/services/deep-tissue-massage", "/about", "/book", "/contact", "/faq"],
  ...["/complaints", "/policies/privacy", "/accessibility", "/login"],
];

// npm run lighthouse: marks of the public pages on a fresh demo practice; writes docs/lighthouse.md.
readCommand("lighthouse");
const pages: PageVisits[] = [];
try {
  const site = await serve(newPlace());
  for (const path of PAGES) {
    await fetch(site.url + path);
    pages.push({ path, visits: await step(path, () => visits(site.url + path)) });
  }
} finally {
  await cleanUp();
}
const table = marksTable(pages);
console.log(table);
writeFileSync(join(root, "docs", "lighthouse.md"), pageOf(table));
for (const line of shortfalls(pages)) say(`Below target: ${line}`);
if (shortfalls(pages).length > 0) process.exitCode = 1;

async function visits(url: string): Promise<Visit[]> {
  const made: Visit[] = [];
  for (let count = 0; count < VISITS; count++) made.push(await visit(url));
  const lost = new Set(made.flatMap((one) => one.lost));
  if (lost.size > 0) say(`  ${[...lost].join(", ")}`);
  return made;
}

function pageOf(marks: string): string {
  const date = localDateOf(systemClock.now(), "Europe/London");
  const version = pages[0]?.visits[0]?.version;
  return `# Lighthouse

Measured by \`npm run lighthouse\` on ${date}: Lighthouse ${version}, its mobile preset (a mid-range phone on a slow
line, simulated), Chromium, Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()}). Each figure is the median of ${VISITS} runs
on the production build with a new demo practice, each in an empty browser profile. The site, the browser and Lighthouse
share the cores, so other work on the machine costs performance: during this run the load average was ${load()},
and Lighthouse's own measure of the machine's speed was ${speed()}.

Target: 100 everywhere, \`/book\` included, the only page here that loads the framework's script.

${marks}
`;
}

function load(): string {
  return `${(loadavg()[1] ?? 0).toFixed(1)} (five minutes)`;
}

/** Lighthouse slows the processor down four times, whatever it is: a slower machine makes a slower phone. */
function speed(): string {
  const speeds = pages.flatMap(({ visits: made }) => made.map((one) => one.speed));
  return `${Math.min(...speeds)} to ${Math.max(...speeds)}`;
}
