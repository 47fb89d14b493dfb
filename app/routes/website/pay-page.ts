import type { MetaDescriptor } from "react-router";
import { privateMeta } from "#app/ui/shell/page-meta.ts";

export const PAY_DOWN = "The payment page does not open at the moment. Nothing was paid. Try again in a few minutes.";

/** `?no-course`: a mailed link was opened, and the course that was chosen with it can't pay now. */
export const NO_COURSE = "Your course can’t pay for this appointment, so no session was used.";

const CHECK_SECONDS = 3;

type PayPage = { goesTo: string | null; state: string; path: string };

/**
 * Of a page before a provider's. Our content policy sends forms to this site alone, so the page itself leads on; while a
 * payment is checked it looks again by itself. `page` undefined: its data failed to load.
 */
export function payMeta(
  at: Parameters<typeof privateMeta>[0],
  title: string,
  page: PayPage | undefined,
): MetaDescriptor[] {
  const looksAgain = page?.state === "checking" ? `${CHECK_SECONDS};url=${page.path}?back` : null;
  const refresh = page?.goesTo ? `0;url=${page.goesTo}` : looksAgain;
  return [...privateMeta(at, title), ...(refresh ? [{ httpEquiv: "refresh", content: refresh }] : [])];
}
