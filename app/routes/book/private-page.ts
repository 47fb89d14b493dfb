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
