import { matchesAny } from "#scripts/architecture/glob.ts";
import type { Rule } from "#scripts/architecture/rule.ts";

// The second streams an upload to a file, within its bounds, once the guard has said yes.
const READERS = ["app/platform/http/request.server.ts", "app/media/busboy.gateway.server.ts"];

/** What a visitor sends is read in one place for each kind, never by a route. */
export const bodies: Rule = {
  name: "A request's body is read in one place",
  why: "A wrong, missing or broken content type throws while it is read: a route that reads by itself answers 500 where 400 or 415 is right.",
  wayOut:
    "Call readFormBody or readJsonBody of app/platform/http; for a form with a file, the upload reader of app/media.",
  check: ({ sources }) =>
    sources
      .filter(({ path }) => path.startsWith("app/") && !/\.test\.tsx?$/.test(path) && !matchesAny(path, READERS))
      .flatMap(({ path, bodyReads }) => bodyReads.map((spot) => ({ path, ...spot }))),
};
