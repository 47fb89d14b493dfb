import { join } from "node:path";
import { build } from "./build.mjs";
import { run } from "./child.mjs";
import { readCommand } from "./commands.mjs";
import { ensureChromium } from "./find-chromium.mjs";
import { install } from "./install.mjs";
import { pinnedNode, root } from "./project.mjs";
import { main } from "./step.mjs";

// A Wednesday, on which everyone in the demo works, in the middle of the day.
const MOMENT = Date.UTC(2026, 10, 25, 11, 38);

// npm run guide: the pictures of /admin/help, of a demo practice at which it is always the same day.
await main(async () => {
  readCommand("guide");
  await install();
  await build();
  const env = {
    NODE_ENV: "production",
    CHROME_PATH: await ensureChromium(),
    SITE_BEGINS: String(MOMENT),
    NODE_OPTIONS: `--import=${join(root, "tests/support/site-clock.mjs")}`,
  };
  return run(pinnedNode, ["--import", "./scripts/bootstrap/tsx.mjs", "scripts/guide.ts"], { env });
});
