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
