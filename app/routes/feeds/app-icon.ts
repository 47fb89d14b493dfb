import { createHash } from "node:crypto";
import { getAppIcon, isAppIcon } from "#app/media/app-icon.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { FILE_POLICY } from "#app/platform/http/security-headers.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { letterOf } from "#app/ui/art/letter-icon.ts";
import type { Route } from "./+types/app-icon.ts";

/** GET /apps/icons/512.png: a practice's own icon, for phones that take no SVG. */
export async function loader({ params, context, request }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { file } = params;
  if (!isAppIcon(file)) throw new Response("There is no such icon.", { status: 404 });
  const { look, business } = (await readPractice(app)).settings;
  const bytes = await getAppIcon(app.db.kysely, { logo: look.logo, letter: letterOf(business.name), file });
  const etag = `"${createHash("sha256").update(bytes).digest("hex").slice(0, 24)}"`;
  const headers = { "Cache-Control": "no-cache", "Content-Security-Policy": FILE_POLICY, ETag: etag };
  if (request.headers.get("if-none-match")?.includes(etag)) return new Response(null, { status: 304, headers });
  const length = String(bytes.byteLength);
  return new Response(bytes, { headers: { ...headers, "Content-Type": "image/png", "Content-Length": length } });
}
