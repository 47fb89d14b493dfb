import { isSessionless } from "#app/platform/http/origin-check.ts";

/**
 * Set to `public` by a route whose page is the same for everybody without our cookies. The route promises not to use
 * the request info: the first visitor's locale and address would be cached.
 */
export const PAGE_CACHE_HEADER = "X-Page-Cache";

/**
 * Its value for an answer with a query that is the same for everybody while nothing is written, and within the minute.
 * No cookie may reach such a route.
 */
export const UNTIL_WRITTEN = "until-written";

const TIME_BUCKET = 60_000;

export type PageStamp = { contentVersion: number; minute: number };

/** Includes the minute, so that "next free time" is at most a minute old. */
export function pageStamp(contentVersion: number, now: number): PageStamp {
  return { contentVersion, minute: Math.floor(now / TIME_BUCKET) };
}

/**
 * Whether the answer to this request may be cached. A page with a query never is, or anybody could fill the memory
 * with `?a=1`, `?a=2`.
 */
export function mayBeCached({ request, pathAndQuery }: { request: Request; pathAndQuery: string }): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  return (
    !pathAndQuery.includes("?") && !request.headers.has("authorization") && !isKnown(request.headers.get("cookie"))
  );
}

/** The stamp of what is true only until something is written. Whole minutes count back, as the notice of a booking does. */
export function writtenStamp(written: number, now: number): string {
  return `${written} ${Math.ceil(now / TIME_BUCKET)}`;
}

/** Whether an answer may be repeated until something is written: nothing that identifies a visitor reaches its route. */
export function mayBeRepeated({ request, pathAndQuery }: { request: Request; pathAndQuery: string }): boolean {
  const [path = "", query] = pathAndQuery.split("?");
  return (
    request.method === "GET" && query !== undefined && !request.headers.has("authorization") && isSessionless(path)
  );
}

/** Whether these cookies identify a visitor: a session, or one of ours (`ly...`) such as a flash. */
export function isKnown(cookie: string | null): boolean {
  return (cookie ?? "")
    .split(";")
    .map((pair) => (pair.split("=")[0] ?? "").trim().toLowerCase())
    .map((name) => name.replace(/^__(host|secure)-/, ""))
    .some((name) => name.startsWith("ly") || name.includes("session"));
}
