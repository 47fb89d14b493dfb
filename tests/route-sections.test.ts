import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import { routesOf, sectionsOf } from "#app/platform/http/pages.server.ts";
import routes from "#app/routes.ts";

type Flat = Record<string, { id: string; parentId?: string; path?: string; index?: boolean }>;

const SITE: Flat = Object.fromEntries([["root", { id: "root", path: "" }], ...flat(routes, "root")]);
const SECTIONS = sectionsOf(SITE);

const ADDRESSES = Object.values(SITE).flatMap(({ id }) => {
  const path = pathOf(id).replaceAll(/:\w+/g, "some-name").replace("*", "nowhere/at/all");
  return [path, `${path}/nowhere`];
});

const whole = treeOf(SITE);

test.each(SECTIONS)("an address of /%s is matched by the same routes as of all", (section) => {
  const own = treeOf(routesOf(SITE, section) as Flat);
  const addresses = ADDRESSES.filter((address) => address.split("/")[1] === section);
  expect(addresses.length).toBeGreaterThan(1);
  for (const address of addresses) expect(matched(own, address), address).toEqual(matched(whole, address));
});

test("a section is a small part of the site, with the layouts and the page for what is not found", () => {
  expect(SECTIONS).toContain("api");
  const api = Object.values(routesOf(SITE, "api") as Flat).map(({ id }) => pathOf(id));
  expect(api).toContain("/*");
  expect(api.length).toBeLessThan(12);
  const account = Object.keys(routesOf(SITE, "account"));
  expect(account).toContain("routes/account/layout.tsx");
});

function matched(tree: RouteObject[], address: string) {
  return matchRoutes(tree, address)?.map(({ route, params }) => [route.id, params]);
}

function treeOf(all: Flat, parentId?: string): RouteObject[] {
  return Object.values(all)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: treeOf(all, id) },
    ) as RouteObject[];
}

function flat(entries: readonly RouteConfigEntry[], parentId: string): [string, Flat[string]][] {
  return entries.flatMap(({ children = [], ...route }) => {
    const id = route.id ?? route.file;
    return [[id, { id, parentId, path: route.path, index: route.index }], ...flat(children, id)];
  });
}

function pathOf(id: string): string {
  const { parentId, path = "" } = SITE[id] ?? {};
  const above = parentId ? pathOf(parentId) : "";
  return path === "" ? above : `${above}/${path}`;
}
