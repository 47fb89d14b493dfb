import { setTimeout as sleep } from "node:timers/promises";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type AnswerLimits, answerWithin } from "#app/platform/database/answer-within.server.ts";
import { contentVersion } from "#app/platform/http/content-version.server.ts";
import { compressed } from "#app/platform/http/encoding.server.ts";
import {
  badInput,
  clientClosed,
  failure,
  OUTCOME_HEADER,
  RETRY_AFTER,
  refusal,
  tooBusy,
  unavailable,
} from "#app/platform/http/error-response.ts";
import { isSessionless } from "#app/platform/http/origin-check.ts";
import {
  answerFromCache,
  type CachedPage,
  cachedPage,
  createPageCache,
  createRepeatedAnswers,
  isForEverybody,
  isUntilWritten,
} from "#app/platform/http/page-cache.server.ts";
import {
  mayBeCached,
  mayBeRepeated,
  PAGE_CACHE_HEADER,
  type PageStamp,
  pageStamp,
  writtenStamp,
} from "#app/platform/http/page-cache-key.ts";
import { JUST_WROTE } from "#app/platform/http/read-replica.server.ts";
import type { RequestInfo } from "#app/platform/http/request.server.ts";
import { rateKeyOf, requestInfoFrom, withOwnAddress } from "#app/platform/http/request-info.server.ts";
import { type Asking, createRequestQueue, type RequestKind } from "#app/platform/http/request-queue.server.ts";
import type { SiteBuild } from "#app/platform/http/site.server.ts";

const FILES = "/media/";
const PATIENCE = 1000;

type PageRequest = {
  request: Request;
  /** Already read and counted, except for an upload, which its route reads. null for methods without a body. */
  body: Buffer<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  /** As received, starting with one slash: `/book?service=x`. */
  pathAndQuery: string;
  requestInfo: RequestInfo;
};

export type Pages = {
  answer: (incoming: PageRequest) => Promise<Response>;
  /** Makes these pages before anybody asks, one after another, as far as that goes within so many ms. */
  make: (paths: readonly string[], within: number) => Promise<void>;
};

