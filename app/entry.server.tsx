import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  href,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from "react-router";
import { adminHint } from "#app/accounts/admins/commands.server.ts";
import { startJobs } from "#app/jobs.server.ts";
import { troubleOf } from "#app/platform/database/trouble.server.ts";
import { type Visit, visitContext, visitOf, worldContext, worldOf } from "#app/platform/http/context.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { NonceContext } from "#app/ui/nonce.ts";

export { adminHint, startJobs };

const RENDER_LIMIT = 8_000;

/** How long a loader's promise may keep a page waiting, in ms. */
export const streamTimeout = RENDER_LIMIT - 1_000;

/**
 * The server runs outside this bundle and so has other copies of the context's keys: it comes here to have
 * the world and the visit put where the routes look for them.
 */
export function createRouterContext(world: World, visit: Visit): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(worldContext, world);
  context.set(visitContext, visit);
  return context;
}

/** One page as HTML, whole: it can be compressed, given a length and kept. */
export default async function handleRequest(
  request: Request,
  responseStatusCode: number,
  responseHeaders: Headers,
  entryContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  const page = await rendered(request, entryContext, loadContext);
  responseHeaders.set("Content-Type", "text/html; charset=utf-8");
  responseHeaders.set("Speculation-Rules", `"${href("/speculation-rules.json")}"`);
  return new Response(page.html, { status: page.failed ? 500 : responseStatusCode, headers: responseHeaders });
}

/** Logs what a route threw, unless it was an answer (404) or the visitor has gone. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logFailure(error, context);
};

async function rendered(
  request: Request,
  entryContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<{ html: string; failed: boolean }> {
  let failed = false;
  let shellStands = false;
  let timeout: NodeJS.Timeout | undefined;
  const { nonce } = visitOf(loadContext);
  const stream = await new Promise<PassThrough>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // Whole means whole: a large part would be sent behind its "Loading", for a script to put in its place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady() {
          shellStands = true;
        },
        onAllReady: () => resolve(pipe(new PassThrough())),
        onShellError: reject,
        onError(error) {
          failed = true;
          // Without a shell the promise is rejected, and React Router hands the error to handleError.
          if (shellStands) logFailure(error, loadContext);
        },
      },
    );
    timeout = setTimeout(abort, RENDER_LIMIT);
  }).finally(() => clearTimeout(timeout));
  return { html: readableFirst((await buffer(stream)).toString()), failed };
}

/** What a page needs to be read (stylesheet, fonts) is fetched before what makes it answer by itself. */
function readableFirst(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}

function logFailure(error: unknown, context: Readonly<RouterContextProvider>): void {
  const visit = visitOf(context);
  visit.trouble = troubleOf(error);
  // A flood would fill the log; the line of the request says 503.
  if (visit.trouble === "crowded") return;
  worldOf(context).log.error({ err: error, requestId: visit.requestId }, "a page failed");
}
