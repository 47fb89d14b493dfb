import { afterAll, beforeAll, inject } from "vitest";
import type { AppContext, Engine } from "#app/platform/app-context.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { openApp } from "#scripts/open-app.ts";
import { makePlace, type Place } from "#tests/proof/place.ts";
import { type Fixtures, fixturesIn } from "#tests/support/doors/fixtures.ts";
import { freePort } from "#tests/support/free-port.ts";
import { type SiteServer, startServer } from "#tests/support/server.ts";

/** A started site to attack, with its data: a client with a booking, another client, an admin. */
export type Target = {
  origin: string;
  /** The origin it listens on; differs from PUBLIC_URL if that is set. */
  url: string;
  port: number;
  server: SiteServer;
  app: AppContext;
  fixtures: Fixtures;
};

const SECRET = "a-secret-that-attackers-do-not-know-of";

/** One target for all tests of a file. Call it at the top, and read the result inside tests. */
export function target(env: Record<string, string> = {}, engine: Engine = "sqlite"): () => Target {
  let made: { place: Place; target: Target } | null = null;
  beforeAll(async () => {
    const place = await makePlace(engine, inject("postgresUrl") ?? null);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const all = { ...place.env, AUTH_SECRET: SECRET, PUBLIC_URL: url, ...env, PORT: String(port) };
    const server = await startServer(all);
    const databaseUrl = place.env.DATABASE_URL ?? null;
    const config = { ...readConfig(), dataDir: place.dataDir, databaseUrl, publicUrl: all.PUBLIC_URL };
    const app = { ...(await openApp({ ...config, logLevel: "silent" })), secret: SECRET };
    const fixtures = await fixturesIn(app);
    made = { place, target: { origin: all.PUBLIC_URL, url, port, server, app, fixtures } };
  });
  afterAll(async () => {
    if (!made) return;
    await made.target.app.db.close();
    await made.target.server.stop();
    await made.place.remove();
  });
  return () => {
    if (!made) throw new Error("The target is started before the first test: ask for it inside one");
    return made.target;
  };
}
