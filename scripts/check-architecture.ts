import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { houseOf } from "#scripts/architecture/house.ts";
import { rules } from "#scripts/architecture/rules.ts";
import { root } from "#scripts/bootstrap/project.mjs";

const READ = /\.(ts|tsx|mjs|mts|js|css|md|json)$/;

// Checks the project's own rules and prints each violation with its reason and the way to comply.
const house = houseOf(readProject());
const broken = rules
  .map((rule) => ({ rule, findings: rule.check(house) }))
  .filter(({ findings }) => findings.length > 0);
for (const { rule, findings } of broken) {
  console.error(`\n${rule.name}\n  Why: ${rule.why}\n  Way out: ${rule.wayOut}`);
  for (const { path, line, what } of findings) console.error(`    ${path}${line > 0 ? `:${line}` : ""}  ${what}`);
}
if (broken.length > 0) process.exitCode = 1;
else console.log(`${house.sources.length} files keep ${rules.length} rules.`);

function readProject(): Record<string, string> {
  const files: Record<string, string> = {};
  const loose = readdirSync(root).filter((name) => /\.(config\.ts|md)$/.test(name));
  for (const path of [...loose, ...["app", "docs", "migrations", "scripts", "tests"].flatMap(filesIn)]) {
    // Pictures and fonts have no text to read, but their names count.
    files[path] = READ.test(path) ? readFileSync(join(root, path), "utf8") : "";
  }
  return files;
}

function filesIn(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll("\\", "/"));
}
