import { createRequestHandler } from "react-router";
import { withOwnAddress } from "#app/platform/http/client-address.server.ts";
import { contentVersion } from "#app/platform/http/content-version.server.ts";
import type { Visit } from "#app/platform/http/context.server.ts";
import { compressed } from "#app/platform/http/encoding.server.ts";
import { createOverload } from "#app/platform/http/overload.server.ts";
import { answerFromKept, createPageCache, isForEverybody, keptPage } from "#app/platform/http/page-cache.server.ts";
import { mayBeKept, PAGE_CACHE_HEADER, pageCacheKey } from "#app/platform/http/page-cache-key.ts";
import { busy, failure, RETRY_AFTER, refusal, unavailable, unfit } from "#app/platform/http/refusal.ts";
import type { SiteBuild } from "#app/platform/http/site-build.server.ts";
import type { World } from "#app/platform/world.server.ts";

export type PageRequest = {
  request: Request;
  /** Already read and counted. null for methods that have none. */
  body: Buffer<ArrayBuffer> | null;
  /** As it came, starting with one slash: `/book?service=x`. */
  pathAndQuery: string;
  visit: Visit;
};

/** Answers by React Router, or from the pages kept. `build` as a function is asked anew at each request. */
export function pages(world: World, build: SiteBuild | (() => Promise<SiteBuild>)) {
  const route = createRequestHandler(build, world.config.mode);
  const version = contentVersion(world);
  const cache = createPageCache();

  const overload = createOverload();

  async function routed(asked: PageRequest, method: string): Promise<Response> {
    const { entry } = typeof build === "function" ? await build() : build;
    const context = entry.module.createRouterContext(world, asked.visit);
    const response = await route(ownRequest(asked, { method, origin: world.config.publicUrl }), context);
    return response.status === 500 ? failedAnswer(asked, response) : response;
  }

  async function fresh(asked: PageRequest): Promise<Response> {
    const response = await routed(asked, asked.request.method);
    if (asked.body !== null) version.mayHaveChanged();
    response.headers.delete(PAGE_CACHE_HEADER);
    return compressed(response, asked.request.headers.get("accept-encoding"));
  }

  return async function answer(asked: PageRequest): Promise<Response> {
    const { headers, method } = asked.request;
    const kind = {
      method,
      pathAndQuery: asked.pathAndQuery,
      cookie: headers.get("cookie"),
      authorization: headers.get("authorization"),
    };
    if (world.config.mode === "development" || !mayBeKept(kind)) return inTurn(asked, () => fresh(asked));
    const key = pageCacheKey(kind, { contentVersion: await version.current(), now: world.clock.now() });
    const kept = key && cache.get(key);
    return kept ? answerFromKept(kept, headers) : inTurn(asked, () => madeAndKept(asked, key));
  };

  // Until it is compressed: that is most of the wait when there are many.
  async function inTurn(asked: PageRequest, work: () => Promise<Response>): Promise<Response> {
    const leave = overload.enter();
    if (!leave) return busy(asked.pathAndQuery);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  async function madeAndKept(asked: PageRequest, key: string | null): Promise<Response> {
    const { headers } = asked.request;
    // Always as GET, so that a HEAD gets the same headers and leaves the page behind for the next visitor.
    const response = await routed(asked, "GET");
    if (!key || !isForEverybody(response)) {
      response.headers.delete(PAGE_CACHE_HEADER);
      return compressed(response, headers.get("accept-encoding"));
    }
    const page = await keptPage(response, asked.visit.nonce);
    cache.set(key, page);
    return answerFromKept(page, headers);
  }
}

// React Router says it in plain text when even its error page failed: then we say it in ours.
function failedAnswer({ visit, pathAndQuery }: PageRequest, response: Response): Response {
  const isPage = !response.headers.get("content-type")?.startsWith("text/plain");
  if (!visit.trouble) return isPage ? response : failure(pathAndQuery, visit.requestId);
  if (visit.trouble === "unfit") return refusal(pathAndQuery, unfit);
  if (!isPage) return unavailable(pathAndQuery);
  const headers = new Headers(response.headers);
  headers.set("Retry-After", RETRY_AFTER);
  return new Response(response.body, { status: 503, headers });
}

// The address comes from PUBLIC_URL alone: Host and X-Forwarded-Host are the client's to write. The origin of a form has
// been checked before; it is written as ours, because a page may be open under another name of this machine.
function ownRequest(asked: PageRequest, { method, origin }: { method: string; origin: string }): Request {
  const headers = withOwnAddress(asked.request.headers, asked.visit.clientAddress);
  const url = new URL(origin);
  headers.set("host", url.host);
  if (asked.body !== null && headers.has("origin")) headers.set("origin", origin);
  const body = asked.body?.byteLength ? asked.body : null;
  return new Request(origin + asked.pathAndQuery, { method, headers, body, signal: asked.request.signal });
}
