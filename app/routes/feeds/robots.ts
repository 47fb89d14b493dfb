import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { getOpening } from "#app/site/go-live/opening.server.ts";
import type { Route } from "./+types/robots.ts";

// Advice for crawlers, not protection: the server checks who enters at each of these.
const PRIVATE = ["/admin", "/appointments", "/users", "/api/"];

/** GET /robots.txt: allows everything except the admin pages and the API, and links to the sitemap. */
export async function loader({ context }: Route.LoaderArgs) {
  const opening = await getOpening(appContextOf(context));
  // Crawlers may come before the site opens: only a page they read can tell them not to list it.
  const sitemap = `Sitemap: ${appContextOf(context).config.publicUrl}/sitemap.xml`;
  const lines = [
    "User-agent: *",
    "Allow: /",
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    ...(opening?.state === "not-open" ? [] : ["", sitemap]),
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", [PAGE_CACHE_HEADER]: "public" },
  });
}
