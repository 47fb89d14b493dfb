import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { houseOf } from "#scripts/architecture/house.ts";
import { rules } from "#scripts/architecture/rules.ts";
import { root } from "#scripts/bootstrap/project.mjs";

const READ = /\.(ts|tsx|mjs|mts|js|css|md|json)$/;

// Checks that the project keeps its own rules, and tells each broken one with its reason and the way out.
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
  const configs = readdirSync(root).filter((name) => name.endsWith(".config.ts"));
  for (const path of [...configs, ...["app", "migrations", "scripts", "tests"].flatMap(filesIn)]) {
    // A picture or a font has no text to read, but it has a name.
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
