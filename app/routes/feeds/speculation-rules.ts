/** Pages that are the same for everybody and run hardly any script: prerendered in the background. */
const CACHED_PAGES = [...["/", "/about", "/services", "/services/*"], ...["/faq", "/policies/*", "/accessibility"]];
const MADE_AFRESH = ["/book", "/book?*", "/contact", "/complaints"];

const RULES = {
  prerender: [{ where: { href_matches: CACHED_PAGES }, eagerness: "moderate" }],
  prefetch: [{ where: { href_matches: MADE_AFRESH }, eagerness: "moderate" }],
};

/**
 * GET /speculation-rules.json: what a browser may fetch when a finger or the pointer rests on a link, so that the
 * page is ready when it is pressed. Never a page with personal data.
 */
export function loader() {
  return Response.json(RULES, {
    headers: { "Content-Type": "application/speculationrules+json", "Cache-Control": "public, max-age=3600" },
  });
}
