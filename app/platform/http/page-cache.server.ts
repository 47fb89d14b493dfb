import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Encoding, encode, encodingFor } from "#app/platform/http/encoding.server.ts";
import { PAGE_CACHE_HEADER, type PageStamp, UNTIL_WRITTEN } from "#app/platform/http/page-cache-key.ts";
import type { RequestInfo } from "#app/platform/http/request.server.ts";
import { contentSecurityPolicy, FRAMES_HEADER } from "#app/platform/http/security-headers.ts";
import { hashOf } from "#app/platform/ids.server.ts";

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_REPEATED_BYTES = 4 * 1024 * 1024;
const MOST_PATHS = 50;
const STALE_MINUTES = 5;

/** A page as bytes, for every visitor without our cookies. */
export type CachedPage = {
  etag: string;
  headers: Record<string, string>;
  bytes: Record<Encoding, Buffer<ArrayBuffer>>;
};

type Entry = { page: CachedPage; stamp: PageStamp };
type PageCache = {
  get: (path: string, stamp: PageStamp) => CachedPage | null;
  /** The page from some minutes ago, of the same content version, if it can't be made anew at once. */
  getStale: (path: string, stamp: PageStamp) => CachedPage | null;
  set: (path: string, stamp: PageStamp, page: CachedPage) => void;
  knows: (path: string) => boolean;
};

/** One page for each address, within a total size; the least recently used goes first. */
export function createPageCache(most = MOST_BYTES): PageCache {
  const entries = new LRUCache<string, Entry>({ maxSize: most, sizeCalculation: ({ page }) => sizeOf(page) });

  function read(path: string, isFit: (stamp: PageStamp) => boolean): CachedPage | null {
    const entry = entries.get(path);
    return entry && isFit(entry.stamp) ? entry.page : null;
  }

  return {
    get: (path, { contentVersion, minute }) =>
      read(path, (stamp) => stamp.contentVersion === contentVersion && stamp.minute === minute),
    getStale: (path, { contentVersion, minute }) =>
      read(path, (stamp) => stamp.contentVersion === contentVersion && minute - stamp.minute <= STALE_MINUTES),
    set: (path, stamp, page) => void entries.set(path, { page, stamp }),
    knows: (path) => entries.has(path),
  };
}

function sizeOf({ bytes }: CachedPage): number {
  return Object.values(bytes).reduce((sum, { byteLength }) => sum + byteLength, 0);
}

type Repeated = { stamp: string; headers: [string, string][]; bytes: Buffer<ArrayBuffer> };

/** Answers that are repeated until something is written, by address and encoding. */
export function createRepeatedAnswers() {
  const sizeCalculation = ({ bytes }: Repeated) => bytes.byteLength + 1;
  const entries = new LRUCache<string, Repeated>({ maxSize: MOST_REPEATED_BYTES, sizeCalculation });
  const paths = new LRUCache<string, true>({ max: MOST_PATHS });
  const keyOf = ({ request, pathAndQuery }: Repeatable) =>
    `${encodingFor(request.headers.get("accept-encoding"))} ${pathAndQuery}`;

  return {
    /** Whether a route at this path has said that its answers are such. */
    knows: ({ pathAndQuery }: Repeatable) => paths.has(pathOf(pathAndQuery)),
    learn: ({ pathAndQuery }: Repeatable) => void paths.set(pathOf(pathAndQuery), true),
    get(incoming: Repeatable, stamp: string): Response | null {
      const entry = entries.get(keyOf(incoming));
      return entry?.stamp === stamp ? new Response(entry.bytes, { headers: entry.headers }) : null;
    },
    async set(incoming: Repeatable, stamp: string, response: Response): Promise<void> {
      const bytes = Buffer.from(await response.arrayBuffer());
      entries.set(keyOf(incoming), { stamp, headers: [...response.headers], bytes });
    },
  };
}

type Repeatable = { request: Request; pathAndQuery: string };

function pathOf(pathAndQuery: string): string {
  return pathAndQuery.split("?")[0] ?? "";
}

/** Whether the route says that its answer may be repeated until something is written. */
export function isUntilWritten({ status, headers }: Response): boolean {
  return status === 200 && headers.get(PAGE_CACHE_HEADER) === UNTIL_WRITTEN;
}

/** Whether the route says that its answer is the same for everybody, and it may be repeated. */
export function isForEverybody(response: Response): boolean {
  const { status, headers } = response;
  return status === 200 && headers.get(PAGE_CACHE_HEADER) === "public" && !headers.has("set-cookie");
}

/**
 * Makes an answer into cached bytes, compressed once. Removes the request's nonce, which would be everybody's: the
 * policy names the page's inline scripts by hash instead.
 */
export async function cachedPage(response: Response, nonce: string): Promise<CachedPage> {
  const text = (await response.text()).replaceAll(` nonce="${nonce}"`, "");
  const identity = Buffer.from(text);
  const [br, gzip] = await Promise.all([encode(identity, "br", 9), encode(identity, "gzip", 9)]);
  const frames = response.headers.get(FRAMES_HEADER);
  const headers = Object.fromEntries(response.headers);
  delete headers[PAGE_CACHE_HEADER.toLowerCase()];
  delete headers[FRAMES_HEADER.toLowerCase()];
  if (isHtml(headers["content-type"]) && !headers["content-security-policy"]) {
    headers["content-security-policy"] = contentSecurityPolicy(
      { hashes: inlineScriptHashes(text) },
      { header: frames },
    );
  }
  // A shared cache may not store it: a visitor with a cookie may get another answer.
  headers["cache-control"] = "private, no-cache";
  headers.vary = "Accept-Encoding, Cookie";
  return { etag: hashOf(text).slice(0, 24), headers, bytes: { identity, br, gzip } };
}

/** A cached page as an answer to one request: 304 if the client has it already. */
export function answerFromCache(page: CachedPage, requestHeaders: Headers): Response {
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

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;

/** The hashes that allow exactly these inline scripts of a page (CSP level 3), each once. Data blocks need none. */
export function inlineScriptHashes(html: string): string[] {
  const inline = [...html.matchAll(SCRIPT)]
    .filter(([, attributes = ""]) => !/\ssrc=/i.test(attributes) && !/type="[^"]*json"/i.test(attributes))
    .map(([, , content = ""]) => `sha256-${createHash("sha256").update(content).digest("base64")}`);
  return [...new Set(inline)];
}

// Pages of the last minute in pieces, between which what is one request's own belongs.
const keptPages = new LRUCache<string, readonly (readonly string[])[]>({
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
  const pieces = keptPages.get(key);
  return {
    html: pieces?.map((between) => between.join(draftKey)).join(nonce) ?? null,
    store(html) {
      const ofNonce = html.split(nonce);
      keptPages.set(
        key,
        ofNonce.map((between) => between.split(draftKey)),
      );
    },
  };
}
