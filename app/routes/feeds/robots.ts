import { worldOf } from "#app/platform/http/context.server.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import type { Route } from "./+types/robots.ts";

// A courtesy to crawlers, no lock: the server asks who comes in at each of these doors.
const PRIVATE = ["/admin", "/appointments", "/users", "/api/"];

/** GET /robots.txt: everything may be read but the desk and the API, and where the list of pages is. */
export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    "User-agent: *",
    "Allow: /",
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${worldOf(context).config.publicUrl}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", [PAGE_CACHE_HEADER]: "public" },
  });
}
