import { matchRoutes } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { TeamRole } from "#app/platform/permissions.ts";
import { isOpenTo } from "#app/routes/admin/admin-permissions.ts";
import routes from "#app/routes.ts";
import { REFUSED } from "#tests/support/doors/door.ts";
import { type Fixtures, fixturesIn } from "#tests/support/doors/fixtures.ts";
import { ask } from "#tests/support/doors/try-door.ts";
import { adminScreens } from "#tests/support/screens/admin-screens.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { newSession, openBeside, personIn } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";

const site = sharedSite();
let app: AppContext;
beforeAll(async () => {
  app = await openBeside(site, site.dataDir);
});
afterAll(() => app.db.close());

const TEAM = /\b(reception|bookkeeper|here for|suspend|readmit|invitation|colleague|time off)\b/i;
// Where a second person is invited.
const INVITING = "/admin/settings/people";

test("to a sole owner no screen has a word of a team, but for the line in Settings and the page of people", async () => {
  const { id } = await personIn(app, { role: "admin", name: "Sole Owner" });
  const { cookie } = await newSession(app, id);
  const told: string[] = [];
  for (const path of adminScreens.filter((at) => !at.includes("{") && at !== INVITING)) {
    const text = textOf(await pageAt(path, cookie));
    const found = new RegExp(`.{0,60}${TEAM.source}.{0,60}`, "i").exec(text)?.[0];
    if (found) told.push(`${path}: ${found}`);
  }
  expect(told).toEqual([]);
});

// The first has a visit of the fixtures, with one more in a series.
const IMOGEN = "demo-imogen-hartley";
const TEAMS: { roles: readonly TeamRole[]; therapistId: string | null; least: [screens: number, links: number] }[] = [
  { roles: ["reception"], therapistId: null, least: [20, 30] },
  { roles: ["therapist"], therapistId: IMOGEN, least: [20, 30] },
  { roles: ["bookkeeper"], therapistId: null, least: [2, 4] },
  { roles: ["therapist", "bookkeeper"], therapistId: "demo-priya-sandhu", least: [15, 20] },
];

let fixtures: Promise<Fixtures> | null = null;

test.each(TEAMS)("nothing that $roles can press would be refused", async ({ roles, therapistId, least }) => {
  fixtures ??= fixturesIn(app);
  const { fill, cookieOf } = await fixtures;
  const cookie =
    therapistId === IMOGEN
      ? await cookieOf("therapist")
      : (await newSession(app, (await staffIn(app, { roles, therapistId })).id)).cookie;
  const actor = { kind: "staff", userId: "", roles, therapistId, choices: [] } as const;
  const asked = new Set<string>();
  const refused: string[] = [];
  let screens = 0;
  for (const path of adminScreens.map(fill)) {
    const html = await pageAt(path, cookie ?? "");
    if (html) screens += 1;
    for (const [tag, action] of actionsOf(html, path)) {
      const pattern = patternOf(action);
      if (/^\/(admin|appointments|users)/.test(action) && !isOpenTo(actor, { pattern, method: "POST" })) {
        refused.push(`${path}: ${tag}`);
      }
    }
    for (const to of linksOf(html, path)) {
      const url = new URL(to, site.url);
      const key = `${patternOf(to)} ${[...url.searchParams.keys()].sort().join()}`;
      if (asked.has(key)) continue;
      asked.add(key);
      const answer = await ask(site.url, { path: to, cookie });
      if (answer === "→ /" || answer === REFUSED || answer === 403 || answer === 404)
        refused.push(`${path}: ${to} ${answer}`);
    }
  }
  expect(refused).toEqual([]);
  // Or else nothing would be proved.
  expect([screens, asked.size].map((count, at) => count >= (least[at] ?? 0))).toEqual([true, true]);
});

type Entry = { path?: string; children?: Entry[] };
const patterns = (routes as Entry[]).flatMap(({ path, children }) =>
  (children ?? [{ path }]).map((entry) => ({ path: `/${entry.path ?? ""}` })),
);

function patternOf(to: string): string {
  return matchRoutes(patterns, new URL(to, site.url).pathname)?.[0]?.route.path ?? "none";
}

/** The page's HTML; nothing where it is closed to whoever asks. */
async function pageAt(path: string, cookie: string): Promise<string> {
  const answer = await fetch(site.url + path, { headers: { cookie }, redirect: "manual" });
  const html = await answer.text();
  return answer.status === 200 ? html : "";
}

function textOf(html: string): string {
  return html.replaceAll(/<(script|style|head)\b[\s\S]*?<\/\1>/g, " ").replaceAll(/<[^>]*>/g, " ");
}

function linksOf(html: string, from: string): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]*)"/g)]
    .map(([, to = ""]) => new URL(to.replaceAll("&amp;", "&"), site.url + from))
    .filter(({ origin, pathname }) => origin === site.url && /^\/(admin|appointments|users|account)/.test(pathname))
    .map(({ pathname, search }) => pathname + search);
}

/** Where each of the page's forms and buttons posts to. */
function actionsOf(html: string, from: string): [tag: string, to: string][] {
  const forms = [...html.matchAll(/<form [^>]*method="post"[^>]*>/gi)];
  const buttons = [...html.matchAll(/<button [^>]*formaction="[^"]*"[^>]*>/gi)];
  return [...forms, ...buttons].map(([tag]) => {
    const to = /(?:form)?action="([^"]*)"/i.exec(tag)?.[1]?.replaceAll("&amp;", "&") ?? from;
    return [tag, new URL(to, site.url + from).pathname];
  });
}
