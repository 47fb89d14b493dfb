import { build } from "./build.mjs";
import { run } from "./child.mjs";
import { install } from "./install.mjs";
import { pinnedNode } from "./project.mjs";
import { main } from "./step.mjs";

// npm start: from a fresh clone to a served site. What is done already is skipped.
await main(async () => {
  await install();
  await build();
  return run(pinnedNode, ["scripts/serve.ts", ...process.argv.slice(2)], { env: { NODE_ENV: "production" } });
});
