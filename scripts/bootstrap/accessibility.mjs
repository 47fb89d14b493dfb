import { build } from "./build.mjs";
import { run } from "./child.mjs";
import { readCommand } from "./commands.mjs";
import { ensureTestBrowser } from "./find-chromium.mjs";
import { install } from "./install.mjs";
import { pinnedNode, tool } from "./project.mjs";
import { main } from "./step.mjs";

// npm run accessibility: tests every public page and writes the result to docs/accessibility.md.
await main(async () => {
  readCommand("accessibility");
  await install();
  await build();
  const env = {
    NODE_ENV: "test",
    CHROMIUM_PATH: await ensureTestBrowser(),
    ACCESSIBILITY_REPORT: "docs/accessibility.md",
  };
  return run(pinnedNode, [tool("vitest"), "run", "--project", "e2e", "tests/e2e/public-pages.test.ts"], { env });
});