/** Answers through React Router or from the page cache. A function `build` is called for each request. */
export function pages(
  app: AppContext,
  build: SiteBuild | (() => Promise<SiteBuild>),
  limits: AnswerLimits = {},
): Pages {
  const { mode } = app.config;
  const whole = createRequestHandler(build, mode);
  const handlerOf = typeof build === "function" ? () => whole : handlerBySection(build, { whole, mode });
  const version = contentVersion(app);
  const cache = createPageCache();
  const repeated = createRepeatedAnswers();
  const queue = createRequestQueue();
  const making = new Map<string, Promise<CachedPage | null>>();

  return { answer, make };

  async function answer(incoming: PageRequest): Promise<Response> {
    if (app.config.mode === "development") return ownAnswer(incoming, () => fresh(incoming));
    const written = mayBeRepeated(incoming) && repeated.knows(incoming) ? app.db.written() : null;
    if (written !== null) return repeatedAnswer(incoming, written);
    if (!mayBeCached(incoming)) return ownAnswer(incoming, () => fresh(incoming));
    const stamp = pageStamp(await version.current(), app.clock.now());
    const cached = cache.get(incoming.pathAndQuery, stamp) ?? (await refreshed(incoming, stamp));
    return cached
      ? answerFromCache(cached, incoming.request.headers)
      : ownAnswer(incoming, () => firstOf(incoming, stamp));
  }

  async function make(paths: readonly string[], within: number): Promise<void> {
    const isOver = sleep(within, true, { ref: false });
    for (const path of paths) {
      const made = version.current().then((known) => renderForCache(path, pageStamp(known, app.clock.now())));
      if ((await Promise.race([made.catch(() => null), isOver])) === true) return;
    }
  }

  // Holds its place until it is compressed: under load, that is most of the time.
  async function ownAnswer(incoming: PageRequest, work: () => Promise<Response>): Promise<Response> {
    const { signal } = incoming.request;
    const asking = {
      kind: await kindOf(incoming),
      address: rateKeyOf(incoming.requestInfo.clientAddress),
      signal,
    };
    const answer = await answerWithin(() => inTurn(asking, work), limits);
    return answer ?? (signal.aborted ? clientClosed() : tooBusy(incoming));
  }

  async function inTurn<Result>(asking: Asking, work: () => Promise<Result>): Promise<Result | null> {
    const leave = await queue.enter(asking);
    return leave && work().finally(leave);
  }

  async function kindOf({ body, pathAndQuery }: PageRequest): Promise<RequestKind> {
    const { entry } = await built();
    const [path = ""] = pathAndQuery.split("?");
    // An upload that is still to come says nothing of itself.
    const read = body instanceof ReadableStream ? null : body;
    return (
      entry.module.requestKindOf?.({ path, body: read }) ?? (body ? "form" : path.startsWith(FILES) ? "file" : "page")
    );
  }

  async function fresh(incoming: PageRequest): Promise<Response> {
    const { method, signal } = incoming.request;
    const mayWrite = incoming.body !== null;
    if (mayWrite) Object.assign(incoming.requestInfo, { readsPrimary: true, mayWrite });
    const response = await routed(incoming, { method, signal });
    if (isUntilWritten(response)) repeated.learn(incoming);
    if (mayWrite) version.mayHaveChanged();
    if (mayWrite && app.db.replica) response.headers.append("Set-Cookie", JUST_WROTE);
    return uncached(incoming, response);
  }

  async function repeatedAnswer(incoming: PageRequest, written: number): Promise<Response> {
    return (
      repeated.get(incoming, writtenStamp(written, app.clock.now())) ??
      ownAnswer(incoming, () => untilWritten(incoming))
    );
  }

  // What is written from the stamp on changes it, so the answer holds for those who find it unchanged.
  async function untilWritten(incoming: PageRequest): Promise<Response> {
    const stamp = writtenStamp(app.db.written() ?? 0, app.clock.now());
    // Somebody else may have asked the same while this one waited.
    const made = repeated.get(incoming, stamp);
    if (made) return made;
    const response = await routed(anonymousRequest(incoming.pathAndQuery), { method: "GET", signal: null });
    if (!isUntilWritten(response)) return fresh(incoming);
    const answer = await uncached(incoming, response);
    await repeated.set(incoming, stamp, answer.clone());
    return answer;
  }

  // A page that is the same for everybody is made once for all who wait for it. Under overload, or if the queue
  // refuses even that, the page from some minutes ago will do.
  async function refreshed(incoming: PageRequest, stamp: PageStamp): Promise<CachedPage | null> {
    const path = incoming.pathAndQuery;
    if (!cache.knows(path)) return null;
    const made = startRefresh(incoming, stamp);
    const stale = cache.getStale(path, stamp);
    if (!stale) return made;
    if (queue.isCrowded()) return stale;
    // A database that hangs or fails over must not keep anybody from reading.
    return (await Promise.race([made.catch(() => null), sleep(PATIENCE, null, { ref: false })])) ?? stale;
  }

  function startRefresh(incoming: PageRequest, stamp: PageStamp): Promise<CachedPage | null> {
    const key = `${incoming.pathAndQuery} ${stamp.contentVersion} ${stamp.minute}`;
    const asking = { kind: "cached", address: "this site", signal: null } as const;
    const make = () => renderForCache(incoming.pathAndQuery, stamp);
    const made = making.get(key) ?? inTurn(asking, make).finally(() => making.delete(key));
    making.set(key, made);
    // Nobody may be waiting for it; those who are get the error too.
    made.catch((error) => app.log.warn({ err: error }, "a cached page could not be refreshed"));
    return made;
  }

  // As GET, so that a HEAD caches the page for the next visitor, too. Only the answer says that it is the same for
  // everybody: then it is rendered again without the visitor's data, for the cache.
  async function firstOf(incoming: PageRequest, stamp: PageStamp): Promise<Response> {
    const response = await routed(incoming, { method: "GET", signal: incoming.request.signal });
    const page = isForEverybody(response) ? await renderForCache(incoming.pathAndQuery, stamp) : null;
    return page ? answerFromCache(page, incoming.request.headers) : uncached(incoming, response);
  }

  async function renderForCache(pathAndQuery: string, stamp: PageStamp): Promise<CachedPage | null> {
    const anonymous = anonymousRequest(pathAndQuery);
    const response = await routed(anonymous, { method: "GET", signal: null });
    if (!isForEverybody(response)) return null;
    const page = await cachedPage(response, anonymous.requestInfo.nonce);
    cache.set(pathAndQuery, stamp, page);
    return page;
  }

  // Without any visitor's headers, address or language, so that none of them can be cached.
  function anonymousRequest(pathAndQuery: string): PageRequest {
    const request = new Request(app.config.publicUrl + pathAndQuery);
    const info = requestInfoFrom(request.headers, { address: undefined, trustedHops: 0 });
    // What a replica has not heard of yet would be kept for everybody.
    return { request, body: null, pathAndQuery, requestInfo: { ...info, readsPrimary: true } };
  }

  async function routed(
    incoming: PageRequest,
    options: { method: string; signal: AbortSignal | null },
  ): Promise<Response> {
    const { entry } = await built();
    incoming.requestInfo.form = formOf(incoming);
    const context = entry.module.createRouterContext(app, incoming.requestInfo);
    const request = ownRequest(incoming, { ...options, origin: app.config.publicUrl });
    const response = await handlerOf(incoming.pathAndQuery)(request, context);
    return response.status === 500 ? failedAnswer(incoming, response) : response;
  }

  async function built(): Promise<SiteBuild> {
    return typeof build === "function" ? build() : build;
  }
}

