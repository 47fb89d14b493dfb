import { build } from "./build.mjs";
import { mustRun, run } from "./child.mjs";
import { ensureTestBrowser } from "./find-chromium.mjs";
import { ensurePostgres } from "./find-postgres.mjs";
import { install } from "./install.mjs";
import { pinnedNode, tool } from "./project.mjs";
import { main, say, step } from "./step.mjs";

// npm test: installs what the tests need, checks types, lint and architecture, and runs every test. Fails when
// something is missing and can't be installed. Arguments go to Vitest: npm test -- app/availability
await main(async () => {
  await install();
  await build();
  const env = {
    NODE_ENV: "test",
    CHROMIUM_PATH: await ensureTestBrowser(),
    POSTGRES_BIN: await ensurePostgres(),
  };
  await check("Route types", [tool("react-router"), "typegen"]);
  await check("Types", [tool("tsc")]);
  await check("Format and lint", [tool("biome"), "check", "--error-on-warnings", "."]);
  await check("Architecture", ["scripts/check-architecture.ts"]);
  // Last, so that the tests' summary ends the output.
  say("Tests ...");
  return run(pinnedNode, [tool("vitest"), "run", ...process.argv.slice(2)], { env });
});

function check(title, args) {
  const orElse = `${title}: failed. Mend what stands above (npm run fix does what can be done by itself), then: npm test`;
  return step(title, () => mustRun(pinnedNode, args, { orElse }));
}
