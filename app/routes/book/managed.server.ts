import { data, type RouterContextProvider } from "react-router";
import { getManaged } from "#app/appointments/requests/manage-link.server.ts";
import type { Managed } from "#app/appointments/requests/manage-link.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { rateKeyOf } from "#app/platform/http/request-info.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";

const CHANGES = 30;
const WINDOW_SECONDS = 3600;

/** The booking behind a manage link, or a 404. The link opens this booking only. */
export async function managedOf(context: Readonly<RouterContextProvider>, secret: string): Promise<Managed> {
  const managed = await getManaged(appContextOf(context), secret);
  if (!managed) throw data(null, { status: 404 });
  return managed;
}

/** Counts a change of a booking from this address: each one sends mails. */
export function consumeChangeLimit(context: Readonly<RouterContextProvider>) {
  const key = `change:${rateKeyOf(requestInfoOf(context).clientAddress)}`;
  return consumeRateLimit(appContextOf(context), { key, limit: CHANGES, windowSeconds: WINDOW_SECONDS });
}

const ANSWERS = 600;

/** Counts an answered page of a form from this address: none sends a mail. */
export function consumeAnswerLimit(context: Readonly<RouterContextProvider>) {
  const key = `answer:${rateKeyOf(requestInfoOf(context).clientAddress)}`;
  return consumeRateLimit(appContextOf(context), { key, limit: ANSWERS, windowSeconds: WINDOW_SECONDS });
}

/** Anybody with a booking's address may change it: the page must not leak its address, be cached or be indexed. */
export const PRIVATE_PAGE = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
};

/** For a page with a form: under `no-referrer` browsers hide a form's origin, even from its own site. */
export const PRIVATE_FORM = { ...PRIVATE_PAGE, "Referrer-Policy": "same-origin" };

/** A cancelled booking's forms redirect to its page, which says why. */
export function closedPath(path: string): string {
  return `${path}?closed`;
}
