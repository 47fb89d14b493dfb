import { type Encoding, encode, encodingFor } from "#app/platform/http/encoding.server.ts";
import { inlineScriptHashes } from "#app/platform/http/inline-scripts.server.ts";
import { PAGE_CACHE_HEADER, type PageStamp } from "#app/platform/http/page-cache-key.ts";
import { contentSecurityPolicy, FRAMES_HEADER } from "#app/platform/http/security-headers.ts";
import { hashOf } from "#app/platform/ids.server.ts";

const MOST_BYTES = 16 * 1024 * 1024;
const STALE_MINUTES = 5;

/** A page as bytes, ready for every visitor who has no cookie of ours. */
export type KeptPage = {
  etag: string;
  headers: Record<string, string>;
  bytes: Record<Encoding, Buffer<ArrayBuffer>>;
};

type Entry = { page: KeptPage; stamp: PageStamp };
export type PageCache = {
  /** The page of this address as it is now. */
  get: (path: string, stamp: PageStamp) => KeptPage | null;
  /** As it was some minutes ago, of the same content: for when it can't be made anew at once. */
  getStale: (path: string, stamp: PageStamp) => KeptPage | null;
  set: (path: string, stamp: PageStamp, page: KeptPage) => void;
  /** Whether a page for everybody has been at this address. */
  knows: (path: string) => boolean;
};

/** One page for each address, so many bytes together; the one longest unread goes first. */
export function createPageCache(most = MOST_BYTES): PageCache {
  const entries = new Map<string, Entry>();
  let size = 0;

  function remove(path: string): void {
    const entry = entries.get(path);
    if (!entry) return;
    size -= sizeOf(entry.page);
    entries.delete(path);
  }

  function read(path: string, isFit: (stamp: PageStamp) => boolean): KeptPage | null {
    const entry = entries.get(path);
    if (!entry || !isFit(entry.stamp)) return null;
    entries.delete(path);
    entries.set(path, entry);
    return entry.page;
  }

  return {
    get: (path, { contentVersion, minute }) =>
      read(path, (stamp) => stamp.contentVersion === contentVersion && stamp.minute === minute),
    getStale: (path, { contentVersion, minute }) =>
      read(path, (stamp) => stamp.contentVersion === contentVersion && minute - stamp.minute <= STALE_MINUTES),
    set(path, stamp, page) {
      remove(path);
      entries.set(path, { page, stamp });
      size += sizeOf(page);
      for (const oldest of entries.keys()) if (size > most) remove(oldest);
    },
    knows: (path) => entries.has(path),
  };
}

function sizeOf({ bytes }: KeptPage): number {
  return Object.values(bytes).reduce((sum, { byteLength }) => sum + byteLength, 0);
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
