import { createServer } from "node:http";
import { createServer as createVite } from "vite";
import { readConfig } from "#app/platform/config.server.ts";
import { HTTP_LIMITS, siteListener } from "#app/platform/http/create-server.server.ts";
import type { SiteBuild } from "#app/platform/http/site-build.server.ts";
import { noteSiteAddress } from "#app/platform/site-address.server.ts";
import { withTruePort } from "#scripts/free-port.ts";
import { openApp } from "#scripts/open-app.ts";
import { seedDemo } from "#scripts/seed-demo.ts";

// npm run dev: the same server and routes, with Vite for modules and hot reload.
const config = await withTruePort(readConfig());
const app = await openApp(config);
if (config.demo) await seedDemo(app);
const server = createServer(HTTP_LIMITS);
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } });
const loadBuild = () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<SiteBuild>;
const listener = siteListener(app, loadBuild, { clientFolder: null });
server.on("request", (request, response) => vite.middlewares(request, response, () => listener(request, response)));
server.on("error", (error) => {
  console.error(`Could not listen on port ${config.port}: ${error.message}`);
  process.exit(1);
});
server.listen(config.port, config.host, () => {
  noteSiteAddress(config, app.log);
  console.log(`Limber Yard is open at ${config.publicUrl}, with hot reload`);
});
const { entry } = await loadBuild();
const stopJobs = await entry.module.startJobs?.(app);
const hint = await entry.module.adminHint?.(app);
if (hint) console.log(hint);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    server.closeAllConnections();
    await vite.close();
    await stopJobs?.();
    await app.db.close();
    process.exit(0);
  });
}
