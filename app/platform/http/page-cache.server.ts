import { type Encoding, encode, encodingFor } from "#app/platform/http/encoding.server.ts";
import { inlineScriptHashes } from "#app/platform/http/inline-scripts.server.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { contentSecurityPolicy, FRAMES_HEADER } from "#app/platform/http/security-headers.ts";
import { hashOf } from "#app/platform/ids.server.ts";

const MOST_PAGES = 200;

/** A page as bytes, ready for every visitor who has no cookie of ours. */
export type KeptPage = {
  etag: string;
  headers: Record<string, string>;
  bytes: Record<Encoding, Buffer<ArrayBuffer>>;
};

export type PageCache = { get: (key: string) => KeptPage | null; set: (key: string, page: KeptPage) => void };

/** At most 200 pages; the one longest unread goes first. */
export function createPageCache(most = MOST_PAGES): PageCache {
  const pages = new Map<string, KeptPage>();
  return {
    get(key) {
      const page = pages.get(key);
      if (!page) return null;
      pages.delete(key);
      pages.set(key, page);
      return page;
    },
    set(key, page) {
      pages.set(key, page);
      if (pages.size > most) pages.delete(pages.keys().next().value as string);
    },
  };
}

/** Whether the route says that its answer is the same for everybody (and it is one that may be repeated). */
export function isForEverybody(response: Response): boolean {
  const { status, headers } = response;
  return status === 200 && headers.get(PAGE_CACHE_HEADER) === "public" && !headers.has("set-cookie");
}

/**
 * Makes an answer into bytes to keep, compressed once. The nonce of the request that it was made for is taken out
 * (it would be everybody's): the policy names the page's own inline scripts by hash in its place.
 */
export async function keptPage(response: Response, nonce: string): Promise<KeptPage> {
  const text = (await response.text()).replaceAll(` nonce="${nonce}"`, "");
  const identity = Buffer.from(text);
  const [br, gzip] = await Promise.all([encode(identity, "br", 9), encode(identity, "gzip", 9)]);
  const frames = response.headers.get(FRAMES_HEADER);
  const headers = Object.fromEntries(response.headers);
  delete headers[PAGE_CACHE_HEADER.toLowerCase()];
  delete headers[FRAMES_HEADER.toLowerCase()];
  if (isHtml(headers["content-type"]) && !headers["content-security-policy"]) {
    headers["content-security-policy"] = contentSecurityPolicy({ hashes: inlineScriptHashes(text) }, frames);
  }
  // A shared cache may not keep it: to a visitor with a cookie the same address may answer otherwise.
  headers["cache-control"] = "private, no-cache";
  headers.vary = "Accept-Encoding, Cookie";
  return { etag: hashOf(text).slice(0, 24), headers, bytes: { identity, br, gzip } };
}

/** A kept page as an answer to one request: 304 when the client has it already. */
export function answerFromKept(page: KeptPage, requestHeaders: Headers): Response {
  const encoding = encodingFor(requestHeaders.get("accept-encoding"));
  const headers: Record<string, string> = { ...page.headers, etag: `"${page.etag}-${encoding}"` };
  if (requestHeaders.get("if-none-match")?.includes(page.etag)) return new Response(null, { status: 304, headers });
  const bytes = page.bytes[encoding];
  headers["content-length"] = String(bytes.byteLength);
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  return new Response(bytes, { headers });
}

function isHtml(contentType: string | undefined): boolean {
  return contentType?.startsWith("text/html") ?? false;
}
