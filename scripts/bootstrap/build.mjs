import { rmSync } from "node:fs";
import { join } from "node:path";
import { mustRun } from "./child.mjs";
import { compressFolder } from "./compress.mjs";
import { fingerprint, isStamped, writeStamp } from "./fingerprint.mjs";
import { pinnedNode, root, tool } from "./project.mjs";
import { step } from "./step.mjs";

const stamp = join(root, "build", ".sources");

/** Everything that the bundles are made of, migrations included: the readiness check knows their names. */
export const SOURCES = [
  "app",
  "migrations",
  "public",
  "package.json",
  "package-lock.json",
  "react-router.config.ts",
  "scripts/bootstrap/commands.mjs",
  "scripts/bootstrap/outside-bundle.ts",
  "scripts/bootstrap/shared-files.ts",
  "scripts/demo",
  "scripts/free-port.ts",
  "scripts/open-app.ts",
  "scripts/opening-lines.ts",
  "scripts/seed-demo.ts",
  "scripts/site.ts",
  "scripts/start-failure.ts",
  "tsconfig.json",
  "vite.config.ts",
];

/** Builds the site, unless it was built from exactly these sources. */
export async function build() {
  const sources = fingerprint(root, SOURCES);
  if (isStamped(stamp, sources)) return;
  // An interrupted build must not pass for the previous one.
  rmSync(stamp, { force: true });
  await step("Building the site", () =>
    mustRun(pinnedNode, [tool("react-router"), "build"], {
      env: { NODE_ENV: "production" },
      quiet: true,
      orElse: "The site could not be built; the reason stands above. To try again: npm run build",
      exitCode: 1,
    }),
  );
  await step("Compressing its files", () => compressFolder(join(root, "build", "client")));
  writeStamp(stamp, sources);
}
