/** Pages that are the same for everybody and run hardly any script: prerendered in the background. */
const CACHED_PAGES = [...["/", "/about", "/services", "/services/*"], ...["/faq", "/policies/*", "/accessibility"]];
// The regions of the body map: a pointer that crosses the figure would ask for each.
const ONLY_PRESSED = ["/services/body/*"];
const MADE_AFRESH = ["/book", "/book?*", "/contact", "/complaints"];

const RULES = {
  prerender: [
    {
      where: { and: [{ href_matches: CACHED_PAGES }, { not: { href_matches: ONLY_PRESSED } }] },
      eagerness: "moderate",
    },
  ],
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
