import { connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { createElement, Suspense } from "react";
import { Await, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type StubSite, stubSite } from "#tests/support/stub-site.ts";

const AT_ONCE = 64;
const WAITING = 256;
const HTML = { accept: "text/html" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return () => vi.useRealTimers();
});

/** As seen by the one proxy in front: each visitor at an address of their own, or all at one. */
const from = (address: number | string) => ({
  "x-forwarded-for": typeof address === "string" ? address : `10.0.${address >> 8}.${address & 255}`,
});

/** A site with as much in hand as it takes on, until `release`, for as many visitors. Its page `/kept` is kept. */
async function fullSite() {
  const requestChecks = Promise.withResolvers<void>();
  let begun = 0;
  const slow = {
    loader: () => {
      begun += 1;
      return requestChecks.promise.then(yours);
    },
  };
  let made = 0;
  const kept = {
    loader: () => Response.json("everybody's", { headers: { "X-Page-Cache": "public", "X-Made": String(++made) } }),
  };
  const routes = { "/slow": slow, "/kept": kept, "/mine": { loader: yours, action: yours } };
  const site = await stubSite({ config: { trustProxy: 1, metricsToken: "token" }, routes });
  await site.get("/kept");
  const inHand = Array.from({ length: AT_ONCE }, (_, at) => site.get("/slow", from(at)));
  onTestFinished(async () => {
    requestChecks.resolve();
    await Promise.all(inHand);
  });
  while (begun < AT_ONCE) await turn();
  return { ...site, inHand, release: requestChecks.resolve };
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
    vi.advanceTimersByTime(10);
  }
  return answer;
}

/** The how-manieth making of the kept page this is. */
function timeOf({ headers }: Awaited<ReturnType<StubSite["get"]>>) {
  return headers["x-made"];
}

/** More readers at once than may wait; what the first is told who is told anything. */
function crowd({ get }: Pick<StubSite, "get">) {
  return Promise.race(Array.from({ length: WAITING + 1 }, (_, at) => get("/mine", { ...HTML, ...from(1_000 + at) })));
}

test("who finds the queue full is asked to come again, in a plain page, and the others are served", async () => {
  const site = await fullSite();
  const { status, headers, text } = await crowd(site);
  expect([status, headers["retry-after"], headers["content-type"]]).toEqual([503, "3", "text/html; charset=utf-8"]);
  expect(text).toContain("<h1>Too busy right now</h1>");
  site.release();
  const statuses = (await Promise.all(site.inHand)).map((answer) => answer.status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await site.get("/mine")).status).toBe(200);
});

test("a change finds room where a reader is turned away, and is done", async () => {
  const site = await fullSite();
  expect((await crowd(site)).status).toBe(503);
  const booking = site.post("/mine", "name=Ada");
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
  await crowd(site);
  site.app.clock.set(site.app.clock.now() + 60_000);
  // No time passes here: it waits for nobody.
  expect(timeOf(await site.get("/kept"))).toBe(timeOf(before));
  site.release();
  vi.useRealTimers();
  await expect.poll(async () => timeOf(await site.get("/kept")), { timeout: 10_000 }).not.toBe(timeOf(before));
});

test("kept pages and health are answered whatever waits; the page of two minutes ago will do", async () => {
  const site = await fullSite();
  expect((await site.get("/healthz")).status).toBe(200);
  const page = await site.get("/kept");
  site.app.clock.set(site.app.clock.now() + 120_000);
  const later = await inTime(site.get("/kept"));
  expect([page.status, later.status, timeOf(later)]).toEqual([200, 200, timeOf(page)]);
});

test.each(["GET", "POST", "HEAD"])("twenty connections of one address at %s keep nobody else out", async (method) => {
  const requestChecks = Promise.withResolvers<void>();
  const held = () => requestChecks.promise.then(yours);
  const routes = { "/slow": { loader: held, action: held }, "/mine": { loader: yours, action: yours } };
  const site = await stubSite({ config: { trustProxy: 1 }, routes });
  const origin = site.app.config.publicUrl;
  const input = { method, headers: { ...from("203.0.113.7"), origin }, ...(method === "POST" ? { body: "a=1" } : {}) };
  const flood = Array.from({ length: 20 }, () => site.ask("/slow", input));
  for (let visitor = 0; visitor < 20; visitor++) expect((await site.get("/mine", from(visitor))).status).toBe(200);
  requestChecks.resolve();
  // Nor is the flood itself turned away while there is room.
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
});

/** How often each kind of request was answered with each status, and how many are being answered. */
async function countsOf({ get }: Pick<StubSite, "get">) {
  const { text } = await get("/metrics", { authorization: "Bearer token" });
  const answered = [...text.matchAll(/method="(\w+)",status="(\d+)"\} (\d+)/g)].map(([, ...kind]) => kind.join(" "));
  return { answered, open: Number(/http_requests_open (\d+)/.exec(text)?.[1]) };
}

test.each([
  ["while they wait", "GET", "\r\n"],
  ["in the middle of a form", "POST", "Origin: ORIGIN\r\nContent-Length: 9\r\n\r\na=1"],
])("who leaves %s is counted as gone, not as a fault of ours", async (_when, method, rest) => {
  const site = await fullSite();
  const socket = connect(site.port, "127.0.0.1");
  socket.write(`${method} /mine HTTP/1.1\r\nHost: x\r\n${rest.replace("ORIGIN", site.app.config.publicUrl)}`);
  // Those in hand, this one, and the question itself.
  while ((await countsOf(site)).open < AT_ONCE + 2) await turn();
  socket.destroy();
  while ((await countsOf(site)).open > AT_ONCE + 1) await turn();
  const { answered } = await countsOf(site);
  expect(answered).toContain(`${method} 499 1`);
  expect(answered.join()).not.toMatch(/ 50\d /);
});

test("who leaves in the middle of the work is counted as gone, too", async () => {
  const begun = Promise.withResolvers<void>();
  const loader = ({ request }: LoaderFunctionArgs) => {
    begun.resolve();
    return new Promise((_resolve, reject) => request.signal.addEventListener("abort", reject));
  };
  const site = await stubSite({ config: { metricsToken: "token" }, routes: { "/slow": { loader } } });
  const socket = connect(site.port, "127.0.0.1");
  socket.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  await begun.promise;
  socket.destroy();
  while ((await countsOf(site)).open > 1) await turn();
  const { answered } = await countsOf(site);
  expect([answered.includes("GET 499 1"), answered.join()]).toEqual([true, expect.not.stringMatching(/ 50\d /)]);
});

test("a page whose data does not come in time asks for patience: it is no fault of the code", async () => {
  // React's development build takes what is given up for a bug of its own.
  vi.spyOn(console, "error").mockImplementation(() => {});
  const loader = () => ({ never: new Promise<string>(() => {}) });
  const Waiting = () => {
    const { never } = useLoaderData<typeof loader>();
    return createElement(
      Suspense,
      { fallback: "Loading" },
      createElement(Await, { resolve: never, children: "it came" }),
    );
  };
  const site = await stubSite({ routes: { "/late": { loader, default: Waiting, isDrawn: true } } });
  const { status, headers, text } = await inTime(site.get("/late", HTML));
  expect([status, headers["retry-after"]]).toEqual([503, "3"]);
  expect(text).toContain("<h1>Too busy right now</h1>");
});
