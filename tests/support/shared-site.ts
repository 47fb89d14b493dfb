import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type SiteServer, startServer } from "#tests/support/server.ts";

/** One site with its own database for all tests of a file. Call it at the top; `url` is known inside tests. */
export function sharedSite(env: Record<string, string> = {}): SharedSite {
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-site-"));
  let server: SiteServer | null = null;
  beforeAll(async () => {
    server = await startServer({ DATA_DIR: folder, ...env });
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const running = () => {
    if (!server) throw new Error("The site is started before the first test: use it inside one");
    return server;
  };
  return {
    dataDir: folder,
    databaseUrl: env.DATABASE_URL ?? null,
    get url() {
      return running().url;
    },
    get server() {
      return running();
    },
  };
}

/** `dataDir` and `databaseUrl`: where its data is, for an app beside it. */
type SharedSite = {
  readonly url: string;
  readonly server: SiteServer;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
};
