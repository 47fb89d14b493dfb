import { join } from "node:path";
import { build } from "./build.mjs";
import { run } from "./child.mjs";
import { install } from "./install.mjs";
import { pinnedNode, root } from "./project.mjs";
import { main } from "./step.mjs";

// npm start: from a fresh clone to a served site. Completed steps are skipped, and Node's compile cache saves a second
// start a quarter of its time.
await main(async () => {
  await install();
  await build();
  const env = { NODE_ENV: "production", NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled") };
  return run(pinnedNode, ["scripts/serve.ts", ...process.argv.slice(2)], { env });
});
