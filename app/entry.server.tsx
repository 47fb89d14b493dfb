import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  href,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from "react-router";
import { adminHint } from "#app/accounts/users/create-admin.server.ts";
import { isAdminRoute, manifestWithoutAdmin } from "#app/browser-manifest.ts";
import { openDemo } from "#app/demo.server.ts";
import { startJobs } from "#app/jobs.server.ts";
import { type AppContext, forOneRequest } from "#app/platform/app-context.server.ts";
import { databaseErrorOf } from "#app/platform/database/database-error.server.ts";
import { keptHtml } from "#app/platform/http/page-cache.server.ts";
import {
  appContext,
  appContextOf,
  type RequestInfo,
  requestInfoContext,
  requestInfoOf,
} from "#app/platform/http/request.server.ts";
import { identityOf } from "#app/routes/account/identity.server.ts";
import { requestKindOf } from "#app/routes/book/request-kind.server.ts";
import { shellOfFault } from "#app/routes/website/shell.server.ts";
import { unsentOf } from "#app/routes/website/unsent.server.ts";
import { notReadyBecause } from "#app/settings/settings.db.server.ts";
import { PAGES } from "#app/site/page-words.ts";
import { withErrorTitle } from "#app/ui/error-title.ts";
import { NonceContext } from "#app/ui/nonce.ts";
import { hydratedAfterPaint } from "#app/ui/shell/after-paint.ts";
import { type Fault, FaultContext } from "#app/ui/shell/fault.ts";

export { adminHint, notReadyBecause, openDemo, requestKindOf, startJobs };

/** What is made at the start where the database may go away; home comes first. */
export const firstPages = Object.values(PAGES).map(({ address }) => address);

const RENDER_LIMIT = 8_000;

/** How long a loader's promise may delay a page, in ms. */
export const streamTimeout = RENDER_LIMIT - 1_000;

/**
 * Puts the app context and the request info into the router's context. The server may run outside this bundle (in
 * development, and in commands), with other copies of the context's keys, so it has to call this.
 */
export function createRouterContext(app: AppContext, requestInfo: RequestInfo): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(appContext, requestInfo.mayWrite ? app : forOneRequest(app));
  context.set(requestInfoContext, requestInfo);
  return context;
}

/**
 * One page as complete HTML, so that it can be compressed, given a length and cached. In one go where nothing is awaited:
 * React’s stream costs more (decisions/0630).
 */
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

type Page = { html: string; failed: boolean };

