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

/** The production site, until a signal ends it. */
export async function serve(): Promise<void> {
  readCommand("start");
  const { app, lines, close } = await openSite(process.env);
  let closing = false;
  async function end(signal: string): Promise<void> {
    if (closing) return;
    closing = true;
    app.log.info({ signal }, "closing");
    await close();
    process.exit(0);
  }
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("SIGUSR2", () => switchLogLevel(app.log, app.config.logLevel));
  for (const line of lines) console.log(line);
}

/** Opens everything in order, as the environment says; `close` does so in reverse. `lines`: what a start prints. */
export async function openSite(env: NodeJS.ProcessEnv) {
  const asked = readConfig(env);
  const config = await orExplain(() => withTruePort(asked), asked);
  const app = await orExplain(() => openApp(config), config);
  const seeded = config.demo ? await seedDemo(app) : "kept";
  if (!config.demo) await refuseDemo(app);
  const build = (await import("virtual:react-router/server-build")) as unknown as SiteBuild;
  const entry = build.entry.module;
  const signIn = config.demoLife && seeded === "seeded" ? await entry.openDemo?.(app) : null;
  const served = { dataDir: config.dataDir, clientFolder };
  await orExplain(() => keepAssets(served, app.clock.now()), config);
  const site = createServer(app, build, { clientFolder });
  // Kept pages outlive an outage, once they are made; a file does not go away.
  if (config.databaseUrl) await site.makePages(entry.firstPages ?? []);
  const hint = await entry.adminHint?.(app);
  const isTerminal = Boolean(process.stdout.isTTY);
  const { name } = (await readSettings(app.db.kysely, app.log)).settings.business;
  await orExplain(() => site.listen(), config);
  const stopJobs = await startJobs(app, entry);
  noteSiteAddress(config, app.log);
  return {
    app,
    lines: openingLines(config, { name, signIn: signIn ?? null, hint: hint ?? null, isTerminal }),
    close: async () => {
      // At once: what no other process takes up is then done before a supervisor loses patience.
      const stopping = stopJobs();
      await site.drain(config.drainMs);
      await site.close();
      await stopping;
      await app.db.close();
    },
  };
}

async function startJobs(app: AppContext, entry: SiteEntry): Promise<() => Promise<void>> {
  // A copy that is only tried must send nothing and change nothing by itself.
  if (!app.config.jobs) return async () => {};
  const stop = await entry.startJobs?.(app);
  const sweep = setInterval(() => sweepHits(app), HOUR);
  return async () => {
    clearInterval(sweep);
    await stop?.();
  };
}

async function sweepHits(app: AppContext): Promise<void> {
  try {
    await removeOldRateLimits(app);
  } catch (error) {
    app.log.warn({ err: error }, "old rate limits could not be removed");
  }
}
