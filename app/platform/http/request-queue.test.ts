import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { createRequestQueue, type RequestKind, type RequestQueue } from "#app/platform/http/request-queue.server.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  return () => vi.useRealTimers();
});

type Asks = { kind?: RequestKind; address?: string; signal?: AbortSignal };

let log: string[] = [];

function comes(queue: RequestQueue, { kind = "page", address = "one", signal }: Asks = {}) {
  const visitor = { kind, address, state: "waits" as "waits" | "served" | "turned away", leave: () => {} };
  void queue.enter({ kind, address, signal: signal ?? null }).then((leave) => {
    visitor.state = leave ? "served" : "turned away";
    visitor.leave = leave ?? visitor.leave;
    if (leave) log.push(kind === "page" ? address : kind);
  });
  return visitor;
}

const many = (count: number, queue: RequestQueue, asks: Asks) =>
  Array.from({ length: count }, () => comes(queue, asks));
const count = (visitors: { state: string }[], state: string) => visitors.filter((one) => one.state === state).length;

/** The turns of the loop between two starts, and some more. */
async function turns(starts = 1) {
  for (let count = 0; count < starts * 12; count++) await turn();
}

/** Ends each request as soon as it starts; the addresses of the pages, and the kinds of the rest, in order. */
async function order(visitors: ReturnType<typeof comes>[]) {
  log = [];
  const isOpen = () => visitors.some(({ state }) => state === "waits");
  for (const one of visitors) if (one.state === "served") one.leave();
  while (isOpen()) {
    await turn();
    for (const one of visitors) {
      if (one.state !== "served") continue;
      one.leave();
      one.leave = () => {};
    }
  }
  return log;
}

test("nobody waits where nobody is before them", async () => {
  const visitor = comes(createRequestQueue());
  await Promise.resolve();
  expect(visitor.state).toBe("served");
});

test("one piece of work is begun at a time, and newcomers come in before the next", async () => {
  const queue = createRequestQueue();
  const two = many(2, queue, {});
  await Promise.resolve();
  expect(two.map(({ state }) => state)).toEqual(["served", "waits"]);
  await turns();
  expect(two.map(({ state }) => state)).toEqual(["served", "served"]);
});

test("addresses take turns: who asks twenty times is served once, then somebody else", async () => {
  const queue = createRequestQueue();
  const flood = many(20, queue, { address: "flood" });
  const others = [comes(queue, { address: "a" }), comes(queue, { address: "b" })];
  const served = await order([...flood, ...others]);
  expect(served.slice(0, 4)).toEqual(["flood", "a", "b", "flood"]);
  expect(served).toHaveLength(22);
});

test("one address has so many in hand, the rest of the places stay free for others", async () => {
  const queue = createRequestQueue({ atOnce: 4, perAddress: 2 });
  const flood = many(10, queue, { address: "flood" });
  await turns(10);
  expect(count(flood, "served")).toBe(2);
  const other = comes(queue, { address: "other" });
  await turns();
  expect(other.state).toBe("served");
  flood[0]?.leave();
  await turns();
  expect(count(flood, "served")).toBe(3);
});

test("all together have so many in hand", async () => {
  const queue = createRequestQueue({ atOnce: 2, perAddress: 2 });
  const visitors = ["a", "b", "c"].map((address) => comes(queue, { address }));
  await turns(5);
  expect(count(visitors, "served")).toBe(2);
});

test("kinds are served by their shares, none before all of another", async () => {
  const queue = createRequestQueue();
  const kinds = ["file", "page", "form", "booking"] as const;
  const visitors = kinds.flatMap((kind) =>
    Array.from({ length: 40 }, (_, at) => comes(queue, { kind, address: `${kind} ${at}` })),
  );
  const first = (await order(visitors)).slice(0, 48).map((one) => one.split(" ")[0]);
  const share = (kind: RequestKind) => first.filter((one) => one === kind).length;
  // The first started before the others came.
  expect(kinds.map(share)).toEqual([5, 4, 8, 31]);
});

