import { expect, test } from "vitest";
import { target } from "#tests/support/attacks/target.ts";
import { doors } from "#tests/support/doors/table.ts";
import { dataPath } from "#tests/support/doors/try-door.ts";
import { ageSession } from "#tests/support/signed-in.ts";

const site = target();
const HOUR = 3_600_000;
const FLASH = "ly.notice=loggedIn";

// Below these nobody is anybody: no route there reads or sets a cookie.
const SESSIONLESS =
  /^\/((api|media|calendar|assets|apps)\/|(sitemap\.xml|robots\.txt|site\.webmanifest|speculation-rules\.json|healthz|readyz|metrics)(\.data)?(\?|$))/;

type Actor = { who: string; cookie: string | null };
type Given = Actor & { path: string; set: string[]; policy: string };

const kept = new Map<string, string | null>();

/** A session that was last used so many ms ago, each time anew: being asked with renews it. */
async function session(who: "client" | "admin", { age, name }: { age: number; name: string }): Promise<string> {
  const { fixtures, app } = site();
  const cookie = kept.get(name) ?? (await fixtures.cookieOf(who)) ?? "";
  kept.set(name, cookie);
  if (age > 0) await ageSession(app, cookie, age);
  return cookie;
}

/** Everybody who may ask, those first whose cookies their asking changes. */
async function askers(): Promise<Actor[]> {
  // It is ended by the first request that is made with it.
  kept.delete("night");
  return [
    { who: "an admin after an hour", cookie: await session("admin", { age: HOUR, name: "hour" }) },
    { who: "a client after two days", cookie: await session("client", { age: 48 * HOUR, name: "days" }) },
    { who: "an admin after a night", cookie: await session("admin", { age: 10 * HOUR, name: "night" }) },
    { who: "somebody with a notice", cookie: FLASH },
    { who: "a client", cookie: await session("client", { age: 0, name: "client" }) },
    { who: "an admin", cookie: await session("admin", { age: 0, name: "admin" }) },
    ...["one", "another", "a third"].map((which) => ({ who: `${which} stranger`, cookie: null })),
  ];
}

/** All of them ask for one address in the same moment. */
async function askTogether(path: string): Promise<Given[]> {
  const { url } = site();
  return Promise.all(
    (await askers()).map(async ({ who, cookie }) => {
      const answer = await fetch(url + path, { headers: cookie ? { cookie } : {}, redirect: "manual" });
      await answer.arrayBuffer();
      const policy = answer.headers.get("cache-control") ?? "";
      return { who, cookie, path, set: answer.headers.getSetCookie(), policy };
    }),
  );
}

/** What is wrong with the cookies of an answer: given to somebody who brought none, where none is read, or shared. */
function faultsOf({ who, cookie, path, set, policy }: Given): string[] {
  if (set.length === 0) return [];
  const said = `${who} at ${path} got ${set.map((line) => line.split(";")[0]?.slice(0, 30)).join(" and ")}`;
  const faults = [
    cookie === null && !set.every(isNotice) ? `${said} without a cookie` : "",
    SESSIONLESS.test(path) ? `${said} where no cookie is read` : "",
    /public/.test(policy) ? `${said} in an answer that is ${policy}` : "",
    cookie === FLASH && !set.every(isNotice) ? `${said} for a notice` : "",
  ];
  return faults.filter(Boolean);
}

// What the next page says once: names nobody.
const isNotice = (line: string) => line.startsWith("ly.notice=");

function addresses(): string[] {
  const { fixtures } = site();
  const at = doors.map((door) => fixtures.fill(door.at));
  // Every address as a page, and half of them as data or with a query each: the three ways are the same for all.
  const asked = at.flatMap((path, door) => [path, door % 2 === 0 ? dataPath(path, null) : withQuery(path)]);
  const more = ["/api/availability?service=deep-tissue-massage&from=2027-01-04&to=2027-01-05", "/api/none?a=1"];
  return [...new Set([...asked, ...more, "/speculation-rules.json.data?_routes=root", "/metrics", "/readyz"])];
}

function withQuery(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}asked=together`;
}

test("a cookie is set only for who brought one, where one is read, in an answer that nobody else is given", async () => {
  const faults: string[] = [];
  for (const path of addresses()) faults.push(...(await askTogether(path)).flatMap(faultsOf));
  expect(faults).toEqual([]);
});

test("where cookies are read, a session that has been used is renewed and one left alone ends, for nobody else", async () => {
  const given = await askTogether("/about");
  const setFor = Object.fromEntries(given.map(({ who, set }) => [who, set.join("\n")]));
  expect(setFor["an admin after an hour"]).toMatch(/session_token=[^;]{20}/);
  expect(setFor["a client after two days"]).toMatch(/session_token=[^;]{20}/);
  expect(setFor["an admin after a night"]).toMatch(/session_token=;/);
  expect(setFor["somebody with a notice"]).toMatch(/^ly\.notice=;/);
  expect([setFor["one stranger"], setFor["another stranger"], setFor["a third stranger"]]).toEqual(["", "", ""]);
});
