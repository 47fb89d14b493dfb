import { createServer } from "node:http";
import { createServer as createVite } from "vite";
import { refuseDemo } from "#app/demo/remove-demo-practice.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { noteSiteAddress } from "#app/platform/data-folder.server.ts";
import { HTTP_LIMITS, siteListener } from "#app/platform/http/create-server.server.ts";
import type { SiteBuild } from "#app/platform/http/site.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { withTruePort } from "#scripts/free-port.ts";
import { openApp } from "#scripts/open-app.ts";
import { openingLines } from "#scripts/opening-lines.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { explainAndEnd, orExplain } from "#scripts/start-failure.ts";

// npm run dev: the same server and routes, with Vite for modules and hot reload.
readCommand("dev");
const asked = readConfig();
const config = await orExplain(() => withTruePort(asked), asked);
const app = await orExplain(() => openApp(config), config);
const seeded = config.demo ? await seedDemo(app) : "kept";
if (!config.demo) await refuseDemo(app);
const server = createServer(HTTP_LIMITS);
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } });
const loadBuild = () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<SiteBuild>;
const listener = siteListener(app, loadBuild);
server.on("request", (request, response) => vite.middlewares(request, response, () => listener(request, response)));
server.on("error", (error) => explainAndEnd(error, config));
const { entry } = await loadBuild();
const signIn = config.demoLife && seeded === "seeded" ? await entry.module.openDemo?.(app) : null;
const hint = await entry.module.adminHint?.(app);
const { name } = (await readSettings(app.db.kysely, app.log)).settings.business;
server.listen(config.port, config.host, () => {
  noteSiteAddress(config, app.log);
  const told = { name, signIn: signIn ?? null, hint: hint ?? null, isTerminal: Boolean(process.stdout.isTTY) };
  const [open, ...more] = openingLines(config, told);
  for (const line of [`${open}, with hot reload`, ...more]) console.log(line);
});
const stopJobs = await entry.module.startJobs?.(app);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    server.closeAllConnections();
    await vite.close();
    await stopJobs?.();
    await app.db.close();
    process.exit(0);
  });
}
