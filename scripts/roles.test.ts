import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#scripts/bootstrap/project.mjs";
import { rolesPage } from "#scripts/roles.ts";

test("docs/roles.md says what the table of permissions says: npm run roles writes it", () => {
  expect(readFileSync(join(root, "docs/roles.md"), "utf8")).toBe(rolesPage());
});
