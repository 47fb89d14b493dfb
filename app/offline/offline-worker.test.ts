import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { COPY_HEADER, markText, OWNER_HEADER } from "#app/offline/offline-pages.ts";
import { answerOffline, type WorkerScope } from "#app/offline/offline-worker.ts";

const SITE = "https://practice.example";
const NOW = Math.floor(performance.timeOrigin + performance.now());
const mark = { owner: "one", taken: NOW, until: NOW + 3_600_000, dayEnds: NOW + 3_600_000 };

type Handler = (event: object) => void;
const handlers = new Map<string, Handler>();
const stores = new Map<string, Map<string, Response>>();
const done: string[] = [];
let network: (request: Request) => Promise<Response>;
let isOnline: boolean;

const pathOf = (key: string | Request) => new URL(typeof key === "string" ? key : key.url, SITE).pathname;
const cachesOf = {
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  open: async (name: string) => ({ delete: async (path: string) => stores.get(name)?.delete(path) ?? false }),
  match: async (key: string) =>
    [...stores.values()].map((store) => store.get(pathOf(key))?.clone()).find((found) => found !== undefined),
};

const scope = {
  location: { origin: SITE },
  addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
  skipWaiting: async () => done.push("skipped waiting"),
  clients: {
    claim: () => {
      done.push("claimed");
      // A page that is still coming in may make it wait.
      return new Promise(() => {});
    },
  },
};

beforeAll(() => {
  vi.stubGlobal("caches", cachesOf);
  vi.stubGlobal("fetch", (request: Request) => network(request));
  vi.stubGlobal("navigator", {
    get onLine() {
      return isOnline;
    },
  });
  answerOffline(scope as unknown as WorkerScope);
});

afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  stores.clear();
  done.length = 0;
  isOnline = true;
  network = async () => {
    throw new TypeError("Failed to fetch");
  };
});

function store(path: string, text: string, marked = mark): void {
  const inCache = stores.get("offline-1-one") ?? new Map<string, Response>();
  stores.set("offline-1-one", inCache.set(path, new Response(text, { headers: { [COPY_HEADER]: markText(marked) } })));
}

/** What the worker answers; null where it leaves the request alone. */
async function asked(path: string, { method = "GET", mode = "navigate", destination = "document" } = {}) {
  let answer: Promise<Response> | null = null;
  const request = { url: new URL(path, SITE).href, method, mode, destination };
  handlers.get("fetch")?.({ request, respondWith: (given: Promise<Response>) => (answer = given) });
  return answer as Promise<Response> | null;
}

async function happens(type: string): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  handlers.get(type)?.({ waitUntil: (given: Promise<unknown>) => (work = given) });
  await work;
}

const online = (status: number, owner: string | null) => async () =>
  new Response("from the site", { status, headers: owner ? { [OWNER_HEADER]: owner } : {} });

test("a new release takes over at once, keeps copies and removes what another format stored", async () => {
  store("/my-appointment", "a copy");
  stores.set("offline-0-one", new Map()).set("of-somebody-else", new Map());
  await happens("install");
  await happens("activate");
  expect(done).toEqual(["skipped waiting", "claimed"]);
  expect([...stores.keys()]).toEqual(["offline-1-one", "of-somebody-else"]);
});

test("the network comes first, then the copy; a fault of the site is shown as it is", async () => {
  store("/my-appointment", "a copy");
  expect(await (await asked("/my-appointment"))?.text()).toBe("a copy");
  network = online(200, "one");
  expect(await (await asked("/my-appointment"))?.text()).toBe("from the site");
  network = online(503, null);
  expect((await asked("/my-appointment"))?.status).toBe(503);
  expect(stores.get("offline-1-one")?.has("/my-appointment")).toBe(true);
});

test("with a copy nobody waits longer than twelve seconds for a network that says nothing; without one they do", async () => {
  store("/my-appointment", "a copy");
  network = () => new Promise(() => {});
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  const shown: string[] = [];
  const ask = async (path: string) => shown.push((await (await asked(path))?.text()) ?? "");
  ask("/my-appointment");
  ask("/booking/x");
  await vi.advanceTimersByTimeAsync(11_999);
  expect(shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown).toEqual(["a copy"]);
});

test("what has no copy, or one that is over, gets the page that says so", async () => {
  store("/offline", "you are offline");
  store("/admin", "yesterday", { ...mark, until: NOW - 1 });
  for (const path of ["/admin", "/admin/clients", "/booking/x", "/booking/x/cancel"]) {
    const answer = await asked(path);
    expect([answer?.status, await answer?.text()], path).toEqual([503, "you are offline"]);
  }
});

test("another owner, and a page that is closed now, remove all; a page that is gone removes its own", async () => {
  const fill = () => {
    store("/my-appointment", "mine");
    store("/booking/x", "mine, too");
  };
  for (const [status, owner] of [
    [200, "two"],
    [403, "one"],
  ] as const) {
    fill();
    network = online(status, owner);
    await (await asked("/my-appointment"))?.text();
    expect([...stores.keys()], owner).toEqual([]);
  }
  fill();
  network = online(404, "one");
  await (await asked("/booking/x"))?.text();
  expect([...(stores.get("offline-1-one")?.keys() ?? [])]).toEqual(["/my-appointment"]);
});

test("forms, data and every other page are left alone; a form without a network is refused", async () => {
  store("/offline", "you are offline");
  const form = { method: "POST" };
  for (const path of ["/", "/book", "/login", "/appointments"]) expect(await asked(path), path).toBeNull();
  expect(await asked("/my-appointment", form)).toBeNull();
  expect(await asked("/my-appointment.data", { mode: "cors", destination: "" })).toBeNull();
  expect(await asked("https://else.example/my-appointment")).toBeNull();
  isOnline = false;
  expect((await asked("/booking/x/cancel", form))?.status).toBe(503);
  expect(await asked("/book", form)).toBeNull();
});
