/** Whoever has a booking's address may see and change it: the page must not travel, be kept or be found. */
export const PRIVATE_PAGE = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
};

/** The same for a page with a form: under `no-referrer` a browser hides where a form comes from, even from us. */
export const PRIVATE_FORM = { ...PRIVATE_PAGE, "Referrer-Policy": "same-origin" };
