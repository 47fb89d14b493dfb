import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { isAdminRoute, manifestWithoutAdmin } from "#app/browser-manifest.ts";

export default {
  ssr: true,
  // The site itself (scripts/site.ts) is built beside it: vite.config.ts.
  serverBuildFile: "[name].js",
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig }) =>
    writeManifestWithoutAdmin(join(reactRouterConfig.buildDirectory, "client/assets")),
} satisfies Config;

/** The browser's list of routes once more, without the practice's two thirds: the public pages' (docs/decisions/0630). */
async function writeManifestWithoutAdmin(folder: string): Promise<void> {
  for (const file of (await readdir(folder)).filter((name) => name.startsWith("manifest-"))) {
    const source = await readFile(join(folder, file), "utf8");
    const [, start, json] = /^(window\.__reactRouterManifest=)(.+);$/s.exec(source) ?? [];
    if (start === undefined || json === undefined) continue;
    const { routes, url, ...rest } = JSON.parse(json);
    const own = Object.fromEntries(Object.entries(routes).filter(([id]) => !isAdminRoute(id)));
    const manifest = { ...rest, url: manifestWithoutAdmin(url), routes: own };
    await writeFile(join(folder, manifestWithoutAdmin(file)), `${start}${JSON.stringify(manifest)};`);
  }
}
