import { createElement } from "react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, Outlet } from "react-router";
import * as entry from "#app/entry.server.tsx";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import type { SiteBuild } from "#app/platform/http/site.server.ts";

export type RouteModule = Record<string, unknown>;
type Stub = { id: string; path: string; module: RouteModule };

/**
 * A handmade bundle with the site's own entry: a few stub routes for tests of the server, or route modules of the site
 * by path.
 */
export function stubBuild(modules: Record<string, RouteModule> = stubRoutes): SiteBuild {
  const root: Stub = { id: "root", path: "", module: { default: Document, ErrorBoundary: () => "An error page" } };
  const routes = Object.entries(modules).map(([path, module]) => ({
    id: path,
    parentId: "root",
    path: path.slice(1),
    index: path === "/" || undefined,
    module,
  }));
  // What is not said to be drawn is answered by its loader, or as an empty page.
  const drawn = routes.filter(({ module }) => module.isDrawn).flatMap((route) => [root, route]);
  const known = drawn.map(({ module: { loader }, ...route }: Stub) => [
    route.id,
    { ...route, module: "", hasLoader: loader !== undefined, hasAction: false, hasErrorBoundary: false },
  ]);
  const all = Object.fromEntries([root, ...routes].map((route) => [route.id, route]));
  return {
    entry: { module: entry },
    routes: all,
    assets: { entry: { module: "", imports: [] }, routes: Object.fromEntries(known), url: "", version: "stub" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  } as unknown as SiteBuild;
}

const stubRoutes: Record<string, RouteModule> = {
  "/": {
    default: () => createElement("p", null, "Come in. ".repeat(500)),
    headers: () => ({ "X-Page-Cache": "public" }),
  },
  "/mine": { default: () => createElement("p", null, "Yours alone") },
  "/echo": { loader: echo, action: echo },
  "/api/appointments": { action: echo },
  "/admin/media": { action: echo },
  "/broken": {
    loader() {
      throw new Error("stub: broken on purpose");
    },
  },
};

// `made` tells one rendering from another.
let made = 0;

function Document() {
  made += 1;
  const script = createElement("script", { nonce: "given by entry", key: "s" }, `var made=${made}`);
  return createElement("html", null, createElement("body", null, createElement(Outlet), script));
}

async function echo({ request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  const body = await request.text();
  return Response.json({
    url: request.url,
    headers: Object.fromEntries(request.headers),
    bytes: body.length,
    requestInfo: requestInfoOf(context),
    engine: appContextOf(context).db.engine,
  });
}
