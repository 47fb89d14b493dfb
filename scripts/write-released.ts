import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RELEASED } from "#scripts/architecture/expand-only.ts";
import { schemaOf } from "#scripts/architecture/known-schema.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { root } from "#scripts/bootstrap/project.mjs";

// npm run released: notes what this release reads, for the migrations after it (decisions/0368).
readCommand("released");
const folder = "app/platform/database";
const paths = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
const files = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const tables = Object.fromEntries(Object.entries(schemaOf(files)).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(join(root, RELEASED), `${JSON.stringify({ version, tables }, null, 2)}\n`);
