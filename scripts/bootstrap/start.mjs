import { join } from "node:path";
import { build } from "./build.mjs";
import { run } from "./child.mjs";
import { readCommand } from "./commands.mjs";
import { install } from "./install.mjs";
import { pinnedNode, root } from "./project.mjs";
import { siteEnv, siteFlags } from "./site-process.mjs";
import { main } from "./step.mjs";

// npm start: from a fresh clone to a served site. Completed steps are skipped, and Node's compile cache saves a second
// start a quarter of its time.
await main(async () => {
  readCommand("start");
  await install({ serves: true });
  await build();
  const compiled = join(root, "node_modules", ".cache", "compiled");
  const env = { ...siteEnv, ...process.env, NODE_ENV: "production", NODE_COMPILE_CACHE: compiled };
  return run(pinnedNode, [...siteFlags, "scripts/serve.ts", ...process.argv.slice(2)], { env });
});
