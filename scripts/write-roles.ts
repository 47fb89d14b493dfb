import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { root } from "#scripts/bootstrap/project.mjs";
import { rolesPage } from "#scripts/roles.ts";

readCommand("roles");
writeFileSync(join(root, "docs/roles.md"), rolesPage());
