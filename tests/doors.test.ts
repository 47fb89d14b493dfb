import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { SiteBuild } from "#app/platform/http/site.server.ts";
import { root } from "#scripts/bootstrap/project.mjs";
import { type Answer, type Door, VISITORS, type Visitor } from "#tests/support/doors/door.ts";
import { type Fixtures, fixturesIn } from "#tests/support/doors/fixtures.ts";
import { doors } from "#tests/support/doors/table.ts";
import { ask, dataPath } from "#tests/support/doors/try-door.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();
const build: SiteBuild = await import(pathToFileURL(`${root}/build/server/index.js`).href);
// A layout and the root open nothing by themselves.
const built = Object.values(build.routes).filter((route) => route && !/(^root|\/layout)$/.test(route.id));

let app: AppContext;
let fixtures: Fixtures;
beforeAll(async () => {
  app = await openBeside(site, site.dataDir);
  fixtures = await fixturesIn(app);
});
afterAll(() => app.db.close());

test("every route has a row, and every row a route", () => {
  const named = doors.map(({ door }) => door.replace(/\.tsx?$/, ""));
  expect([...new Set(named)].sort()).toEqual(built.map((route) => route?.id).sort());
});

test.each(doors.filter(({ door }) => moduleOf(door)?.action))("$door: a row for a form says so", ({ post }) => {
  expect(post).not.toBeNull();
});

const tries = doors.flatMap((door) => VISITORS.map((visitor) => ({ ...door, visitor })));

test.each(tries)("$visitor looks at $at", async ({ visitor, ...door }) => {
  const { path, cookie } = await asking(door, visitor);
  expect(await ask(site.url, { path, cookie })).toBe(filled(door.get[visitor]));
  if (!isPage(door)) return;
  for (const routes of [null, idOf(door), "root"]) {
    const answer = await ask(site.url, { path: dataPath(path, routes), cookie });
    // Asked for the frame alone, the page's own loader stays out; a guard does not.
    if (routes !== "root" || String(door.get[visitor]).startsWith("→ "))
      expect.soft(answer, `${routes}`).toBe(filled(door.get[visitor]));
  }
});

test.each(tries.filter(({ post }) => post !== null))("$visitor sends a form to $at", async ({ visitor, ...door }) => {
  const { post } = door;
  for (const data of isPage(door) ? [false, true] : [false]) {
    const { path, cookie } = await asking(door, visitor);
    const request = { path: data ? dataPath(path, null) : path, cookie, method: "POST" };
    expect
      .soft(await ask(site.url, { ...request, form: post?.form ?? {} }), request.path)
      .toBe(filled(post?.answers[visitor]));
  }
});

test.each(tries.filter(isShut))("$visitor changes nothing at $at by any other method", async ({ visitor, ...door }) => {
  const { path, cookie } = await asking(door, visitor);
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    for (const way of isPage(door) ? [path, dataPath(path, null), dataPath(path, idOf(door))] : [path]) {
      const answer = method === "POST" ? filled(door.get[visitor]) : 405;
      expect.soft(await ask(site.url, { path: way, cookie, method }), `${method} ${way}`).toBe(answer);
    }
  }
});

async function asking(door: Door, visitor: Visitor) {
  return { path: fixtures.fill(door.at), cookie: await fixtures.cookieOf(visitor) };
}

function filled(answer: Answer | undefined): Answer | undefined {
  return typeof answer === "string" ? (fixtures.fill(answer) as Answer) : answer;
}

// Kept out by a guard: sent elsewhere by a look already.
function isShut({ get, visitor }: Door & { visitor: Visitor }): boolean {
  return String(get[visitor]).startsWith("→ ") && get[visitor] !== get.admin;
}

function idOf({ door }: Door): string {
  return door.replace(/\.tsx?$/, "");
}

function moduleOf(door: string) {
  return build.routes[door.replace(/\.tsx?$/, "")]?.module;
}

// What has no component answers by itself and has no `.data` form.
function isPage({ door }: Door): boolean {
  return moduleOf(door)?.default !== undefined;
}
