import { incomingBody, limitsOf, readBody } from "#app/platform/http/body-limits.server.ts";
import { badInput, OUTCOME_HEADER, type RefusalWords, refusal } from "#app/platform/http/error-response.ts";
import { comesFromOurPages, isHook, isMailForm, OPEN_ENDPOINT } from "#app/platform/http/origin-check.ts";
import type { Step } from "#app/platform/http/site.server.ts";

// Every change is a POST: React Router would run a form's action for PUT, PATCH and DELETE as well.
const METHODS = ["GET", "HEAD", "POST"];

/** Refuses, before any route sees them, disallowed methods, forms from other sites, and floods. */
export function requestChecks(ownOrigin: string, { isReadOnly }: { isReadOnly: boolean }): Step {
  return async (c, next) => {
    const { method, headers } = c.req.raw;
    const path = c.get("path");
    const refuse = (words: RefusalWords) => refusal(path, words);
    // What a browser asks before it sends JSON to another site.
    const isPreflight = method === "OPTIONS" && isMailForm(path);
    if (!METHODS.includes(method) && !isPreflight)
      return refusal(path, { ...unknownMethod, headers: { Allow: methodsOf(path) } });
    // A browser reads `//x.example/` in a link or a redirect as another site.
    if (path.startsWith("//")) return refuse(notFound);
    if (c.get("query").includes("%00")) return refuse(badInput);
    if (method !== "POST") return next();
    if (isReadOnly)
      return refusal(path, { ...moving, headers: { "Retry-After": MOVED_IN, [OUTCOME_HEADER]: "nothing" } });
    const type = headers.get("content-type") ?? "";
    const limits = limitsOf(path, type);
    const body = incomingBody(c.env, limits);
    try {
      const sender = { fetchSite: headers.get("sec-fetch-site"), origin: headers.get("origin") };
      if (!comesFromOurPages({ method, path, ownOrigin, ...sender })) return refuse(fromElsewhere(ownOrigin));
      if (limits.isUpload) c.set("body", body.stream());
      else {
        const read = await readBody(body, { path, type, limits });
        if (read.kind === "refused") return refuse(read.words);
        c.set("body", read.bytes);
      }
      return await next();
    } finally {
      // The answer does not wait for it.
      void body.drainBody();
    }
  };
}

export const notFound: RefusalWords = { status: 404, title: "Not found", detail: "There is nothing at this address." };

function methodsOf(path: string): string {
  if (isMailForm(path)) return "POST, OPTIONS";
  return path === OPEN_ENDPOINT || isHook(path) ? "POST" : METHODS.join(", ");
}

const MOVED_IN = "300";

const moving: RefusalWords = {
  status: 503,
  title: "We are moving to another server",
  detail: "Nothing was booked or changed. Please try again in a few minutes, or call us.",
};

const unknownMethod: RefusalWords = {
  status: 405,
  title: "Method not allowed",
  detail: "This site answers no such request.",
};

function fromElsewhere(ownOrigin: string): RefusalWords {
  const detail = `Forms are taken only from this site’s own pages. Open ${ownOrigin} and try again there.`;
  return { status: 403, title: "Sent from another site", detail };
}
