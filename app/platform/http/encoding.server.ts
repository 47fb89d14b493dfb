import { Duplex } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Encoding = "br" | "gzip" | "identity";

const COMPRESSIBLE = /^(text\/(?!event-stream)|image\/svg\+xml|application\/(json|javascript|xml|[\w.-]+\+(json|xml)))/;
const NOT_WORTH_IT = 1024;
const WITHOUT_BODY = new Set([204, 206, 304]);

/** The best encoding that the client accepts (Accept-Encoding): Brotli, else gzip, else none. */
export function encodingFor(acceptEncoding: string | null): Encoding {
  const taken = new Map(parseAccept(acceptEncoding ?? "").map(({ type, q }) => [type.toLowerCase(), q > 0]));
  const takes = (name: string) => taken.get(name) ?? taken.get("*") ?? false;
  return takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
}

export async function compressed(response: Response, acceptEncoding: string | null): Promise<Response> {
  const { headers, status } = response;
  const isText = COMPRESSIBLE.test(headers.get("content-type") ?? "");
  if (!response.body || WITHOUT_BODY.has(status) || !isText || headers.has("content-encoding")) return response;
  if (isStream(headers)) return streamed(response, encodingFor(acceptEncoding));
  const body = Buffer.from(await response.arrayBuffer());
  const encoding = body.byteLength < NOT_WORTH_IT ? "identity" : encodingFor(acceptEncoding);
  const out = new Headers(headers);
  out.append("Vary", "Accept-Encoding");
  if (encoding !== "identity") out.set("Content-Encoding", encoding);
  // The same page in two encodings differs byte for byte, so only a weak ETag holds.
  const etag = out.get("ETag");
  if (encoding !== "identity" && etag && !etag.startsWith("W/")) out.set("ETag", `W/${etag}`);
  const bytes = await encode(body, encoding);
  out.set("Content-Length", String(bytes.byteLength));
  return new Response(bytes, { status, headers: out });
}

// Router data may come in parts: the first is shown while the rest is still being loaded.
function isStream(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("text/x-script") ?? false;
}

function streamed(response: Response, encoding: Encoding): Response {
  const headers = new Headers(response.headers);
  headers.append("Vary", "Accept-Encoding");
  if (encoding === "identity" || !response.body) return new Response(response.body, { ...statusOf(response), headers });
  headers.set("Content-Encoding", encoding);
  headers.delete("Content-Length");
  return new Response(response.body.pipeThrough(flushing(encoding)), { ...statusOf(response), headers });
}

function statusOf({ status, statusText }: Response) {
  return { status, statusText };
}

// Sends each part as it comes, without waiting for more.
function flushing(encoding: Exclude<Encoding, "identity">) {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 4 };
  const encoder =
    encoding === "br"
      ? createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: quality })
      : createGzip({ flush: constants.Z_SYNC_FLUSH, level: 4 });
  return Duplex.toWeb(encoder) as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>;
}

/** Compresses bytes at a fast level (3: half the time of 4 for 4 % more bytes), or at 9 for the cache. */
export async function encode(
  body: Buffer<ArrayBuffer>,
  encoding: Encoding,
  effort: 3 | 9 = 3,
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === "identity") return body;
  if (encoding === "gzip") return gzipped(body, { level: effort });
  return brotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: effort, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
  });
}
