import { run } from "./child.mjs";
import { readCommand } from "./commands.mjs";
import { install } from "./install.mjs";
import { pinnedNode } from "./project.mjs";
import { main } from "./step.mjs";

// npm run dev: the site with hot reload.
await main(async () => {
  readCommand("dev");
  await install();
  // As Vite resolves the routes' packages: otherwise two copies of React Router load, and their contexts differ.
  return run(pinnedNode, ["--conditions=development", "scripts/dev.ts", ...process.argv.slice(2)], {
    env: { NODE_ENV: "development" },
  });
});