test("a kind that comes late has saved nothing up", async () => {
  const queue = createRequestQueue();
  const pages = Array.from({ length: 60 }, (_, at) => comes(queue, { address: `reader ${at}` }));
  while (count(pages, "served") < 20) {
    await turn();
    for (const one of pages) one.leave();
  }
  const files = Array.from({ length: 20 }, (_, at) => comes(queue, { kind: "file", address: `viewer ${at}` }));
  const next = (await order([...pages, ...files])).slice(0, 20);
  expect(next.filter((one) => one === "file")).toHaveLength(10);
});

test("when the queue is full, the newest of who asks most is told at once, and nobody else", async () => {
  const queue = createRequestQueue({ atOnce: 1, mostWaiting: 10 });
  const busy = comes(queue, { address: "busy" });
  const others = ["a", "b", "c"].map((address) => comes(queue, { address }));
  const flood = many(10, queue, { address: "flood" });
  const booking = comes(queue, { kind: "booking", address: "d" });
  await turn();
  expect([busy.state, count(others, "waits"), count(flood, "turned away"), booking.state]).toEqual([
    "served",
    3,
    4,
    "waits",
  ]);
  expect(flood.at(-1)?.state).toBe("turned away");
  expect(flood[0]?.state).toBe("waits");
});

test("from as many addresses as requests, the kind with the most for its share goes", async () => {
  const queue = createRequestQueue({ atOnce: 1, mostWaiting: 10 });
  comes(queue, { address: "busy" });
  const bookings = Array.from({ length: 5 }, (_, at) => comes(queue, { kind: "booking", address: `b${at}` }));
  const pages = Array.from({ length: 8 }, (_, at) => comes(queue, { address: `p${at}` }));
  await turn();
  expect([count(bookings, "waits"), count(pages, "waits")]).toEqual([5, 5]);
});

test("where few wait something is slow: they wait, and not for ever", async () => {
  const queue = createRequestQueue({ atOnce: 1 });
  comes(queue, { address: "busy" });
  const visitors = many(15, queue, {});
  await vi.advanceTimersByTimeAsync(9_900);
  expect(count(visitors, "waits")).toBe(15);
  await vi.advanceTimersByTimeAsync(200);
  expect(count(visitors, "turned away")).toBe(15);
});

test("in a crowd a reader is told after two seconds, a booking waits", async () => {
  const queue = createRequestQueue({ atOnce: 2, perAddress: 1 });
  const busy = ["a", "b"].map((address) => comes(queue, { address }));
  await turns();
  const [readers, booking] = [many(30, queue, {}), comes(queue, { kind: "booking" })];
  await vi.advanceTimersByTimeAsync(1_900);
  busy[0]?.leave();
  await turns();
  expect([count(readers, "turned away"), count(readers, "served"), booking.state]).toEqual([0, 1, "waits"]);
  await vi.advanceTimersByTimeAsync(200);
  busy[1]?.leave();
  await turns();
  // Those that are left are no overload.
  expect([count(readers, "turned away"), count(readers, "waits"), booking.state]).toEqual([15, 14, "waits"]);
  readers[0]?.leave();
  await turns();
  expect(booking.state).toBe("served");
});

test("who has left is not served, and makes room", async () => {
  const queue = createRequestQueue({ atOnce: 1, mostWaiting: 2 });
  const busy = comes(queue, { address: "busy" });
  const leaving = new AbortController();
  const gone = comes(queue, { signal: leaving.signal });
  leaving.abort();
  const [next, after] = [comes(queue), comes(queue)];
  await turn();
  expect([gone.state, next.state, after.state]).toEqual(["turned away", "waits", "waits"]);
  busy.leave();
  await turns();
  expect(next.state).toBe("served");
  expect(comes(queue, { signal: leaving.signal }).state).toBe("waits");
});

test("so many waiting are a crowd", async () => {
  const queue = createRequestQueue({ atOnce: 1 });
  many(16, queue, {});
  expect(queue.isCrowded()).toBe(false);
  comes(queue);
  expect(queue.isCrowded()).toBe(true);
});
