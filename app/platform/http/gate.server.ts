import { readBody } from "#app/platform/http/body-limits.server.ts";
import { comesFromOurPages } from "#app/platform/http/origin-check.ts";
import { type RefusalWords, refusal, unfit } from "#app/platform/http/refusal.ts";
import type { Step } from "#app/platform/http/site.server.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Turns away, before any route sees it, what no route should have to think of: methods, foreign forms, floods. */
export function gate(ownOrigin: string): Step {
  return async (c, next) => {
    const { method, headers } = c.req.raw;
    const path = c.get("path");
    const refuse = (words: RefusalWords) => refusal(path, words);
    if (!METHODS.includes(method)) return refusal(path, { ...unknownMethod, headers: { Allow: METHODS.join(", ") } });
    // To a browser `//x.example/` in a link or a redirect is another site.
    if (path.startsWith("//")) return refuse(notHere);
    if (c.get("query").includes("%00")) return refuse(unfit);
    if (method === "GET" || method === "HEAD") return next();
    const sender = { fetchSite: headers.get("sec-fetch-site"), origin: headers.get("origin") };
    if (!comesFromOurPages({ method, path, ownOrigin, ...sender })) return refuse(fromElsewhere(ownOrigin));
    const body = await readBody(c.req.raw, path);
    if (body.kind === "refused") return refuse(body.words);
    c.set("body", body.bytes);
    return next();
  };
}

export const notHere: RefusalWords = { status: 404, title: "Not found", detail: "There is nothing at this address." };

const unknownMethod: RefusalWords = {
  status: 405,
  title: "Method not allowed",
  detail: "This site answers no such request.",
};

function fromElsewhere(ownOrigin: string): RefusalWords {
  const detail = `Forms are taken only from this site's own pages. Open ${ownOrigin} and try again there.`;
  return { status: 403, title: "Sent from another site", detail };
}
