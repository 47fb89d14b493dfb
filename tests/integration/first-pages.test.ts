import { expect, test } from "vitest";
import { stubSite } from "#tests/support/stub-site.ts";

const AWAY = Object.assign(new Error("terminating connection due to administrator command"), { code: "57P01" });

/** A site whose pages fail once `isAway`. */
async function siteThatMayFail() {
  const asked: string[] = [];
  const database = { isAway: false };
  const page = (path: string, headers: Record<string, string> = { "X-Page-Cache": "public" }) => ({
    loader() {
      asked.push(path);
      if (database.isAway) throw AWAY;
      return Response.json(path, { headers });
    },
  });
  const routes = { "/": page("/"), "/faq": page("/faq"), "/mine": page("/mine", {}) };
  return { ...(await stubSite({ routes })), asked, database };
}

test("a page that was made at the start stands when the database goes away before anybody has asked", async () => {
  const site = await siteThatMayFail();
  await site.makePages(["/", "/mine"]);
  site.database.isAway = true;
  expect((await site.get("/")).status).toBe(200);
  site.app.clock.set(site.app.clock.now() + 120_000);
  expect((await site.get("/")).status).toBe(200);
  // What is each visitor's own is made for each, and so is what nobody has made.
  expect((await site.get("/mine")).status).toBe(503);
  expect((await site.get("/faq")).status).toBe(503);
});

test("who comes first is given what was made at the start", async () => {
  const site = await siteThatMayFail();
  await site.makePages(["/", "/faq"]);
  await Promise.all([site.get("/"), site.get("/faq")]);
  expect(site.asked).toEqual(["/", "/faq"]);
});

test("pages that can't be made keep no site from starting, nor do pages that take too long", async () => {
  const site = await siteThatMayFail();
  site.database.isAway = true;
  await site.makePages(["/", "/faq"]);
  expect(site.asked).toEqual(["/", "/faq"]);
  const hanging = await stubSite({ routes: { "/": { loader: () => new Promise(() => {}) } } });
  await hanging.makePages(["/"], 1);
});
