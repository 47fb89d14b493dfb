import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { AnswerLimits } from "#app/platform/database/answer-within.server.ts";
import { incomingBody, LONGEST_BODY, limitsOf, readBody } from "#app/platform/http/body-limits.server.ts";
import {
  badInput,
  clientClosed,
  failure,
  OUTCOME_HEADER,
  type RefusalWords,
  refusal,
} from "#app/platform/http/error-response.ts";
import { everyAnswer } from "#app/platform/http/every-answer.server.ts";
import { healthAnswer, readiness } from "#app/platform/http/health.server.ts";
import { keptAssets } from "#app/platform/http/kept-assets.server.ts";
import { createMeter } from "#app/platform/http/metrics.server.ts";
import { comesFromOurPages, isHook, isMailForm, OPEN_ENDPOINT } from "#app/platform/http/origin-check.ts";
import { type Pages, pages } from "#app/platform/http/pages.server.ts";
import { contentSecurityPolicy, securityHeaders } from "#app/platform/http/security-headers.ts";
import type { Site, SiteBuild, SiteEntry, Step } from "#app/platform/http/site.server.ts";
import { staticFiles } from "#app/platform/http/static-files.server.ts";

/** Against clients that send slowly, too much, or nothing at all. Times in ms, sizes in bytes. */
export const HTTP_LIMITS = {
  headersTimeout: 10_000,
  // body-limits sets the time for each body; this is for bodies that nobody reads.
  requestTimeout: LONGEST_BODY + 10_000,
  connectionsCheckingInterval: 5_000,
  // Told to clients. On a busy machine one that keeps to it may still be late, and would meet the connection's end.
  keepAliveTimeout: 5_000,
  keepAliveTimeoutBuffer: 10_000,
  maxHeaderSize: 16 * 1024,
  requireHostHeader: false,
};

// A database that is away must not keep a site from starting.
const FIRST_PAGES_WITHIN = 5_000;

type SiteServer = {
  /** Makes these pages, so that they stand also when the database goes away before anybody has asked for them. */
  makePages: (paths: readonly string[], within?: number) => Promise<void>;
  /** Starts to listen and resolves to the actual port. Rejects with EADDRINUSE if the port is taken. */
  listen: () => Promise<number>;
  /** Says that it is closing, to whoever asks for its health, and serves on for so long. Then close it. */
  drain: (ms: number) => Promise<void>;
  close: () => Promise<void>;
};

/** The site on its own port. `clientFolder`: the bundle's files for browsers (`build/client`). */
export function createServer(
  app: AppContext,
  build: SiteBuild,
  { clientFolder, limits = {} }: { clientFolder: string; limits?: AnswerLimits },
): SiteServer {
  const life = { isClosing: false };
  const made = pages(app, build, limits);
  const server = createHttpServer(HTTP_LIMITS, listenerOf(app, build, { clientFolder, made, life }));
  refuseUnparsed(server, app);
  return {
    makePages: (paths, within = FIRST_PAGES_WITHIN) => made.make(paths, within),
    listen: () =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(app.config.port, app.config.host, () => resolve((server.address() as AddressInfo).port));
      }),
    drain: (ms) => {
      life.isClosing = true;
      return new Promise((resolve) => setTimeout(resolve, ms));
    },
    close: () => closeGracefully(server),
  };
}

/** The site as a listener for Node's server, without its files, each page made by what `build` is now. */
export function siteListener(app: AppContext, build: () => Promise<SiteBuild>): RequestListener {
  return listenerOf(app, build, { clientFolder: null, made: pages(app, build), life: { isClosing: false } });
}

type Listening = { clientFolder: string | null; made: Pages; life: { isClosing: boolean } };

/** The steps of every request, in order. `clientFolder` null: no static files. */
function listenerOf(
  app: AppContext,
  build: SiteBuild | (() => Promise<SiteBuild>),
  { clientFolder, made, life }: Listening,
): RequestListener {
  const hono = new Hono<Site>();
  const fileAt = clientFolder ? staticFiles(clientFolder) : async () => null;
  const keptAt = keptAssets(app.config.dataDir);

  const meter = createMeter(app);
  const isReady = readiness(app);

  hono.use(meter.step);
  hono.use(async (c, next) => {
    await next();
    // So that a proxy sends nothing more on a connection that is about to end.
    if (life.isClosing) c.res.headers.set("Connection", "close");
  });
  hono.use(everyAnswer(app));
  hono.use(requestChecks(app.config.publicUrl, { isReadOnly: app.config.readOnly }));
  hono.get("/healthz", () => healthAnswer(life));
  hono.get("/readyz", () => isReady(life, async () => (await entryOf(build)).notReadyBecause?.(app) ?? null));
  hono.get("/metrics", async (c, next) => (await meter.answer(c.req.raw.headers)) ?? next());
  hono.get("*", async (c, next) => {
    const path = c.get("path");
    const file = await fileAt(path, c.req.raw.headers);
    if (file) return file;
    const kept = clientFolder ? await keptAt(path, c.req.raw.headers) : null;
    if (kept) return kept;
    return clientFolder && path.startsWith("/assets/") ? refusal(path, notFound) : next();
  });
  hono.all("*", (c) => {
    const { requestInfo, path, query, body } = c.var;
    return made.answer({ request: c.req.raw, body, pathAndQuery: path + query, requestInfo });
  });
  hono.onError((error, c) => {
    // A body that ends in the middle is no fault of ours.
    if (c.env.outgoing.destroyed) return clientClosed();
    const { requestInfo, path } = c.var;
    app.log.error({ err: error, requestId: requestInfo?.requestId }, "a request failed");
    return failure(path ?? "/", requestInfo?.requestId ?? "none");
  });
  // The body step drains the rest of a body, in its own time.
  return getRequestListener(hono.fetch, { errorHandler: () => unreadable(app), autoCleanupIncoming: false });
}

