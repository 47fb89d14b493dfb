import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type StubSite, stubSite } from "#tests/support/stub-site.ts";

const MOST_IN_HAND = 100;
const HTML = { accept: "text/html" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  return () => vi.useRealTimers();
});

/** A site with as much in hand as it takes on, until `release`. Its page `/kept` is kept. */
async function fullSite() {
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const slow = {
    loader: () => {
      begun += 1;
      return gate.promise.then(yours);
    },
  };
  let made = 0;
  const kept = {
    loader: () => Response.json("everybody's", { headers: { "X-Page-Cache": "public", "X-Made": String(++made) } }),
  };
  const site = await stubSite({ routes: { "/slow": slow, "/kept": kept, "/mine": { loader: yours, action: yours } } });
  await site.get("/kept");
  const inHand = Array.from({ length: MOST_IN_HAND }, () => site.get("/slow"));
  onTestFinished(async () => {
    gate.resolve();
    await Promise.all(inHand);
  });
  while (begun < MOST_IN_HAND) await turn();
  return { ...site, inHand, release: gate.resolve };
}

const yours = () => Response.json("yours");

/** What this becomes while the server's time passes. */
async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  let isThere = false;
  void answer.then(() => {
    isThere = true;
  });
  while (!isThere) {
    await turn();
    vi.advanceTimersByTime(1);
  }
  return answer;
}

/** The how-manieth making of the kept page this is. */
function timeOf({ headers }: Awaited<ReturnType<StubSite["get"]>>) {
  return headers["x-made"];
}

/** Thirty readers at once; what the first of them is told. */
function firstOfCrowd({ get }: Pick<StubSite, "get">) {
  return Promise.race(Array.from({ length: 30 }, () => get("/mine", HTML)));
}

test("who would have to wait too long is asked to come again, in a plain page, and the others are served", async () => {
  const site = await fullSite();
  const { status, headers, text } = await inTime(firstOfCrowd(site));
  expect([status, headers["retry-after"], headers["content-type"]]).toEqual([503, "3", "text/html; charset=utf-8"]);
  expect(text).toContain("<h1>A moment, please</h1>");
  site.release();
  const statuses = (await Promise.all(site.inHand)).map((answer) => answer.status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await site.get("/mine")).status).toBe(200);
});

test("a change waits where a reader is turned away, and is done", async () => {
  const site = await fullSite();
  const booking = site.post("/mine", "name=Ada");
  expect((await inTime(firstOfCrowd(site))).status).toBe(503);
  site.release();
  expect((await booking).status).toBe(200);
});

test("a change that is turned away after all is told that nothing was done", async () => {
  const site = await fullSite();
  const answer = await inTime(site.post("/mine", "name=Ada"));
  expect([answer.status, answer.text]).toEqual([503, expect.stringContaining("Nothing was booked or changed")]);
});

test("in a crowd the page of the minute before is shown at once, and made anew when there is room", async () => {
  const site = await fullSite();
  const before = await site.get("/kept");
  await inTime(firstOfCrowd(site));
  site.world.clock.set(site.world.clock.now() + 60_000);
  // No time passes here: it waits for nobody.
  expect([timeOf(before), timeOf(await site.get("/kept"))]).toEqual(["1", "1"]);
  site.release();
  await expect.poll(async () => timeOf(await site.get("/kept")), { timeout: 10_000 }).toBe("2");
});

test("kept pages and health are answered whatever waits; the page of two minutes ago will do", async () => {
  const site = await fullSite();
  expect((await site.get("/healthz")).status).toBe(200);
  const page = await site.get("/kept");
  site.world.clock.set(site.world.clock.now() + 120_000);
  const later = await inTime(site.get("/kept"));
  expect([page.status, timeOf(page), later.status, timeOf(later)]).toEqual([200, "1", 200, "1"]);
});
