import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { RequestInfo } from "#app/platform/http/context.server.ts";

export type Site = {
  Bindings: HttpBindings;
  Variables: {
    requestInfo: RequestInfo;
    /** The path of the request, `/book`. Any host that the client wrote before it is dropped. */
    path: string;
    /** `?service=x` or empty. */
    query: string;
    /**
     * The body, read and counted; for an upload, the stream that its route may read; null for a request without one.
     */
    body: Buffer<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  };
};

export type Step = MiddlewareHandler<Site>;