async function rendered(
  request: Request,
  entryContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Page> {
  const { nonce } = requestInfoOf(loadContext);
  const fault = await faultOf(request, entryContext, loadContext);
  const context = withOwnRoutes(entryContext);
  const page = (renderMeta: EntryContext["renderMeta"]) => (
    <NonceContext value={nonce}>
      <FaultContext value={fault}>
        <ServerRouter context={{ ...context, renderMeta }} url={request.url} nonce={nonce} />
      </FaultContext>
    </NonceContext>
  );
  if (awaitsPromise(context)) return renderedInParts(page({}), nonce, loadContext);
  const transfer = await transferred(context);
  const data = Object.values(transfer).map(({ result }) => result?.value);
  const kept = isForAnyone(request, context) ? keptHtml([request.url, ...data], requestInfoOf(loadContext)) : null;
  if (kept?.html) return { html: kept.html, failed: false };
  const html = `<!DOCTYPE html>${renderToString(page({ streamCache: { ...transfer } }))}`;
  if (html.includes(LEFT_TO_BROWSER))
    return renderedInParts(page({ streamCache: { ...transfer } }), nonce, loadContext);
  const whole = finished(html);
  kept?.store(whole);
  return { html: whole, failed: false };
}

/** Whether nothing in it can be somebody's own; of such pages only one that the browser takes over tells all it is made of. */
function isForAnyone({ method, headers }: Request, { staticHandlerContext }: EntryContext): boolean {
  const { matches, statusCode, errors } = staticHandlerContext;
  const isPlain = method === "GET" && !headers.has("cookie") && statusCode === 200 && !errors;
  return isPlain && matches.some(({ route }) => (route.handle as { hydrate?: unknown } | undefined)?.hydrate === true);
}

/** Whether a loader has answered with something that is still being loaded. */
function awaitsPromise({ staticHandlerContext: { loaderData } }: EntryContext): boolean {
  return Object.values(loaderData).some(
    (data) => data && typeof data === "object" && Object.values(data).some((value) => value instanceof Promise),
  );
}

type Transfer = NonNullable<NonNullable<EntryContext["renderMeta"]>["streamCache"]>;

/** What the browser's router gets of the loaders, as the router's own component would read it while it renders. */
async function transferred({ serverHandoffStream }: EntryContext): Promise<Transfer> {
  const reader = serverHandoffStream?.getReader();
  const decoder = new TextDecoder();
  const parts: Transfer = {};
  for (let index = 0, ended = reader === undefined; reader && !ended; index++) {
    const { done, value } = await reader.read();
    const result = { done, value: decoder.decode(value, { stream: true }) };
    parts[index] = Object.assign(Promise.resolve(), { result });
    ended = done;
  }
  reader?.releaseLock();
  return parts;
}

// React writes it where something was not there yet, or failed; a text's own "<" is escaped.
const LEFT_TO_BROWSER = "<!--$!-->";

async function renderedInParts(
  page: ReactNode,
  nonce: string,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Page> {
  let failed = false;
  let shellStands = false;
  let timeout: NodeJS.Timeout | undefined;
  const stream = await new Promise<PassThrough>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // No chunks: a large part would arrive after its "Loading", for a script to put in place.
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
    });
    timeout = setTimeout(() => abort(tooLate(loadContext)), RENDER_LIMIT);
  }).finally(() => clearTimeout(timeout));
  return { html: finished((await buffer(stream)).toString()), failed };
}

function finished(html: string): string {
  // The first reads the text as one piece; the second puts it together of three.
  return hydratedAfterPaint(withErrorTitle(html));
}

/** What a page waited for did not come in time: the visitor is asked to come again, as in any crowd. */
function tooLate(context: Readonly<RouterContextProvider>): Error {
  const { requestId } = requestInfoOf(context);
  appContextOf(context).log.warn({ requestId, ms: RENDER_LIMIT }, "a page took too long and was given up");
  return Object.assign(new Error("The page took too long"), { code: "ECROWDED" });
}

// The router builds every route of the manifest anew for each page, and a page needs its own (decisions/0630).
function withOwnRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const own = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]] as const);
  const routes = Object.fromEntries(own.filter(([, route]) => route !== undefined));
  // A public page leads to the practice's by a fresh page, whose routes are two thirds of the browser's list.
  const url = own.some(([id]) => isAdminRoute(id)) ? manifest.url : manifestWithoutAdmin(manifest.url);
  return { ...context, manifest: { ...manifest, url, routes } };
}

async function faultOf(
  request: Request,
  { staticHandlerContext: { errors, statusCode, actionData } }: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Fault | null> {
  if (!errors || statusCode < 500) return null;
  const shell = await shellOfFault(appContextOf(context), identityOf(context));
  const requestInfo = requestInfoOf(context);
  // After an action that has answered, only the page after it is missing.
  const isUndone = !actionData && requestInfo.mayWrite && !requestInfo.mayHaveChanged();
  const unsent = actionData ? null : unsentOf(request, requestInfo, { isUndone });
  return { ...shell, reference: requestInfo.requestId, unsent, isUndone };
}

function logFailure(error: unknown, context: Readonly<RouterContextProvider>): void {
  const requestInfo = requestInfoOf(context);
  requestInfo.databaseError = databaseErrorOf(error);
  // A flood would fill the log; the request's own line says 503.
  if (requestInfo.databaseError === "crowded") return;
  appContextOf(context).log.error({ err: error, requestId: requestInfo.requestId }, "a page failed");
}
