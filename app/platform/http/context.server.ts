import { createContext, type RouterContextProvider } from "react-router";
import type { Trouble } from "#app/platform/database/trouble.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** What the server knows of one request before any route sees it. */
export type Visit = {
  /** Made here, never taken from the client; stands in the log and on the page of a failure. */
  requestId: string;
  /** IP address of the client, after the trusted proxies. */
  clientAddress: string;
  /** Belongs on every inline script of this answer. */
  nonce: string;
  /** BCP 47, one that Intl knows. */
  locale: string;
  /** Set where a request failed through no fault of the code, so that the answer is 503 (or 400), not 500. */
  trouble: Trouble | null;
};

export const worldContext = createContext<World>();
export const visitContext = createContext<Visit>();

type Context = Readonly<RouterContextProvider>;

/** The world, in a loader, an action or a middleware. */
export function worldOf(context: Context): World {
  return context.get(worldContext);
}

/** This request's visit, in a loader, an action or a middleware. */
export function visitOf(context: Context): Visit {
  return context.get(visitContext);
}
