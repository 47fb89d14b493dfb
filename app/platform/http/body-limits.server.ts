import { type RefusalWords, unfit } from "#app/platform/http/error-response.ts";
import type { BodyLimits, CutOff, IncomingBody } from "#app/platform/http/incoming-body.server.ts";
import { isHook, isMailForm, OPEN_ENDPOINT } from "#app/platform/http/origin-check.ts";

const KB = 1024;
const MOST_FIELDS = 200;
const SECOND = 1000;

type Body = { kind: "read"; bytes: Buffer<ArrayBuffer> } | { kind: "refused"; words: RefusalWords };

/**
 * Reads a whole request body before anything parses it, as parsers have no limits: 200 MB in one part filled a
 * gigabyte of memory, and 1 MB of `a=1&` blocked the process for 175 ms.
 */
export async function readBody(
  body: IncomingBody,
  { path, type, limits }: { path: string; type: string; limits: BodyLimits },
): Promise<Body> {
  if (path === OPEN_ENDPOINT && !/^application\/json\s*(;|$)/i.test(type)) return refused(notJson);
  const bytes = await readUpTo(body, limits.bytes);
  if (typeof bytes === "string")
    return refused({ "too large": tooLarge(limits.bytes), "too slow": tooSlow, gone }[bytes]);
  if (hasTooManyFields(bytes, type)) return refused(tooManyFields);
  if (/urlencoded/i.test(type) && (bytes.includes("%00") || bytes.includes(0))) return refused(unfit);
  return { kind: "read", bytes };
}

export const LONGEST_BODY = 180 * SECOND;

const UPLOAD: BodyLimits = { bytes: 31 * KB * KB, ms: LONGEST_BODY };
const FORM: BodyLimits = { bytes: 64 * KB, ms: 30 * SECOND };
const JSON_BODY: BodyLimits = { bytes: 16 * KB, ms: 30 * SECOND };

const HOOK: BodyLimits = { bytes: 256 * KB, ms: 10 * SECOND };

const UPLOADS =
  /^\/admin\/(media|import|settings\/look\/logo|settings\/pictures\/[a-z]+|settings\/videos\/\d)(\.data)?$/;

/**
 * How many bytes this path accepts, and how long they may take: films come over slow connections too. Only its route
 * reads an upload, after the guard.
 */
export function limitsOf(path: string, type: string): BodyLimits & { isUpload: boolean } {
  if (UPLOADS.test(path) && /^multipart\//i.test(type)) return { ...UPLOAD, isUpload: true };
  if (isHook(path)) return { ...HOOK, isUpload: false };
  return { ...(path.startsWith("/api/") && !isMailForm(path) ? JSON_BODY : FORM), isUpload: false };
}

async function readUpTo(body: IncomingBody, most: number): Promise<Buffer<ArrayBuffer> | CutOff> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const piece = await body.next();
    if (typeof piece === "string") return piece;
    if (piece === null) return size > most ? "too large" : Buffer.concat(chunks);
    size += piece.byteLength;
    if (size <= most) chunks.push(piece);
    else chunks = [];
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
  return { status: 413, title: "Too large", detail: `That is more than we can take here: at most ${limit / KB} KB.` };
}

const tooSlow = { status: 408, title: "Too slow", detail: "That took longer than we can wait. Please try again." };
// Nobody reads this: the client has disconnected.
const gone = { status: 400, title: "Cut off", detail: "The form ended in the middle." };
const tooManyFields = {
  status: 400,
  title: "Too many fields",
  detail: `A form may have at most ${MOST_FIELDS} fields.`,
};
const notJson = { status: 415, title: "Not JSON", detail: "Send one JSON object with Content-Type: application/json." };
