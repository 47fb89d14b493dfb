import { build } from "./build.mjs";
import { run } from "./child.mjs";
import { readCommand } from "./commands.mjs";
import { ensurePostgres } from "./find-postgres.mjs";
import { ensureRadicale } from "./find-radicale.mjs";
import { install } from "./install.mjs";
import { pinnedNode } from "./project.mjs";
import { main } from "./step.mjs";

// npm run proof -- attacks|calendars|faults|failover|scale|load|fuzz|release|oracle|engines|soak|waiting-list: the long tests, with
// their tables in docs/proof.
await main(async () => {
  readCommand("proof");
  await install();
  await build();
  const env = {
    ...{ NODE_ENV: "production", POSTGRES_BIN: await ensurePostgres() },
    ...(process.argv[2] === "calendars" && { RADICALE_BIN: await ensureRadicale() }),
  };
  return run(pinnedNode, ["--import", "./scripts/bootstrap/tsx.mjs", "scripts/proof.ts", ...process.argv.slice(2)], {
    env,
  });
});
