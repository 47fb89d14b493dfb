import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { RouterContextProvider, ServerBuild, ServerEntryModule } from "react-router";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { ReadinessCheck } from "#app/platform/http/health.server.ts";
import type { RequestInfo } from "#app/platform/http/request.server.ts";
import type { RequestKind } from "#app/platform/http/request-queue.server.ts";

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

/** React Router's server bundle of this site. What the server needs of the bundle goes through its entry module. */
export type SiteBuild = ServerBuild & { entry: { module: SiteEntry } };

export type SiteEntry = ServerEntryModule & {
  createRouterContext: (app: AppContext, requestInfo: RequestInfo) => RouterContextProvider;
  requestKindOf?: (request: { path: string; body: Uint8Array | null }) => RequestKind | null;
  /** Starts the timed jobs; returns a function that stops them. */
  startJobs?: (app: AppContext) => (() => void | Promise<void>) | Promise<() => void | Promise<void>>;
  notReadyBecause?: ReadinessCheck;
  /** Pages to make before the site opens, those first that matter most. */
  firstPages?: readonly string[];
  /** Fills the demo practice with invented clients and appointments; null if another process has. */
  openDemo?: (app: AppContext) => Promise<{ email: string; password: string } | null>;
  /** How to create the first admin, or null if there is one. */
  adminHint?: (app: AppContext) => string | null | Promise<string | null>;
};
