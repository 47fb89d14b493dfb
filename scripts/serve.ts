import { fileURLToPath, pathToFileURL } from "node:url";
import { readConfig } from "#app/platform/config.server.ts";
import { createServer } from "#app/platform/http/create-server.server.ts";
import type { SiteBuild, SiteEntry } from "#app/platform/http/site-build.server.ts";
import { removeOldHits } from "#app/platform/rate-limit.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { withTruePort } from "#scripts/free-port.ts";
import { openWorld } from "#scripts/open-world.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { orExplain } from "#scripts/start-failure.ts";

const HOUR = 3_600_000;
const buildFolder = fileURLToPath(new URL("../build", import.meta.url));

// The site as it is served: opens everything in order, and closes it in the opposite one.
const asked = readConfig();
const config = await orExplain(withTruePort(asked), asked);
const world = await orExplain(openWorld(config), config);
if (config.demo) await seedDemo(world);
const build: SiteBuild = await import(pathToFileURL(`${buildFolder}/server/index.js`).href);
const site = createServer(world, build, { clientFolder: `${buildFolder}/client` });
await orExplain(site.listen(), config);
const stopJobs = await startJobs(build.entry.module);
closeOnSignal();
const hint = await build.entry.module.adminHint?.(world);
console.log(`Limber Yard is open at ${config.publicUrl}`);
if (hint) console.log(hint);

async function startJobs(entry: SiteEntry): Promise<() => Promise<void>> {
  const stop = await entry.startJobs?.(world);
  const sweep = setInterval(() => sweepHits(world), HOUR);
  return async () => {
    clearInterval(sweep);
    await stop?.();
  };
}

async function sweepHits(swept: World): Promise<void> {
  try {
    await removeOldHits(swept);
  } catch (error) {
    swept.log.warn({ err: error }, "old rate limits could not be removed");
  }
}

function closeOnSignal(): void {
  let closing = false;
  async function close(signal: string): Promise<void> {
    if (closing) return;
    closing = true;
    world.log.info({ signal }, "closing");
    await site.close();
    await stopJobs();
    await world.db.close();
    process.exit(0);
  }
  process.on("SIGTERM", close);
  process.on("SIGINT", close);
}
