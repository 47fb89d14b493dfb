import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { getMimeType } from "hono/utils/mime";
import { byteRangeOf } from "#app/platform/http/byte-range.ts";
import { type Encoding, encodingFor } from "#app/platform/http/encoding.server.ts";
import { FILE_POLICY } from "#app/platform/http/security-headers.ts";

const CACHED_IN_MEMORY = 1024 * 1024;
const FOREVER = "public, max-age=31536000, immutable";
const AN_HOUR = "public, max-age=3600";
// The service worker asks this site for pages, and is looked for anew with each page in its scope.
const WORKER = {
  path: "/worker.js",
  policy: FILE_POLICY.replace("sandbox", "connect-src 'self'"),
  caching: "no-cache",
};

type StaticFile = { type: string; etag: string; caching: string; policy: string; at: Record<Encoding, string | null> };

/**
 * Serves the files of a folder, listed once at the start: no path can lead out of it, as unlisted files don't exist.
 * Names under /assets/ hold a hash of their content and never change.
 */
export function staticFiles(folder: string): (path: string, headers: Headers) => Promise<Response | null> {
  const files = listed(folder);
  const memory = new Map<string, Buffer<ArrayBuffer>>();

  async function bytesOf(path: string): Promise<Buffer<ArrayBuffer>> {
    const cached = memory.get(path);
    if (cached) return cached;
    const bytes = await readFile(path);
    if (bytes.byteLength <= CACHED_IN_MEMORY) memory.set(path, bytes);
    return bytes;
  }

  return async (path, headers) => {
    const file = files.get(path);
    if (!file) return null;
    if (headers.get("if-none-match")?.includes(file.etag))
      return new Response(null, { status: 304, headers: own(file) });
    const choice = headers.has("range") ? "identity" : encodingFor(headers.get("accept-encoding"));
    const encoding = file.at[choice] ? choice : "identity";
    const bytes = await bytesOf(file.at[encoding] ?? "");
    const all = { ...own(file), ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }) };
    return whole(bytes, all, headers.has("if-range") ? null : headers.get("range"));
  };
}

function whole(bytes: Buffer<ArrayBuffer>, headers: Record<string, string>, rangeHeader: string | null): Response {
  const size = bytes.byteLength;
  const range = byteRangeOf(rangeHeader, size);
  if (range === null) return new Response(bytes, { headers: { ...headers, "Content-Length": String(size) } });
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${size}` } });
  }
  const part = bytes.subarray(range.from, range.to + 1);
  const partHeaders = {
    "Content-Range": `bytes ${range.from}-${range.to}/${size}`,
    "Content-Length": String(part.length),
  };
  return new Response(part, { status: 206, headers: { ...headers, ...partHeaders } });
}

function own(file: StaticFile): Record<string, string> {
  const { type, etag, caching, policy, at } = file;
  const headers = {
    "Content-Type": type,
    "Content-Security-Policy": policy,
    "Cache-Control": caching,
    ETag: etag,
    "Accept-Ranges": "bytes",
  };
  return at.br || at.gzip ? { ...headers, Vary: "Accept-Encoding" } : headers;
}

function listed(folder: string): Map<string, StaticFile> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = new Set(entries.map((entry) => join(entry.parentPath, entry.name)));
  const originals = [...names].filter((name) => !names.has(name.replace(/\.(br|gz)$/, "")) || !/\.(br|gz)$/.test(name));
  return new Map(originals.map((name) => [urlPathOf(folder, name), describe(name, { folder, names })]));
}

function describe(name: string, { folder, names }: { folder: string; names: Set<string> }): StaticFile {
  const { size, mtimeMs } = statSync(name);
  const sibling = (ending: string) => (names.has(name + ending) ? name + ending : null);
  const path = urlPathOf(folder, name);
  const isWorker = path === WORKER.path;
  return {
    type: getMimeType(name) ?? "application/octet-stream",
    etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
    caching: isWorker ? WORKER.caching : path.startsWith("/assets/") ? FOREVER : AN_HOUR,
    policy: isWorker ? WORKER.policy : FILE_POLICY,
    at: { identity: name, br: sibling(".br"), gzip: sibling(".gz") },
  };
}

function urlPathOf(folder: string, name: string): string {
  return `/${relative(folder, name).split(sep).map(encodeURIComponent).join("/")}`;
}
