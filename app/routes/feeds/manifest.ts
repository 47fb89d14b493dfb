import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { lookOf } from "#app/routes/website/look-of.ts";
import type { Route } from "./+types/manifest.ts";

// The paper colour of the light theme: app/ui/styles/theme.css.
export const PAPER = "#f4f1ea";

export const OURS = [
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** GET /site.webmanifest: the site on a home screen, under the practice's name. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const settings = (await readPractice(app)).settings;
  const { business } = settings;
  const manifest = {
    name: business.fullName || "Your site",
    short_name: business.name || "Your site",
    description: business.blurb,
    lang: "en-GB",
    id: "/",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: PAPER,
    theme_color: PAPER,
    icons: lookOf(settings).icons ?? OURS,
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", [PAGE_CACHE_HEADER]: "public" },
  });
}
