import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConfig } from "#app/platform/config.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { openWorld } from "#scripts/open-world.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { type SiteServer, startServer } from "#tests/support/server.ts";

/** Where a site keeps its data. `databaseUrl` null: SQLite in the folder. */
export type Place = { folder: string; databaseUrl: string | null };

const folders: string[] = [];
const servers: SiteServer[] = [];

/** An empty place: a folder that goes with `cleanUp`. */
export function newPlace(databaseUrl: string | null = null): Place {
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-bench-"));
  folders.push(folder);
  return { folder, databaseUrl };
}

/** Fills a place with the demo practice and whatever else, in this process. */
export async function fill(place: Place, more: (world: World) => Promise<unknown>): Promise<void> {
  const outcome = parseConfig({ NODE_ENV: "production", LOG_LEVEL: "error", ...environmentOf(place) });
  if (outcome.kind === "invalid") throw new Error(outcome.problems.join("\n"));
  const world = await openWorld(outcome.config);
  await seedDemo(world);
  await more(world);
  await world.db.close();
}

/** Serves a place as `npm start` does, in a process of its own. */
export async function serve(place: Place, env: Record<string, string> = {}): Promise<SiteServer> {
  const server = await startServer({ LOG_LEVEL: "error", ...environmentOf(place), ...env });
  servers.push(server);
  return server;
}

/** Stops what still runs and removes what was written. */
export async function cleanUp(): Promise<void> {
  for (const server of servers) await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

function environmentOf({ folder, databaseUrl }: Place): Record<string, string> & { DATA_DIR: string } {
  return { DATA_DIR: folder, AUTH_SECRET: "x".repeat(32), ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
}
