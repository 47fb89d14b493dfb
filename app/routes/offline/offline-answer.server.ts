import { data, type RouterContextProvider } from "react-router";
import { markHeaders } from "#app/offline/mark-offline-page.server.ts";
import type { Taken } from "#app/offline/offline-frame.tsx";
import { COPY_HEADER } from "#app/offline/offline-pages.ts";
import { localeTimes } from "#app/platform/date-time.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { identityOf } from "#app/routes/account/identity.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A copy's content with the time at which it was taken, and its mark; without a mark if there is nothing to show. */
export function marked<Content>(
  context: Context,
  { path, zone, content, isEmpty = false }: { path: string; zone: string; content: Content; isEmpty?: boolean },
) {
  const app = appContextOf(context);
  const now = app.clock.now();
  const { date, time } = localeTimes(now, zone, requestInfoOf(context).locale);
  const taken: Taken = { instant: new Date(now).toISOString(), words: `${date}, ${time}`, time };
  const { sessionId } = identityOf(context);
  return data({ content, taken }, isEmpty ? {} : { headers: markHeaders(app, { sessionId, path, zone }) });
}

/** Of every copy: no store but ours may have it. */
export function copyHeaders({ loaderHeaders }: { loaderHeaders: Headers }): Record<string, string> {
  const mark = loaderHeaders.get(COPY_HEADER);
  return {
    "Cache-Control": "private, no-store",
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex, nofollow",
    ...(mark ? { [COPY_HEADER]: mark } : {}),
  };
}
