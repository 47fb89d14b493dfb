import { OPEN_ENDPOINT } from "#app/platform/http/origin-check.ts";
import { type RefusalWords, unfit } from "#app/platform/http/refusal.ts";

const KB = 1024;
const MOST_FIELDS = 200;
const SECOND = 1000;
// A browser reads no answer before it has sent all: who brings up to so many times too much is heard out, unread.
const HEARD_OUT = 4;

type Body = { kind: "read"; bytes: Buffer<ArrayBuffer> } | { kind: "refused"; words: RefusalWords };

/**
 * Reads a request's body whole, before anything parses it: parsers have no limits of their own (200 MB in one
 * part filled a gigabyte of memory; 1 MB of `a=1&` held the process for 175 ms).
 */
export async function readBody(request: Request, path: string): Promise<Body> {
  const type = request.headers.get("content-type") ?? "";
  if (path === OPEN_ENDPOINT && !/^application\/json\s*(;|$)/i.test(type)) return refused(notJson);
  const limits = limitsOf(path);
  const bytes = await readUpTo(request, limits);
  if (bytes === "too large") return refused(tooLarge(limits.bytes));
  if (bytes === "too slow") return refused(tooSlow);
  if (hasTooManyFields(bytes, type)) return refused(tooManyFields);
  if (/urlencoded/i.test(type) && (bytes.includes("%00") || bytes.includes(0))) return refused(unfit);
  return { kind: "read", bytes };
}

type Limits = { bytes: number; ms: number };

/** The longest that any body may take. */
export const LONGEST_BODY = 180 * SECOND;

/** The most bytes that this path takes, and how long they may take: a film comes over a slow line too. */
export function limitsOf(path: string): Limits {
  if (/^\/admin\/settings\/videos\/\d(\.data)?$/.test(path)) return { bytes: 31 * KB * KB, ms: LONGEST_BODY };
  if (/^\/admin\/(media|settings\/pictures\/[a-z]+)(\.data)?$/.test(path))
    return { bytes: 12 * KB * KB, ms: LONGEST_BODY };
  return { bytes: path.startsWith("/api/") ? 16 * KB : 64 * KB, ms: 30 * SECOND };
}

async function readUpTo(request: Request, limits: Limits): Promise<Buffer<ArrayBuffer> | "too large" | "too slow"> {
  const most = limits.bytes * HEARD_OUT;
  if (Number(request.headers.get("content-length") ?? 0) > most) return "too large";
  if (!request.body) return Buffer.alloc(0);
  const reader = request.body.getReader();
  let isLate = false;
  const clock = setTimeout(() => {
    isLate = true;
    void reader.cancel().catch(() => {});
  }, limits.ms);
  try {
    let chunks: Uint8Array[] = [];
    let size = 0;
    // The declared length may be missing or a lie: the bytes themselves are counted.
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) return "too slow";
      if (done) return size > limits.bytes ? "too large" : Buffer.concat(chunks);
      size += value.byteLength;
      if (size <= limits.bytes) chunks.push(value);
      else chunks = [];
      if (size > most) {
        await reader.cancel();
        return "too large";
      }
    }
  } finally {
    clearTimeout(clock);
  }
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

const tooSlow = { status: 408, title: "Too slow", detail: "That took longer than we can wait. Please try again." };
const tooManyFields = {
  status: 400,
  title: "Too many fields",
  detail: `A form may have at most ${MOST_FIELDS} fields.`,
};
const notJson = { status: 415, title: "Not JSON", detail: "Send one JSON object with Content-Type: application/json." };
