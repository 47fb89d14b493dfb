import { build } from "./build.mjs";
import { run } from "./child.mjs";
import { readCommand } from "./commands.mjs";
import { install } from "./install.mjs";
import { pinnedNode } from "./project.mjs";
import { main } from "./step.mjs";

// npm run bench: measures the served site and writes docs/benchmarks.md.
await main(async () => {
  readCommand("bench");
  await install();
  await build();
  return run(pinnedNode, ["--import", "./scripts/bootstrap/tsx.mjs", "scripts/bench.ts", ...process.argv.slice(2)], {
    env: { NODE_ENV: "production" },
  });
});
