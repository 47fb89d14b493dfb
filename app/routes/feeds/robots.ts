import { appContextOf } from "#app/platform/http/context.server.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import type { Route } from "./+types/robots.ts";

// Advice for crawlers, not protection: the server checks who enters at each of these.
const PRIVATE = ["/admin", "/appointments", "/users", "/api/"];

/** GET /robots.txt: allows everything except the admin pages and the API, and links to the sitemap. */
export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    "User-agent: *",
    "Allow: /",
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${appContextOf(context).config.publicUrl}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", [PAGE_CACHE_HEADER]: "public" },
  });
}
