import { build } from "./build.mjs";
import { run } from "./child.mjs";
import { readCommand } from "./commands.mjs";
import { ensureChromium } from "./find-chromium.mjs";
import { install } from "./install.mjs";
import { pinnedNode } from "./project.mjs";
import { main } from "./step.mjs";

// npm run lighthouse: the public pages' marks on a simulated phone, written to docs/lighthouse.md.
await main(async () => {
  readCommand("lighthouse");
  await install();
  await build();
  const env = { NODE_ENV: "production", CHROME_PATH: await ensureChromium() };
  return run(pinnedNode, ["scripts/lighthouse.ts", ...process.argv.slice(2)], { env });
});
