import { createRequestHandler } from "react-router";
import { arrivals } from "#app/platform/http/arrivals.server.ts";
import { withOwnAddress } from "#app/platform/http/client-address.server.ts";
import { contentVersion } from "#app/platform/http/content-version.server.ts";
import type { Visit } from "#app/platform/http/context.server.ts";
import { compressed, encodingFor } from "#app/platform/http/encoding.server.ts";
import { createLine, type Errand, type Line } from "#app/platform/http/line.server.ts";
import {
  answerFromKept,
  createPageCache,
  isForEverybody,
  type KeptPage,
  keptPage,
} from "#app/platform/http/page-cache.server.ts";
import { mayBeKept, PAGE_CACHE_HEADER, type PageStamp, pageStamp } from "#app/platform/http/page-cache-key.ts";
import { busy, failure, RETRY_AFTER, refusal, unavailable, unfit } from "#app/platform/http/refusal.ts";
import { createSharedAnswers } from "#app/platform/http/shared-answers.server.ts";
import type { SiteBuild } from "#app/platform/http/site-build.server.ts";
import type { World } from "#app/platform/world.server.ts";

// Whoever was given a page gets its pictures, too.
const PART_OF_A_PAGE = "/media/";
// The JSON API reads no cookie: what it answers to an address is the same for everybody.
const QUESTIONS = "/api/";

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
  const line = createLine(arrivals);
  const shared = createSharedAnswers();
  const making = new Map<string, Promise<KeptPage | null>>();

  return async function answer(asked: PageRequest): Promise<Response> {
    const { headers } = asked.request;
    if (isQuestion(asked)) return (await sharedAnswer(asked)) ?? busy(asked);
    if (world.config.mode === "development" || !mayBeKept(asked)) return ownAnswer(asked, () => fresh(asked));
    const stamp = pageStamp(await version.current(), world.clock.now());
    const kept = cache.get(asked.pathAndQuery, stamp) ?? (await remade(asked, stamp));
    return kept ? answerFromKept(kept, headers) : ownAnswer(asked, () => firstOf(asked, stamp));
  };

  // Until it is compressed: that is most of the wait when there are many.
  async function ownAnswer(asked: PageRequest, work: () => Promise<Response>): Promise<Response> {
    const first = asked.body !== null || asked.pathAndQuery.startsWith(PART_OF_A_PAGE);
    const errand = { first, isGone: () => asked.request.signal.aborted };
    return (await inLine(line, errand, work)) ?? busy(asked);
  }

  function sharedAnswer(asked: PageRequest): Promise<Response | null> {
    const question = `${encodingFor(asked.request.headers.get("accept-encoding"))} ${asked.pathAndQuery}`;
    return shared.ask(question, asked.request.signal, ({ begins, isGone }) =>
      inLine(line, { first: false, isGone }, async () => {
        begins();
        return forOne(asked, await whole(asked));
      }),
    );
  }

  async function fresh(asked: PageRequest): Promise<Response> {
    const { method, signal } = asked.request;
    const response = await routed(asked, { method, signal });
    if (asked.body !== null) version.mayHaveChanged();
    return forOne(asked, response);
  }

  // What is known to be for everybody is made anew once for all who ask meanwhile, and before what is read by one
  // visitor alone. In a crowd, or where even that has no place in the line, the page of some minutes ago will do.
  async function remade(asked: PageRequest, stamp: PageStamp): Promise<KeptPage | null> {
    const path = asked.pathAndQuery;
    if (!cache.knows(path)) return null;
    const made = remaking(asked, stamp);
    const stale = line.isCrowded() ? cache.getStale(path, stamp) : null;
    return stale ?? (await made) ?? cache.getStale(path, stamp);
  }

  function remaking(asked: PageRequest, stamp: PageStamp): Promise<KeptPage | null> {
    const key = `${asked.pathAndQuery} ${stamp.contentVersion} ${stamp.minute}`;
    const errand = { first: true, isGone: () => false };
    const make = async () => keptOf(asked, { stamp, response: await whole(asked) });
    const made = making.get(key) ?? inLine(line, errand, make).finally(() => making.delete(key));
    making.set(key, made);
    // Nobody may be waiting for it; whoever is gets the error as well.
    made.catch((error) => world.log.warn({ err: error }, "a kept page could not be made anew"));
    return made;
  }

  async function firstOf(asked: PageRequest, stamp: PageStamp): Promise<Response> {
    const response = await whole(asked);
    const page = await keptOf(asked, { stamp, response });
    return page ? answerFromKept(page, asked.request.headers) : forOne(asked, response);
  }

  // Always as GET, so that a HEAD gets the same headers and leaves the page behind for the next visitor. Whoever asked
  // may leave: the others wait for it, too.
  function whole(asked: PageRequest): Promise<Response> {
    return routed(asked, { method: "GET", signal: null });
  }

  async function keptOf(asked: PageRequest, { stamp, response }: Made): Promise<KeptPage | null> {
    if (!isForEverybody(response)) return null;
    const page = await keptPage(response, asked.visit.nonce);
    cache.set(asked.pathAndQuery, stamp, page);
    return page;
  }

  async function routed(asked: PageRequest, wish: { method: string; signal: AbortSignal | null }): Promise<Response> {
    const { entry } = typeof build === "function" ? await build() : build;
    const context = entry.module.createRouterContext(world, asked.visit);
    const response = await route(ownRequest(asked, { ...wish, origin: world.config.publicUrl }), context);
    return response.status === 500 ? failedAnswer(asked, response) : response;
  }
}
type Made = { stamp: PageStamp; response: Response };

function isQuestion({ request: { method }, pathAndQuery }: PageRequest): boolean {
  return method === "GET" && pathAndQuery.startsWith(QUESTIONS) && pathAndQuery.includes("?");
}

async function inLine<Result>(line: Line, errand: Errand, work: () => Promise<Result>): Promise<Result | null> {
  const leave = await line.enter(errand);
  if (!leave) return null;
  try {
    return await work();
  } finally {
    leave();
  }
}

async function forOne(asked: PageRequest, response: Response): Promise<Response> {
  response.headers.delete(PAGE_CACHE_HEADER);
  return compressed(response, asked.request.headers.get("accept-encoding"));
}

// React Router says it in plain text when even its error page failed: then we say it in ours.
function failedAnswer(asked: PageRequest, response: Response): Response {
  const { visit, pathAndQuery } = asked;
  const isPage = !response.headers.get("content-type")?.startsWith("text/plain");
  if (!visit.trouble) return isPage ? response : failure(pathAndQuery, visit.requestId);
  if (visit.trouble === "crowded") return busy(asked);
  if (visit.trouble === "unfit") return refusal(pathAndQuery, unfit);
  if (!isPage) return unavailable(pathAndQuery);
  const headers = new Headers(response.headers);
  headers.set("Retry-After", RETRY_AFTER);
  return new Response(response.body, { status: 503, headers });
}

// The address comes from PUBLIC_URL alone: Host and X-Forwarded-Host are the client's to write. The origin of a form has
// been checked before; it is written as ours, because a page may be open under another name of this machine.
function ownRequest(asked: PageRequest, { method, origin, signal }: OwnWish): Request {
  const headers = withOwnAddress(asked.request.headers, asked.visit.clientAddress);
  const url = new URL(origin);
  headers.set("host", url.host);
  if (asked.body !== null && headers.has("origin")) headers.set("origin", origin);
  const body = asked.body?.byteLength ? asked.body : null;
  return new Request(origin + asked.pathAndQuery, { method, headers, body, signal });
}
type OwnWish = { method: string; origin: string; signal: AbortSignal | null };
