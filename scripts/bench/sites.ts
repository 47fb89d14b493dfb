import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { parseConfig } from "#app/platform/config.server.ts";
import { openApp } from "#scripts/open-app.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { type SiteServer, startServer } from "#tests/support/server.ts";

/** Where a site stores its data. `databaseUrl` null: SQLite in the folder. */
export type Place = { folder: string; databaseUrl: string | null };

const folders: string[] = [];
const servers: SiteServer[] = [];

/** An empty folder, deleted by `cleanUp`. */
export function newPlace(databaseUrl: string | null = null): Place {
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-bench-"));
  folders.push(folder);
  return { folder, databaseUrl };
}

export async function fill(place: Place, more: (app: AppContext) => Promise<unknown>): Promise<void> {
  const outcome = parseConfig({ NODE_ENV: "production", LOG_LEVEL: "error", ...environmentOf(place) });
  if (outcome.kind === "invalid") throw new Error(outcome.problems.join("\n"));
  const app = await openApp(outcome.config);
  await seedDemo(app);
  await more(app);
  await app.db.close();
}

/** Serves a place as `npm start` does, in its own process. */
export async function serve(place: Place, env: Record<string, string> = {}): Promise<SiteServer> {
  const server = await startServer({ LOG_LEVEL: "error", ...environmentOf(place), ...env });
  servers.push(server);
  return server;
}

export async function cleanUp(): Promise<void> {
  for (const server of servers) await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

function environmentOf({ folder, databaseUrl }: Place): Record<string, string> & { DATA_DIR: string } {
  return { DATA_DIR: folder, AUTH_SECRET: "x".repeat(32), ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
}
