import type { IncomingMessage, ServerResponse } from "node:http";
import { badInput, type RefusalWords } from "#app/platform/http/error-response.ts";
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
  if (/urlencoded/i.test(type) && (bytes.includes("%00") || bytes.includes(0))) return refused(badInput);
  return { kind: "read", bytes };
}

export const LONGEST_BODY = 180 * SECOND;

const UPLOAD: BodyLimits = { bytes: 31 * KB * KB, ms: LONGEST_BODY };
const FORM: BodyLimits = { bytes: 64 * KB, ms: 30 * SECOND };
const JSON_BODY: BodyLimits = { bytes: 16 * KB, ms: 30 * SECOND };

const HOOK: BodyLimits = { bytes: 256 * KB, ms: 10 * SECOND };

const UPLOADS =
  /^\/admin\/(media|import|import\/pdfs|settings\/look\/logo|settings\/pictures\/[a-z]+|settings\/videos\/\d|clients\/[^/]+\/files\/new)(\.data)?$/;

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

const tooSlow = { status: 408, title: "Too slow", detail: "That took longer than we can wait. Try again." };
// Nobody reads this: the client has disconnected.
const gone = { status: 400, title: "Cut off", detail: "The form ended in the middle." };
const tooManyFields = {
  status: 400,
  title: "Too many fields",
  detail: `A form may have at most ${MOST_FIELDS} fields.`,
};
const notJson = { status: 415, title: "Not JSON", detail: "Send one JSON object with Content-Type: application/json." };

/** How large a body may be in bytes, and how long it may take. */
type BodyLimits = { bytes: number; ms: number };

/** A browser reads no answer before it has sent everything: up to this many times the limit is drained unread. */
export const DRAINED = 4;
// Then it has this long, in ms, to read the answer before the connection is cut.
const LAST_WORD = 500;

/** Why reading a body stopped early. `gone`: the client disconnected in the middle. */
type CutOff = "too large" | "too slow" | "gone";

type IncomingBody = {
  /** The next piece as it comes; null at the end. Nothing is read from the client before this is called. */
  next: () => Promise<Uint8Array | null | CutOff>;
  /** The same for readers of a Request; if cut off, it ends with an error whose `cause` says why. */
  stream: () => ReadableStream<Uint8Array>;
  /** Drains what nobody has read, so that the client reads the answer; cuts the connection if that is too much. */
  drainBody: () => Promise<void>;
};

type Exchange = {
  incoming: Pick<IncomingMessage, "iterator"> & { socket: Pick<IncomingMessage["socket"], "destroySoon"> };
  outgoing: Pick<ServerResponse, "writableFinished" | "once">;
};

/** Wraps the body of a request; counts and times it from now on, whoever reads it and whatever length it declares. */
export function incomingBody({ incoming, outgoing }: Exchange, limits: BodyLimits): IncomingBody {
  const most = limits.bytes * DRAINED;
  const pieces = incoming.iterator({ destroyOnReturn: false });
  const late = Promise.withResolvers<"too slow">();
  const clock = setTimeout(() => late.resolve("too slow"), limits.ms).unref();
  let size = 0;
  let end: null | CutOff | undefined;

  async function next(): Promise<Uint8Array | null | CutOff> {
    if (end !== undefined) return end;
    const piece = await Promise.race([pieces.next(), late.promise]).catch(() => "gone" as const);
    if (typeof piece === "string") return ended(piece);
    if (piece.done) return ended(null);
    size += piece.value.byteLength;
    return size > most ? ended("too large") : piece.value;
  }

  function ended<How extends null | CutOff>(how: How): How {
    end = how;
    clearTimeout(clock);
    return how;
  }

  const stream = () =>
    new ReadableStream<Uint8Array>(
      {
        async pull(reading) {
          const piece = await next();
          if (piece === null) reading.close();
          else if (typeof piece === "string") reading.error(new Error("The body was cut off", { cause: piece }));
          else reading.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );

  async function drainBody(): Promise<void> {
    let piece = await next();
    while (piece instanceof Uint8Array) {
      free(piece);
      piece = await next();
    }
    if (piece !== "too large" && piece !== "too slow") return;
    const everything = drain();
    // Cut only while the client is still sending: an open connection that was cut would fail its next request.
    const hangUp = async () => {
      const lastWord = new Promise<"sending">((resolve) => setTimeout(resolve, LAST_WORD, "sending").unref());
      if ((await Promise.race([everything, lastWord])) === "sending") incoming.socket.destroySoon();
    };
    if (outgoing.writableFinished) void hangUp();
    else outgoing.once("finish", () => void hangUp());
  }

  async function drain(): Promise<"over"> {
    for (;;) {
      const piece = await pieces.next().catch(() => null);
      if (!piece || piece.done) return "over";
      free(piece.value);
    }
  }

  return { next, stream, drainBody };
}

// Freed at once: bodies from many clients would fill a hundred megabytes before garbage collection.
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
