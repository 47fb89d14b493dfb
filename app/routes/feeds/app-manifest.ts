import { appIconAddress } from "#app/media/app-icon.server.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { OURS, PAPER } from "#app/routes/feeds/manifest.ts";
import { lookOf } from "#app/routes/website/look-of.ts";
import type { Route } from "./+types/app-manifest.ts";

const OWN = [
  { src: appIconAddress("192.png"), sizes: "192x192", type: "image/png" },
  { src: appIconAddress("512.png"), sizes: "512x512", type: "image/png" },
  { src: appIconAddress("maskable.png"), sizes: "512x512", type: "image/png", purpose: "maskable" },
];

type Names = { name: string; fullName: string };

/** The pages that can be put on a home screen, by the file that their head names. */
const APPS: Record<string, (business: Names) => { name: string; short_name: string; start_url: string }> = {
  "appointments.webmanifest": ({ name, fullName }) => ({
    name: fullName || "Your appointments",
    short_name: name || "Appointments",
    start_url: "/my-appointment",
  }),
  "today.webmanifest": ({ name }) => ({
    name: name ? `Today at ${name}` : "Today",
    short_name: "Today",
    start_url: "/admin",
  }),
};

/** GET /apps/today.webmanifest: one page on a home screen, where it opens without the browser's bars. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const named = Object.hasOwn(APPS, params.app) ? APPS[params.app] : undefined;
  if (!named) throw new Response("There is no such app.", { status: 404 });
  const settings = (await readPractice(app)).settings;
  const page = named(settings.business);
  const manifest = {
    ...page,
    lang: "en-GB",
    id: page.start_url,
    // Booking and the rest of the practice's side open within it.
    scope: "/",
    display: "standalone",
    background_color: PAPER,
    theme_color: PAPER,
    icons: lookOf(settings).hasMark ? OURS : OWN,
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", [PAGE_CACHE_HEADER]: "public" },
  });
}
