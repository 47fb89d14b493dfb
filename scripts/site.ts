import { fileURLToPath } from "node:url";
import { refuseDemo } from "#app/demo/remove-demo-practice.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { noteSiteAddress } from "#app/platform/data-folder.server.ts";
import { createServer } from "#app/platform/http/create-server.server.ts";
import { keepAssets } from "#app/platform/http/kept-assets.server.ts";
import type { SiteBuild, SiteEntry } from "#app/platform/http/site.server.ts";
import { removeOldRateLimits } from "#app/platform/limits.server.ts";
import { switchLogLevel } from "#app/platform/log.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { withTruePort } from "#scripts/free-port.ts";
import { openApp } from "#scripts/open-app.ts";
import { openingLines } from "#scripts/opening-lines.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { orExplain } from "#scripts/start-failure.ts";

const HOUR = 3_600_000;
// Beside this file in the build.
const clientFolder = fileURLToPath(new URL("../client", import.meta.url));

// The production site: opens everything in order, and closes it in reverse.
readCommand("start");
const asked = readConfig();
const config = await orExplain(() => withTruePort(asked), asked);
const app = await orExplain(() => openApp(config), config);
const seeded = config.demo ? await seedDemo(app) : "kept";
if (!config.demo) await refuseDemo(app);
const build = (await import("virtual:react-router/server-build")) as unknown as SiteBuild;
const signIn = config.demoLife && seeded === "seeded" ? await build.entry.module.openDemo?.(app) : null;
const served = { dataDir: config.dataDir, clientFolder };
await orExplain(() => keepAssets(served, app.clock.now()), config);
const site = createServer(app, build, { clientFolder });
// Kept pages outlive an outage, once they are made; a file does not go away.
if (config.databaseUrl) await site.makePages(build.entry.module.firstPages ?? []);
await orExplain(() => site.listen(), config);
const stopJobs = await startJobs(build.entry.module);
closeOnSignal();
process.on("SIGUSR2", () => switchLogLevel(app.log, config.logLevel));
noteSiteAddress(config, app.log);
const hint = await build.entry.module.adminHint?.(app);
const isTerminal = Boolean(process.stdout.isTTY);
const { name } = (await readSettings(app.db.kysely, app.log)).settings.business;
const said = { name, signIn: signIn ?? null, hint: hint ?? null, isTerminal };
for (const line of openingLines(config, said)) console.log(line);

async function startJobs(entry: SiteEntry): Promise<() => Promise<void>> {
  // A copy that is only tried must send nothing and change nothing by itself.
  if (!config.jobs) return async () => {};
  const stop = await entry.startJobs?.(app);
  const sweep = setInterval(() => sweepHits(app), HOUR);
  return async () => {
    clearInterval(sweep);
    await stop?.();
  };
}

async function sweepHits(swept: AppContext): Promise<void> {
  try {
    await removeOldRateLimits(swept);
  } catch (error) {
    swept.log.warn({ err: error }, "old rate limits could not be removed");
  }
}

function closeOnSignal(): void {
  let closing = false;
  async function close(signal: string): Promise<void> {
    if (closing) return;
    closing = true;
    app.log.info({ signal }, "closing");
    // At once: what no other process takes up is then done before a supervisor loses patience.
    const stopping = stopJobs();
    await site.drain(config.drainMs);
    await site.close();
    await stopping;
    await app.db.close();
    process.exit(0);
  }
  process.on("SIGTERM", close);
  process.on("SIGINT", close);
}
