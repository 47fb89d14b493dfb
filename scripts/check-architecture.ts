import { houseOf } from "#scripts/architecture/house.ts";
import { readProject } from "#scripts/architecture/read-project.ts";
import { rules } from "#scripts/architecture/rules.ts";

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
