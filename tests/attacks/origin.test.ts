import { expect, test } from "vitest";
import { stateOf } from "#tests/support/attacks/state.ts";
import { target } from "#tests/support/attacks/target.ts";
import { doors } from "#tests/support/doors/table.ts";
import { dataPath } from "#tests/support/doors/try-door.ts";

const site = target();
const FORM = "application/x-www-form-urlencoded";

// Each is what a page of somebody else's can bring a browser to send with our cookie, or what no browser sends.
const foreign: [string, (origin: string) => Record<string, string>][] = [
  ["another site", () => ({ origin: "https://evil.example", "content-type": FORM })],
  ["a sandboxed frame", () => ({ origin: "null", "content-type": FORM })],
  ["no origin at all", () => ({ "content-type": FORM })],
  ["another port", (origin) => ({ origin: origin.replace(/:\d+$/, ":9"), "content-type": FORM })],
  ["https in place of http", (origin) => ({ origin: origin.replace("http:", "https:"), "content-type": FORM })],
  ["a name that begins like ours", (origin) => ({ origin: `${origin}.evil.example`, "content-type": FORM })],
  ["a lie that the browser gives away", (origin) => ({ origin, "sec-fetch-site": "cross-site", "content-type": FORM })],
  ["a sister domain", (origin) => ({ origin, "sec-fetch-site": "same-site", "content-type": FORM })],
  ["plain text", () => ({ origin: "https://evil.example", "content-type": "text/plain" })],
  ["a multipart form", () => ({ origin: "https://evil.example", "content-type": "multipart/form-data; boundary=x" })],
];

// What another system reports is signed, and read without a cookie (tests/integration/hooks.test.ts).
const formDoors = doors.filter(({ post, at }) => post && !/^\/(api|hooks)\//.test(at));

test.each(foreign)("no form is taken from %s", async (_from, headersOf) => {
  const { url, origin, fixtures, app } = site();
  const cookie = (await fixtures.cookieOf("admin")) ?? "";
  const before = await stateOf(app);
  const taken: string[] = [];
  for (const { at, post } of formDoors) {
    const path = fixtures.fill(at);
    for (const [method, address] of [
      ["POST", path],
      ["POST", dataPath(path, null)],
    ] as const) {
      const headers = { ...headersOf(origin), cookie };
      const body = new URLSearchParams(post?.form).toString();
      const { status } = await fetch(url + address, { method, headers, body, redirect: "manual" });
      if (status !== 403) taken.push(`${method} ${address}: ${status}`);
    }
  }
  expect(taken).toEqual([]);
  expect(await stateOf(app)).toEqual(before);
});

test("looking changes nothing, whoever looks", async () => {
  const { url, fixtures, app } = site();
  const before = await stateOf(app);
  const earlier = await app.db.kysely.selectFrom("audit").select("id").execute();
  for (const visitor of ["nobody", "client", "admin"] as const) {
    const cookie = await fixtures.cookieOf(visitor);
    for (const path of doors.map(({ at }) => fixtures.fill(at))) {
      for (const method of ["GET", "HEAD"]) {
        await fetch(url + path, { method, redirect: "manual", headers: cookie ? { cookie } : {} });
      }
    }
  }
  const { audit: linesAfter, ...after } = await stateOf(app);
  const { audit: linesBefore, ...stood } = before;
  expect(after).toEqual(stood);
  // Taking personal data away is a look, and is noted.
  const noted = await app.db.kysely
    .selectFrom("audit")
    .select("action")
    .distinct()
    .where(
      "id",
      "not in",
      earlier.map(({ id }) => id),
    )
    .execute();
  expect(linesAfter?.rows).toBeGreaterThan(linesBefore?.rows ?? 0);
  expect(noted.map(({ action }) => action).sort()).toEqual(["appointment.export", "report.export"]);
});

test("the open API reads no cookie: a page of somebody else's books as a stranger", async () => {
  const { url, fixtures, app } = site();
  const cookie = (await fixtures.cookieOf("client")) ?? "";
  const headers = { cookie, origin: "https://evil.example", "content-type": "application/json" };
  const answer = await fetch(`${url}/api/appointments`, { method: "POST", headers, body: "{}" });
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([422, null]);
  expect(answer.headers.getSetCookie()).toEqual([]);
  const owned = await app.db.kysely.selectFrom("appointments").select("id").where("user_id", "is not", null).execute();
  expect(owned).toHaveLength(1);
});
