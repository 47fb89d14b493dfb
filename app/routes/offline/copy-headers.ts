import { COPY_HEADER } from "#app/offline/offline-copy.ts";

/** Of every copy: no store but ours may have it. */
export function copyHeaders({ loaderHeaders }: { loaderHeaders: Headers }): Record<string, string> {
  const mark = loaderHeaders.get(COPY_HEADER);
  return {
    "Cache-Control": "private, no-store",
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex, nofollow",
    ...(mark ? { [COPY_HEADER]: mark } : {}),
  };
}
