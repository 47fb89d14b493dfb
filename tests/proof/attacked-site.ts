import { Agent, type IncomingMessage, request } from "node:http";
import type { AppContext, Engine } from "#app/platform/app-context.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { openApp } from "#scripts/open-app.ts";
import { makePlace } from "#tests/proof/place.ts";
import { type Fixtures, fixturesIn } from "#tests/support/doors/fixtures.ts";
import { type SiteServer, startServer } from "#tests/support/server.ts";

const TOKEN = "the-attacks-read-metrics";
const SECRET = "a-secret-that-attackers-do-not-know-of";

/** A started site behind one proxy, so that whoever asks says from which address; and what is stored, beside it. */
export type AttackedSite = {
  url: string;
  server: SiteServer;
  app: AppContext;
  fixtures: Fixtures;
  memory: () => Promise<number>;
  statuses: () => Promise<Record<string, number>>;
  stop: () => Promise<void>;
};

/** Starts one on an empty database with the demo practice, a client with a booking and an admin. */
export async function attackedSite(
  env: Record<string, string> = {},
  { engine, postgresUrl }: { engine: Engine; postgresUrl: string | null } = { engine: "sqlite", postgresUrl: null },
): Promise<AttackedSite> {
  const place = await makePlace(engine, postgresUrl);
  const own = { METRICS_TOKEN: TOKEN, AUTH_SECRET: SECRET, TRUST_PROXY: "1" };
  const server = await startServer({ ...place.env, ...own, ...env });
  const config = {
    ...readConfig(),
    dataDir: place.dataDir,
    databaseUrl: place.env.DATABASE_URL ?? null,
    publicUrl: server.url,
  };
  const app = { ...(await openApp({ ...config, logLevel: "silent" })), secret: SECRET };
  const metrics = async () =>
    (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  return {
    url: server.url,
    server,
    app,
    fixtures: await fixturesIn(app),
    memory: async () => Number(/^process_resident_memory_bytes (\d+)/m.exec(await metrics())?.[1]) / 1024 / 1024,
    statuses: async () => countedBy(await metrics()),
    stop: async () => {
      await app.db.close();
      await server.stop();
      await place.remove();
    },
  };
}

function countedBy(metrics: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, status = "", count] of metrics.matchAll(/status="(\d+)"\} (\d+)/g))
    counts[status] = (counts[status] ?? 0) + Number(count);
  return counts;
}

export type Ask = { path: string; method?: string; headers?: Record<string, string>; body?: string };
export type Actor = {
  ask: (input: Ask) => Promise<{ status: number; ms: number }>;
  close: () => void;
};

export function actorFrom(address: string, { url }: AttackedSite, connections = 1): Actor {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    close: () => agent.destroy(),
    ask: ({ path, method = "GET", headers = {}, body }) => {
      const started = performance.now();
      const own = { origin: url, "x-forwarded-for": address, ...headers };
      return new Promise((resolve, reject) => {
        const answered = (answer: IncomingMessage) => {
          answer.resume().on("error", reject);
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - started }));
        };
        request(url + path, { agent, method, headers: own }, answered)
          .on("error", reject)
          .end(body);
      });
    },
  };
}

/** Asks the same without a pause on so many connections of one address, until stopped; resolves to how many were answered. */
export function flood(site: AttackedSite, input: Ask, connections: number): { stop: () => Promise<number> } {
  const actor = actorFrom("203.0.113.66", site, connections);
  let answered = 0;
  let isOver = false;
  const loops = Array.from({ length: connections }, async () => {
    while (!isOver) {
      await actor.ask(input).catch(() => null);
      answered += 1;
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
      actor.close();
      return answered;
    },
  };
}

export const FORM = { "content-type": "application/x-www-form-urlencoded" };
