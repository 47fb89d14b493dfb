import { createContext, type RouterContextProvider } from "react-router";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { DatabaseError } from "#app/platform/database/database-error.server.ts";

/** What the server knows of one request before any route sees it. */
export type RequestInfo = {
  /** Made here, never taken from the client; shown in the log and on an error page. */
  requestId: string;
  /** IP address of the client, after the trusted proxies. */
  clientAddress: string;
  /** The site whose page sent it, as the browser says; the request's own header is replaced by ours. */
  origin: string | null;
  nonce: string;
  /** The key of a form that this page may hold: sent twice, it is done once. */
  draftKey: string;
  locale: string;
  /** What a form sent, encoded as it came; null for anything else. */
  form: string | null;
  /** Whether it must see what was just written, as no replica can promise. */
  readsPrimary: boolean;
  /** Whether it brings a body: what was read before its action may be old after it. */
  mayWrite: boolean;
  /** Whether its work may have changed something so far; false only where that is certain. */
  mayHaveChanged: () => boolean;
  /** Set if a request failed through no fault of the code, so that the answer is 503 (or 400), not 500. */
  databaseError: DatabaseError | null;
};

export const appContext = createContext<AppContext>();
export const requestInfoContext = createContext<RequestInfo>();

type Context = Readonly<RouterContextProvider>;

export function appContextOf(context: Context): AppContext {
  return context.get(appContext);
}

export function requestInfoOf(context: Context): RequestInfo {
  return context.get(requestInfoContext);
}

const KINDS = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/**
 * Reads the form that a page sent. Every form is read here: throws the answer for what is not a form (415) or is
 * broken (400).
 */
export async function readFormBody(request: Request): Promise<FormData> {
  if (!KINDS.test(request.headers.get("content-type") ?? "")) throw unread(415);
  try {
    return await request.formData();
  } catch {
    throw unread(400);
  }
}

/** Thrown for a body that is not a form of ours: our pages send none such. */
export function unread(status: 400 | 408 | 415): Response {
  return new Response("Unreadable form\n\nSend the fields of the form as the page does. Nothing was changed.\n", {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/** A JSON body from a script or another program; null if it is not JSON or was cut off. */
export async function readJsonBody(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return null;
  }
}

/** A body's bytes as they came, for a signature over them; null if it was cut off. */
export async function readRawBody(request: Request): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    return null;
  }
}
