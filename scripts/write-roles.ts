import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#scripts/bootstrap/project.mjs";
import { rolesPage } from "#scripts/roles.ts";

writeFileSync(join(root, "docs/roles.md"), rolesPage());
