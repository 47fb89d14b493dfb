import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { Visit } from "#app/platform/http/context.server.ts";

/** What travels with a request through the server's steps. */
export type Site = {
  Bindings: HttpBindings;
  Variables: {
    visit: Visit;
    /** Of the address asked for; `/book`. Whatever host the client wrote before it is dropped. */
    path: string;
    /** `?service=x` or empty. */
    query: string;
    /** The body, read and counted; null for a request that has none. */
    body: Buffer<ArrayBuffer> | null;
  };
};

export type Step = MiddlewareHandler<Site>;
