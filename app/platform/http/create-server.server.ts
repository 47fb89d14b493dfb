import { createServer as createHttpServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { LONGEST_BODY } from "#app/platform/http/body-limits.server.ts";
import { everyAnswer } from "#app/platform/http/every-answer.server.ts";
import { gate, notHere } from "#app/platform/http/gate.server.ts";
import { healthAnswer, readinessAnswer } from "#app/platform/http/health.server.ts";
import { createMeter } from "#app/platform/http/meter.server.ts";
import { pages } from "#app/platform/http/pages.server.ts";
import { failure, refusal } from "#app/platform/http/refusal.ts";
import { contentSecurityPolicy, securityHeaders } from "#app/platform/http/security-headers.ts";
import { closeGracefully } from "#app/platform/http/shutdown.server.ts";
import type { Site } from "#app/platform/http/site.server.ts";
import type { SiteBuild } from "#app/platform/http/site-build.server.ts";
import { staticFiles } from "#app/platform/http/static-files.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** Against clients that send slowly, much, or nothing at all. Times in ms, sizes in bytes. */
export const HTTP_LIMITS = {
  headersTimeout: 10_000,
  // How long each body may take is said in body-limits; this is for those that nobody reads.
  requestTimeout: LONGEST_BODY + 10_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16 * 1024,
};

export type SiteServer = {
  /** Begins to answer; resolves to the true port. Rejects with EADDRINUSE when the port is taken. */
  listen: () => Promise<number>;
  /** Stops taking requests and answers those in flight, ten seconds at most. */
  close: () => Promise<void>;
};

/** The site on a port of its own. `clientFolder`: the bundle's files for browsers (`build/client`). */
export function createServer(world: World, build: SiteBuild, { clientFolder }: { clientFolder: string }): SiteServer {
  const server = createHttpServer(HTTP_LIMITS, siteListener(world, build, { clientFolder }));
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(world.config.port, world.config.host, () => resolve((server.address() as AddressInfo).port));
      }),
    close: () => closeGracefully(server),
  };
}

/** The steps of every request, in order, as a listener for Node's server. `clientFolder` null: no files are served. */
export function siteListener(
  world: World,
  build: SiteBuild | (() => Promise<SiteBuild>),
  { clientFolder }: { clientFolder: string | null },
): RequestListener {
  const app = new Hono<Site>();
  const answerPage = pages(world, build);
  const fileAt = clientFolder ? staticFiles(clientFolder) : async () => null;

  const meter = createMeter(world);

  app.use(meter.step);
  app.use(everyAnswer(world));
  app.use(gate(world.config.publicUrl));
  app.get("/healthz", () => healthAnswer());
  app.get("/readyz", () => readinessAnswer(world));
  app.get("/metrics", async (c, next) => (await meter.answer(c.req.raw.headers)) ?? next());
  app.get("*", async (c, next) => {
    const path = c.get("path");
    const file = await fileAt(path, c.req.raw.headers);
    if (file) return file;
    return clientFolder && path.startsWith("/assets/") ? refusal(path, notHere) : next();
  });
  app.all("*", (c) => {
    const { visit, path, query, body } = c.var;
    return answerPage({ request: c.req.raw, body, pathAndQuery: path + query, visit });
  });
  app.onError((error, c) => {
    const { visit, path } = c.var;
    world.log.error({ err: error, requestId: visit?.requestId }, "a request failed");
    return failure(path ?? "/", visit?.requestId ?? "none");
  });
  return getRequestListener(app.fetch, { errorHandler: () => unreadable(world) });
}

// For a request that could not even be read: a path that is no path, a Host that is none.
function unreadable(world: World): Response {
  const https = world.config.publicUrl.startsWith("https:");
  const headers = { ...securityHeaders({ https }), "Content-Security-Policy": contentSecurityPolicy({ hashes: [] }) };
  const detail = "The server could not make out what was asked for.";
  return refusal("/", { status: 400, title: "Bad request", detail, headers });
}
