import { OPEN_ENDPOINT } from "#app/platform/http/origin-check.ts";
import { type RefusalWords, unfit } from "#app/platform/http/refusal.ts";

const KB = 1024;
const MOST_FIELDS = 200;

type Body = { kind: "read"; bytes: Buffer<ArrayBuffer> } | { kind: "refused"; words: RefusalWords };

/**
 * Reads a request's body whole, before anything parses it: parsers have no limits of their own (200 MB in one
 * part filled a gigabyte of memory; 1 MB of `a=1&` held the process for 175 ms).
 */
export async function readBody(request: Request, path: string): Promise<Body> {
  const type = request.headers.get("content-type") ?? "";
  if (path === OPEN_ENDPOINT && !/^application\/json\s*(;|$)/i.test(type)) return refused(notJson);
  const limit = limitOf(path);
  const bytes = await readUpTo(request, limit);
  if (bytes === null) return refused(tooLarge(limit));
  if (hasTooManyFields(bytes, type)) return refused(tooManyFields);
  if (/urlencoded/i.test(type) && (bytes.includes("%00") || bytes.includes(0))) return refused(unfit);
  return { kind: "read", bytes };
}

/** The most bytes that this path takes. */
export function limitOf(path: string): number {
  if (/^\/admin\/media(\/|\.data$|$)/.test(path)) return 12 * KB * KB;
  return path.startsWith("/api/") ? 16 * KB : 64 * KB;
}

async function readUpTo(request: Request, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return null;
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The declared length may be missing or a lie: the bytes themselves are counted.
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function hasTooManyFields(bytes: Buffer, type: string): boolean {
  if (/^application\/x-www-form-urlencoded/i.test(type)) return occursMoreThan(bytes, "&", MOST_FIELDS - 1);
  const boundary = /^multipart\/.*boundary="?([^";]+)/i.exec(type)?.[1];
  return boundary !== undefined && occursMoreThan(bytes, `--${boundary}`, MOST_FIELDS);
}

function occursMoreThan(bytes: Buffer, mark: string, most: number): boolean {
  let at = -1;
  for (let found = 0; found <= most; found++) {
    at = bytes.indexOf(mark, at + 1);
    if (at === -1) return false;
  }
  return true;
}

function refused(words: RefusalWords): Body {
  return { kind: "refused", words };
}

function tooLarge(limit: number): RefusalWords {
  const most = limit < KB * KB ? `${limit / KB} KB` : `${limit / KB / KB} MB`;
  return { status: 413, title: "Too large", detail: `That is more than we can take here: at most ${most}.` };
}

const tooManyFields = {
  status: 400,
  title: "Too many fields",
  detail: `A form may have at most ${MOST_FIELDS} fields.`,
};
const notJson = { status: 415, title: "Not JSON", detail: "Send one JSON object with Content-Type: application/json." };
