import { mustRun, run } from "./child.mjs";
import { readCommand } from "./commands.mjs";
import { install } from "./install.mjs";
import { pinnedNode, tool } from "./project.mjs";
import { main } from "./step.mjs";

// npm run test:unit: every check that needs no build, database server or browser.
await main(async () => {
  readCommand("test:unit");
  await install();
  const orElse = "Mend what stands above (npm run fix does what can be done by itself), then: npm run test:unit";
  await mustRun(pinnedNode, [tool("react-router"), "typegen"], { orElse, quiet: true });
  await mustRun(pinnedNode, [tool("tsc")], { orElse });
  await mustRun(pinnedNode, [tool("biome"), "check", "--error-on-warnings", "."], { orElse });
  await mustRun(pinnedNode, ["scripts/check-architecture.ts"], { orElse });
  const env = { NODE_ENV: "test" };
  return run(pinnedNode, [tool("vitest"), "run", "--project", "unit", ...process.argv.slice(2)], { env });
});
