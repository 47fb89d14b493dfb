import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Encoding = "br" | "gzip" | "identity";

const COMPRESSIBLE = /^(text\/(?!event-stream)|image\/svg\+xml|application\/(json|javascript|xml|[\w.-]+\+(json|xml)))/;
const NOT_WORTH_IT = 1024;
const WITHOUT_BODY = new Set([204, 206, 304]);

/** The best encoding that the client takes (Accept-Encoding): Brotli, else gzip, else none. */
export function encodingFor(acceptEncoding: string | null): Encoding {
  const taken = new Map((acceptEncoding ?? "").split(",").map(asWish));
  const takes = (name: string) => taken.get(name) ?? taken.get("*") ?? false;
  return takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
}

/** An answer made for one visitor, compressed when it is text of some size. */
export async function compressed(response: Response, acceptEncoding: string | null): Promise<Response> {
  const { headers, status } = response;
  const isText = COMPRESSIBLE.test(headers.get("content-type") ?? "");
  if (!response.body || WITHOUT_BODY.has(status) || !isText || headers.has("content-encoding")) return response;
  const body = Buffer.from(await response.arrayBuffer());
  const encoding = body.byteLength < NOT_WORTH_IT ? "identity" : encodingFor(acceptEncoding);
  const out = new Headers(headers);
  out.append("Vary", "Accept-Encoding");
  if (encoding !== "identity") out.set("Content-Encoding", encoding);
  // The same page in two encodings is not byte for byte the same.
  const etag = out.get("ETag");
  if (encoding !== "identity" && etag && !etag.startsWith("W/")) out.set("ETag", `W/${etag}`);
  const bytes = await encode(body, encoding);
  out.set("Content-Length", String(bytes.byteLength));
  return new Response(bytes, { status, headers: out });
}

/** Bytes in one encoding; at a level for the moment (4: half the time of 5 for a fourteenth more bytes), or for keeping (9). */
export async function encode(
  body: Buffer<ArrayBuffer>,
  encoding: Encoding,
  effort: 4 | 9 = 4,
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === "identity") return body;
  if (encoding === "gzip") return gzipped(body, { level: effort });
  return brotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: effort, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
  });
}

function asWish(text: string): [string, boolean] {
  const [name = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
}
