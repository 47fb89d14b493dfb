import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { FILE_POLICY } from "#app/platform/http/security-headers.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { letterIcon } from "#app/ui/art/letter-icon.ts";
import type { Route } from "./+types/icon.ts";

/** GET /icon.svg: for a practice that has neither a logo nor our mark. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { business } = (await readPractice(app)).settings;
  return new Response(letterIcon(business.name), {
    headers: {
      "Content-Type": "image/svg+xml",
      "Content-Security-Policy": FILE_POLICY,
      [PAGE_CACHE_HEADER]: "public",
    },
  });
}
