import { isAppIcon } from "#app/media/app-icon.ts";
import { getAppIcon } from "#app/media/get-app-icon.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import { letterOf } from "#app/ui/art/letter-icon.ts";
import type { Route } from "./+types/app-icon.ts";

/** GET /apps/icons/512.png: a practice's own icon, for phones that take no SVG. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { file } = params;
  if (!isAppIcon(file)) throw new Response("There is no such icon.", { status: 404 });
  const { look, business } = await listSettings(app.db.kysely, app.log);
  const bytes = await getAppIcon(app.db.kysely, { logo: look.logo, letter: letterOf(business.name), file });
  return new Response(bytes, {
    headers: {
      "Content-Type": "image/png",
      "Content-Length": String(bytes.byteLength),
      "Cache-Control": "public, max-age=3600",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
  });
}
