const SAFE = new Set(["GET", "HEAD"]);

/** An unsafe request that is open to other sites and programs: it reads no cookie and takes only JSON. */
export const OPEN_ENDPOINT = "/api/appointments";

/** Where other systems report to: no cookie is read there, and what they send is signed. */
export function isHook(path: string): boolean {
  return /^\/hooks\/[a-z]+$/.test(path);
}

/** Where pages of other sites send messages that are made for EmailJS: no cookie is read there. */
export function isMailForm(path: string): boolean {
  return /^\/api\/v1\.0\/email\/send(-form)?$/.test(path);
}

function isOpen(path: string): boolean {
  return path === OPEN_ENDPOINT || isHook(path) || isMailForm(path);
}

/**
 * Whether a request that changes something comes from our own pages, by Fetch Metadata or the Origin. A request with
 * neither is refused: every browser sends one of the two.
 */
export function comesFromOurPages(request: {
  method: string;
  path: string;
  fetchSite: string | null;
  origin: string | null;
  ownOrigin: string;
}): boolean {
  if (SAFE.has(request.method)) return true;
  if (request.method === "POST" && isOpen(request.path)) return true;
  if (request.fetchSite !== null) return request.fetchSite === "same-origin" || request.fetchSite === "none";
  return request.origin === request.ownOrigin;
}

// What everyone gets alike is made without a session, and no cookie comes out of it (decisions/0110).
const BELOW = ["/api/", "/hooks/", "/media/", "/calendar/", "/assets/", "/apps/"];
const EXACTLY = new Set([
  "/sitemap.xml",
  "/robots.txt",
  "/site.webmanifest",
  "/icon.svg",
  "/speculation-rules.json",
  "/healthz",
  "/readyz",
  "/metrics",
]);

/**
 * Whether this address answers everybody the same: feeds, files, the API, health. No cookie is read or set there, so
 * that no cache on the way can pass one person's session to another.
 */
export function isSessionless(path: string): boolean {
  const asRouted = decoded(path).toLowerCase();
  const file = asRouted.replace(/\/+$/, "").replace(/\.data$/, "");
  return EXACTLY.has(file) || BELOW.some((start) => asRouted.startsWith(start));
}

// The router matches decoded paths in any case.
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
