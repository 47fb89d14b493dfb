import type { RequestInfo } from "#app/platform/http/request.server.ts";
import type { Unsent } from "#app/ui/shell/fault.ts";

// Nothing secret goes into a page.
const SECRET = /password|code|secret|token/i;
const MOST = 20_000;

/** The form of a request that the database could not take, or that a fault of ours has undone, to be sent again. */
export function unsentOf(
  request: Request,
  { databaseError, form }: RequestInfo,
  { isUndone }: { isUndone: boolean },
): Unsent | null {
  if (form === null || form.length > MOST) return null;
  const isForLater = databaseError === "away" || databaseError === "full" || databaseError === "unclear";
  if (!isForLater && !(isUndone && databaseError === null)) return null;
  const fields = [...new URLSearchParams(form)];
  if (fields.some(([name]) => SECRET.test(name))) return null;
  const { pathname, search } = new URL(request.url);
  return { action: pathname + search, fields, isUnclear: databaseError === "unclear" };
}
