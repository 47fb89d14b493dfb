/**
 * Set to `public` by the headers of a route whose page is the same for everybody who has no cookie of ours.
 * It promises that the page is made without looking at the visit: its locale and address are the first visitor's.
 */
export const PAGE_CACHE_HEADER = "X-Page-Cache";

const TIME_BUCKET = 60_000;

/**
 * Under what an answer to this request may be kept, or null when it must be made for this visitor. A page with a
 * query is never kept, or anybody could fill the memory with `?a=1`, `?a=2`. The minute is part of the key, so that
 * "next free time" is at most a minute old.
 */
export function pageCacheKey(
  request: { method: string; pathAndQuery: string; cookie: string | null; authorization: string | null },
  { contentVersion, now }: { contentVersion: number; now: number },
): string | null {
  if (!mayBeKept(request)) return null;
  return `${request.pathAndQuery} ${contentVersion} ${Math.floor(now / TIME_BUCKET)}`;
}

/** The part of the decision that needs no database. */
export function mayBeKept(request: {
  method: string;
  pathAndQuery: string;
  cookie: string | null;
  authorization: string | null;
}): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  return !request.pathAndQuery.includes("?") && request.authorization === null && !isKnown(request.cookie);
}

/** Whether these cookies tell one visitor from another: a session, or one of our own (`ly...`) such as a flash. */
export function isKnown(cookie: string | null): boolean {
  return (cookie ?? "")
    .split(";")
    .map((pair) => (pair.split("=")[0] ?? "").trim().toLowerCase())
    .map((name) => name.replace(/^__(host|secure)-/, ""))
    .some((name) => name.startsWith("ly") || name.includes("session"));
}
