import { LRUCache } from "lru-cache";
import type { RequestInfo } from "#app/platform/http/context.server.ts";

// Pages of the last minute in pieces, between which what is one request's own belongs.
const pages = new LRUCache<string, readonly (readonly string[])[]>({
  ttl: 60_000,
  maxSize: 4_000_000,
  sizeCalculation: (pieces, key) => key.length + pieces.flat().join("").length,
});

/**
 * The HTML that was made of the same address and data, with this request's own nonce and key; null: it is to be made, and
 * stored. The browser makes the same page of them, so the server need not make it again (decisions/0630).
 */
export function keptHtml(
  madeOf: readonly (string | undefined)[],
  { nonce, draftKey }: Pick<RequestInfo, "nonce" | "draftKey">,
): { html: string | null; store: (html: string) => void } {
  const key = madeOf.join(" ").replaceAll(draftKey, "");
  const pieces = pages.get(key);
  return {
    html: pieces?.map((between) => between.join(draftKey)).join(nonce) ?? null,
    store(html) {
      const ofNonce = html.split(nonce);
      pages.set(
        key,
        ofNonce.map((between) => between.split(draftKey)),
      );
    },
  };
}
