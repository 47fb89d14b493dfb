import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

type Routes = Record<string, Pick<NonNullable<ServerBuild["routes"][string]>, "id" | "parentId" | "path">>;

const SECTION = /^\/([a-z0-9-]+)(?:\.data)?(?=[/?]|$)/;
const WORD = /^[a-z0-9-]+$/;
const DYNAMIC = /[:*?]/;

/**
 * React Router tries all routes of the site in turn for each request, each with its layouts. The handler for an address
 * knows only those that its first segment leaves; that for any other spelling is `whole` (docs/decisions/0631).
 */
export function handlerBySection(
  build: ServerBuild,
  { whole, mode }: { whole: RequestHandler; mode: string },
): (pathAndQuery: string) => RequestHandler {
  const handlers = new Map(
    sectionsOf(build.routes as Routes).map((section) => {
      const routes = routesOf(build.routes as Routes, section) as ServerBuild["routes"];
      return [section, createRequestHandler({ ...build, routes }, mode)];
    }),
  );
  return (pathAndQuery) => handlers.get(SECTION.exec(pathAndQuery)?.[1] ?? "") ?? whole;
}

/** The first segments that are plain words. */
export function sectionsOf(routes: Routes): string[] {
  const all = Object.values(routes).map(({ id }) => firstSegment(routes, id));
  return [...new Set(all)].filter((segment) => WORD.test(segment));
}

/** The routes that an address in this section may match, with their layouts. */
export function routesOf<Known extends Routes>(routes: Known, section: string): Partial<Known> {
  const ids = Object.values(routes).flatMap(({ id, path }) => {
    const first = firstSegment(routes, id);
    return path !== undefined && (first === section || DYNAMIC.test(first)) ? lineOf(routes, id) : [];
  });
  const kept = new Set(ids);
  return Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id))) as Partial<Known>;
}

function firstSegment(routes: Routes, id: string): string {
  const paths = lineOf(routes, id).map((one) => routes[one]?.path ?? "");
  return paths.join("/").split("/").find(Boolean) ?? "";
}

/** A route's ancestors, from the root, and itself. */
function lineOf(routes: Routes, id: string): string[] {
  const parentId = routes[id]?.parentId;
  return parentId ? [...lineOf(routes, parentId), id] : [id];
}