async function uncached(incoming: PageRequest, response: Response): Promise<Response> {
  response.headers.delete(PAGE_CACHE_HEADER);
  return compressed(response, incoming.request.headers.get("accept-encoding"));
}

// React Router answers in plain text if even its error page failed; we replace it with ours.
function failedAnswer(incoming: PageRequest, response: Response): Response {
  const { requestInfo, pathAndQuery } = incoming;
  const isPage = !response.headers.get("content-type")?.startsWith("text/plain");
  if (!requestInfo.databaseError) {
    const answer = isPage ? new Response(response.body, response) : failure(pathAndQuery, requestInfo.requestId);
    if (incoming.body !== null && !requestInfo.mayHaveChanged()) answer.headers.set(OUTCOME_HEADER, "nothing");
    return answer;
  }
  if (requestInfo.databaseError === "crowded") return tooBusy(incoming);
  if (requestInfo.databaseError === "bad-input") return refusal(pathAndQuery, badInput);
  const isUnclear = requestInfo.databaseError === "unclear" && incoming.body !== null;
  if (!isPage) return unavailable(pathAndQuery, { isUnclear });
  const headers = new Headers(response.headers);
  headers.set("Retry-After", RETRY_AFTER);
  if (isUnclear) headers.set(OUTCOME_HEADER, "unknown");
  return new Response(response.body, { status: 503, headers });
}

function formOf({ request, body }: PageRequest): string | null {
  const isForm = request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded");
  return isForm && body !== null && !(body instanceof ReadableStream) ? body.toString("utf8") : null;
}

// The address comes only from PUBLIC_URL: the client can forge Host and X-Forwarded-Host. The form's origin was
// checked before, and is set to ours because a page may be open under another name of this machine.
function ownRequest(incoming: PageRequest, { method, origin, signal }: RequestOptions): Request {
  const headers = withOwnAddress(incoming.request.headers, incoming.requestInfo.clientAddress);
  const url = new URL(origin + incoming.pathAndQuery);
  if (isSessionless(url.pathname)) headers.delete("cookie");
  headers.set("host", url.host);
  if (incoming.body !== null && headers.has("origin")) headers.set("origin", origin);
  const { body } = incoming;
  // Half: the answer begins once the whole body has come. Node requires the word, but the types lack it.
  const duplex: object = { duplex: "half" };
  if (body instanceof ReadableStream) return new Request(url, { ...duplex, method, headers, body, signal });
  return new Request(url, { method, headers, body: body?.byteLength ? body : null, signal });
}
type RequestOptions = { method: string; origin: string; signal: AbortSignal | null };

type Routes = Record<string, Pick<NonNullable<ServerBuild["routes"][string]>, "id" | "parentId" | "path">>;

const SECTION = /^\/([a-z0-9-]+)(?:\.data)?(?=[/?]|$)/;
const WORD = /^[a-z0-9-]+$/;
const DYNAMIC = /[:*?]/;

/**
 * React Router tries all routes of the site in turn for each request, each with its layouts. The handler for an address
 * knows only those that its first segment leaves; that for any other spelling is `whole` (docs/decisions/0630).
 */
function handlerBySection(
  build: ServerBuild,
  { whole, mode }: { whole: RequestHandler; mode: string },
): (pathAndQuery: string) => RequestHandler {
  const handlers = new Map(
    sectionsOf(build.routes as Routes).map((section) => {
      const routes = routesOf(build.routes as Routes, section) as ServerBuild["routes"];
      return [section, createRequestHandler({ ...build, routes }, mode)];
    }),
  );
  return (pathAndQuery) => handlers.get(SECTION.exec(pathAndQuery)?.[1] ?? "") ?? whole;
}

/** The first segments that are plain words. */
export function sectionsOf(routes: Routes): string[] {
  const all = Object.values(routes).map(({ id }) => firstSegment(routes, id));
  return [...new Set(all)].filter((segment) => WORD.test(segment));
}

/** The routes that an address in this section may match, with their layouts. */
export function routesOf<Known extends Routes>(routes: Known, section: string): Partial<Known> {
  const ids = Object.values(routes).flatMap(({ id, path }) => {
    const first = firstSegment(routes, id);
    return path !== undefined && (first === section || DYNAMIC.test(first)) ? lineOf(routes, id) : [];
  });
  const kept = new Set(ids);
  return Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id))) as Partial<Known>;
}

function firstSegment(routes: Routes, id: string): string {
  const paths = lineOf(routes, id).map((one) => routes[one]?.path ?? "");
  return paths.join("/").split("/").find(Boolean) ?? "";
}

/** A route's ancestors, from the root, and itself. */
function lineOf(routes: Routes, id: string): string[] {
  const parentId = routes[id]?.parentId;
  return parentId ? [...lineOf(routes, parentId), id] : [id];
}
