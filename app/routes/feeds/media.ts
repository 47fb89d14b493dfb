import { sizeAt } from "#app/media/picture.ts";
import { readPictureFile } from "#app/media/store.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import type { Route } from "./+types/media.ts";

/** One size of an uploaded picture. It never changes, so browsers and proxies keep it for good. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const size = sizeAt(params.file);
  const bytes = size && (await readPictureFile(worldOf(context).db.kysely, size));
  if (!bytes) throw new Response("There is no such picture.", { status: 404 });
  return new Response(bytes, {
    headers: {
      "Content-Type": "image/webp",
      "Content-Length": String(bytes.byteLength),
      "Cache-Control": "public, max-age=31536000, immutable",
      // Even opened by itself it is nothing but a picture.
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
  });
}
