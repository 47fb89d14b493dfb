import type { IncomingMessage, ServerResponse } from "node:http";

/** How large a body may be in bytes, and how long it may take. */
export type BodyLimits = { bytes: number; ms: number };

/** A browser reads no answer before it has sent everything: up to this many times the limit is drained unread. */
export const HEARD_OUT = 4;
// Then it has this long, in ms, to read the answer before the connection is cut.
const LAST_WORD = 500;

/** Why reading a body stopped early. `gone`: the client disconnected in the middle. */
export type CutOff = "too large" | "too slow" | "gone";

export type IncomingBody = {
  /** The next piece as it comes; null at the end. Nothing is read from the client before this is called. */
  next: () => Promise<Uint8Array | null | CutOff>;
  /** The same for readers of a Request; if cut off, it ends with an error whose `cause` says why. */
  stream: () => ReadableStream<Uint8Array>;
  /** Drains what nobody has read, so that the client reads the answer; cuts the connection if that is too much. */
  hearOut: () => Promise<void>;
};

type Exchange = {
  incoming: Pick<IncomingMessage, "iterator"> & { socket: Pick<IncomingMessage["socket"], "destroySoon"> };
  outgoing: Pick<ServerResponse, "writableFinished" | "once">;
};

/** Wraps the body of a request; counts and times it from now on, whoever reads it and whatever length it declares. */
export function incomingBody({ incoming, outgoing }: Exchange, limits: BodyLimits): IncomingBody {
  const most = limits.bytes * HEARD_OUT;
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

  async function hearOut(): Promise<void> {
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

  return { next, stream, hearOut };
}

// Freed at once: bodies from many clients would fill a hundred megabytes before garbage collection.
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
