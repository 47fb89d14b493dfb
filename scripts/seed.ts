import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readConfig } from "#app/platform/config.server.ts";
import type { SiteBuild } from "#app/platform/http/site.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { openApp } from "#scripts/open-app.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run seed: migrates, and adds the demo practice to an empty database; with --life its clients and
// appointments, too.
const wantsLife = readCommand("seed").flags.life === true;
const bundle = fileURLToPath(new URL("../build/server/index.js", import.meta.url));
if (wantsLife && !existsSync(bundle)) {
  console.error("The demo's life is made by the built site. Build it first: npm run build");
  process.exit(1);
}
const config = readConfig();
const app = await orExplain(() => openApp(config), config);
const outcome = await seedDemo(app);
const where = config.databaseUrl ? "the PostgreSQL database" : `the database in ${config.dataDir}`;
const said = {
  seeded: `Filled ${where} with the demo practice.`,
  kept: `Nothing changed: ${where} has a practice already.`,
};
console.log(said[outcome]);
if (wantsLife && outcome === "seeded") await addLife();
await app.db.close();

/** Whoever sees the practice's side makes a sign-in of their own: a password in a log would be read by others. */
async function addLife(): Promise<void> {
  const build: SiteBuild = await import(pathToFileURL(bundle).href);
  const signIn = await build.entry.module.openDemo?.(app);
  if (!signIn) throw new Error("The demo's life could not be made; the log says why");
  console.log(`Added its invented clients and appointments. See them: npm run admin -- create ${signIn.email}`);
}
