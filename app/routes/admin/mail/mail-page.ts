const NOTHING = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const LOOKS = "style-src 'unsafe-inline'; img-src data:";

/** A mail's HTML as a page: no scripts, its own styles only. */
export function mailPage(html: string): Response {
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "Content-Security-Policy": `${NOTHING}; ${LOOKS}; sandbox allow-popups allow-top-navigation-by-user-activation`,
    },
  });
}