async function entryOf(build: SiteBuild | (() => Promise<SiteBuild>)): Promise<SiteEntry> {
  return (typeof build === "function" ? await build() : build).entry.module;
}

const UNREADABLE = { status: 400, title: "Bad request", detail: "The server could not make out what was asked for." };

// For a request that can't even be parsed: an invalid path or Host.
function unreadable(app: AppContext): Response {
  return refusal("/", { ...UNREADABLE, headers: headersOf(app) });
}

function headersOf(app: AppContext): Record<string, string> {
  const https = app.config.publicUrl.startsWith("https:");
  return { ...securityHeaders({ https }), "Content-Security-Policy": contentSecurityPolicy({ hashes: [] }) };
}

const UNPARSED: Record<string, RefusalWords> = {
  HPE_HEADER_OVERFLOW: { status: 431, title: "Too long", detail: "The headers of the request are too long." },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, title: "Too long", detail: "The request is too long." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, title: "Too slow", detail: "The request did not come in time." },
};

/** What Node refuses before our listener sees it: answered with the same headers as any page. */
function refuseUnparsed(server: HttpServer, app: AppContext): void {
  server.on(
    "clientError",
    (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse | null }) => {
      // An answer that has begun can't become another one.
      if (socket.writable && !socket._httpMessage?.headersSent) {
        const { status, title, detail } = UNPARSED[error.code ?? ""] ?? UNREADABLE;
        const body = `${title}\n\n${detail}\n`;
        const headers = { ...PLAIN, ...headersOf(app), "Content-Length": `${body.length}`, Connection: "close" };
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
        socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
      }
      socket.destroy(error);
    },
  );
  server.on("checkExpectation", (_request, response: ServerResponse) => {
    response.writeHead(417, { ...PLAIN, ...headersOf(app), Connection: "close" });
    response.end("Expectation failed\n\nThis server meets no such expectation.\n");
  });
}

const PLAIN = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };

const GRACE = 10_000;

/** Stops accepting connections, finishes running requests (ten seconds at most), then closes the rest. */
function closeGracefully(server: Server, grace = GRACE): Promise<void> {
  return new Promise((resolve, reject) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), grace);
    // A kept-alive connection would hold the server open after its answer.
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    server.close((error) => {
      clearTimeout(cutOff);
      clearInterval(sweep);
      if (error && (error as { code?: string }).code !== "ERR_SERVER_NOT_RUNNING") reject(error);
      else resolve();
    });
  });
}

// Every change is a POST: React Router would run a form's action for PUT, PATCH and DELETE as well.
const METHODS = ["GET", "HEAD", "POST"];

/** Refuses, before any route sees them, disallowed methods, forms from other sites, and floods. */
function requestChecks(ownOrigin: string, { isReadOnly }: { isReadOnly: boolean }): Step {
  return async (c, next) => {
    const { method, headers } = c.req.raw;
    const path = c.get("path");
    const refuse = (words: RefusalWords) => refusal(path, words);
    // What a browser asks before it sends JSON to another site.
    const isPreflight = method === "OPTIONS" && isMailForm(path);
    if (!METHODS.includes(method) && !isPreflight)
      return refusal(path, { ...unknownMethod, headers: { Allow: methodsOf(path) } });
    // A browser reads `//x.example/` in a link or a redirect as another site.
    if (path.startsWith("//")) return refuse(notFound);
    if (c.get("query").includes("%00")) return refuse(badInput);
    if (method !== "POST") return next();
    if (isReadOnly)
      return refusal(path, { ...moving, headers: { "Retry-After": MOVED_IN, [OUTCOME_HEADER]: "nothing" } });
    const type = headers.get("content-type") ?? "";
    const limits = limitsOf(path, type);
    const body = incomingBody(c.env, limits);
    try {
      const sender = { fetchSite: headers.get("sec-fetch-site"), origin: headers.get("origin") };
      if (!comesFromOurPages({ method, path, ownOrigin, ...sender })) return refuse(fromElsewhere(ownOrigin));
      if (limits.isUpload) c.set("body", body.stream());
      else {
        const read = await readBody(body, { path, type, limits });
        if (read.kind === "refused") return refuse(read.words);
        c.set("body", read.bytes);
      }
      return await next();
    } finally {
      // The answer does not wait for it.
      void body.drainBody();
    }
  };
}

const notFound: RefusalWords = { status: 404, title: "Not found", detail: "There is nothing at this address." };

function methodsOf(path: string): string {
  if (isMailForm(path)) return "POST, OPTIONS";
  return path === OPEN_ENDPOINT || isHook(path) ? "POST" : METHODS.join(", ");
}

const MOVED_IN = "300";

const moving: RefusalWords = {
  status: 503,
  title: "We are moving to another server",
  detail: "Nothing was booked or changed. Try again in a few minutes, or call us.",
};

const unknownMethod: RefusalWords = {
  status: 405,
  title: "Method not allowed",
  detail: "This site answers no such request.",
};

function fromElsewhere(ownOrigin: string): RefusalWords {
  const detail = `Forms are taken only from this site’s own pages. Open ${ownOrigin} and try again there.`;
  return { status: 403, title: "Sent from another site", detail };
}
