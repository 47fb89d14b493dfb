/** Set on the pages that have an offline copy: for whom the answer was made. A new sign-in is another owner. */
export const OWNER_HEADER = "X-Offline-Owner";

/** Set on a page that may be stored as an offline copy. Nothing else ever is. */
export const COPY_HEADER = "X-Offline-Copy";

/** Shown in place of a page without a copy. */
export const OFFLINE_PAGE = "/offline";

/** Where the worker is registered, each a path prefix. */
export const SCOPES = ["/my-appointment", "/booking/", "/admin"];

/** The owner of what somebody has who is not signed in. */
export const NOBODYS = "nobody";

// A change of what the worker understands needs a new number: copies of another one are removed.
const FORMAT = "offline-1-";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Instants in epoch ms. `dayEnds`: of the practice's day in which it was taken. */
export type CopyMark = { owner: string; taken: number; until: number; dayEnds: number };

/** How long a copy may be shown: the practice's own as long as a session of it may be left unused, and no second day. */
export function copyUntil(path: string, { taken, dayEnds }: Pick<CopyMark, "taken" | "dayEnds">): number {
  return path === "/admin" ? Math.min(taken + 8 * HOUR_MS, dayEnds) : taken + 30 * DAY_MS;
}

export function markText({ owner, taken, until, dayEnds }: CopyMark): string {
  return [owner, taken, until, dayEnds].join(" ");
}

/** Null: it is no copy. */
export function readMark(text: string | null): CopyMark | null {
  const [owner = "", ...instants] = (text ?? "").split(" ");
  const [taken = 0, until = 0, dayEnds = 0] = instants.map(Number);
  const isWhole =
    /^[\w-]+$/.test(owner) && instants.length === 3 && [taken, until, dayEnds].every(Number.isSafeInteger);
  return isWhole ? { owner, taken, until, dayEnds } : null;
}

/** The path of a page that has a copy, however it was asked for; null for every other. */
export function copiedPath(pathname: string): string | null {
  const path = pathname.replace(/\.data$/, "").replace(/(.)\/$/, "$1");
  return /^\/(my-appointment|admin|booking\/[^/]+)$/.test(path) ? path : null;
}

/** Where a page's copy is made. */
export function copyAddress(path: string): string {
  return path === OFFLINE_PAGE ? OFFLINE_PAGE : `${path}/offline`;
}

export function isInScope(pathname: string): boolean {
  return SCOPES.some((scope) => pathname.startsWith(scope));
}

export function cacheNameOf(owner: string): string {
  return FORMAT + owner;
}

/** Whether a cache is ours, of any format. */
export function isOurs(cacheName: string): boolean {
  return cacheName.startsWith("offline-");
}

export function isCurrentFormat(cacheName: string): boolean {
  return cacheName.startsWith(FORMAT);
}

/** A clock that was set back doesn't make a copy younger than it is. */
export function mayShow({ taken, until }: CopyMark, now: number): boolean {
  return now < until && now > taken - HOUR_MS;
}

type Answer = { type: ResponseType; status: number; owner: string | null };

/**
 * What an answer to a page means for the stored copies: `another` person's are all removed, so is the copy of a page
 * that is `gone`; a fault on the way says nothing.
 */
export function meaningOf({ type, status, owner }: Answer, known: readonly string[]): "same" | "another" | "gone" {
  // What was a page leads elsewhere now: to log-in, mostly.
  if (type === "opaqueredirect" || status === 401 || status === 403) return "another";
  if (owner !== null && known.some((one) => one !== owner)) return "another";
  return status === 404 || status === 410 ? "gone" : "same";
}

export function copiedFile(pathname: string): boolean {
  return /^\/(assets|media)\//.test(pathname);
}

/** The files of the release and of the practice's look that a page is shown with. */
export function filesOf(html: string): string[] {
  const found = html.matchAll(/(?:src|href)="(\/(?:assets|media)\/[^"]+)"/g);
  return [...new Set([...found].map(([, address = ""]) => address))];
}

/** A copy as it is shown: `As of 14:02` on its own day, later with the day. */
export function viewOfflinePage(html: string, { dayEnds }: CopyMark, now: number): string {
  if (now >= dayEnds) return html;
  return html.replace(/(<time[^>]* data-short="([^"]*)"[^>]*>)[^<]*/, "$1$2");
}
