/**
 * Set to `public` by the headers of a route whose page is the same for everybody who has no cookie of ours.
 * It promises that the page is made without looking at the visit: its locale and address are the first visitor's.
 */
export const PAGE_CACHE_HEADER = "X-Page-Cache";

const TIME_BUCKET = 60_000;

/** What a kept page was made from. */
export type PageStamp = { contentVersion: number; minute: number };

/** The minute is part of it, so that "next free time" is at most a minute old. */
export function pageStamp(contentVersion: number, now: number): PageStamp {
  return { contentVersion, minute: Math.floor(now / TIME_BUCKET) };
}

/**
 * Whether the answer to this request may be kept, or must be made for this visitor. A page with a query is never
 * kept, or anybody could fill the memory with `?a=1`, `?a=2`.
 */
export function mayBeKept({ request, pathAndQuery }: { request: Request; pathAndQuery: string }): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  return (
    !pathAndQuery.includes("?") && !request.headers.has("authorization") && !isKnown(request.headers.get("cookie"))
  );
}

/** Whether these cookies tell one visitor from another: a session, or one of our own (`ly...`) such as a flash. */
export function isKnown(cookie: string | null): boolean {
  return (cookie ?? "")
    .split(";")
    .map((pair) => (pair.split("=")[0] ?? "").trim().toLowerCase())
    .map((name) => name.replace(/^__(host|secure)-/, ""))
    .some((name) => name.startsWith("ly") || name.includes("session"));
}
