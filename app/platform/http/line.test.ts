import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { createLine, type Line } from "#app/platform/http/line.server.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  return () => vi.useRealTimers();
});

const stays = () => false;

function comes(line: Line, errand: { first?: boolean; isGone?: () => boolean } = {}) {
  const visitor = { state: "waits" as "waits" | "served" | "turned away", leave: () => {} };
  void line.enter({ first: false, isGone: stays, ...errand }).then((leave) => {
    visitor.state = leave ? "served" : "turned away";
    visitor.leave = leave ?? visitor.leave;
  });
  return visitor;
}

const statesOf = (visitors: { state: string }[]) => visitors.map(({ state }) => state);

/** So many visitors whose work never ends, all let in. */
async function inHand(line: Line, count: number) {
  const visitors = Array.from({ length: count }, () => comes(line));
  while (visitors.some(({ state }) => state === "waits")) await turn();
  await turns();
  return visitors;
}

/** As many turns of the loop as lie between two pieces of work, and some more. */
async function turns() {
  for (let count = 0; count < 20; count++) await turn();
}

test("nobody waits where nobody is before them", async () => {
  const line = createLine();
  const visitor = comes(line);
  await Promise.resolve();
  expect(visitor.state).toBe("served");
});

test("one piece of work is begun at a time, and newcomers come in before the next", async () => {
  const line = createLine();
  const two = [comes(line), comes(line)];
  await Promise.resolve();
  expect(statesOf(two)).toEqual(["served", "waits"]);
  await turns();
  expect(statesOf(two)).toEqual(["served", "served"]);
});

test("a change goes before a page that was asked for earlier", async () => {
  const line = createLine();
  const [busy] = await inHand(line, 100);
  const reader = comes(line);
  const booking = comes(line, { first: true });
  busy?.leave();
  await turns();
  expect(statesOf([reader, booking])).toEqual(["waits", "served"]);
});

test("a reader waits two seconds, a change five", async () => {
  const line = createLine();
  await inHand(line, 100);
  const both = [comes(line), comes(line, { first: true })];
  await vi.advanceTimersByTimeAsync(1_900);
  expect(statesOf(both)).toEqual(["waits", "waits"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(statesOf(both)).toEqual(["turned away", "waits"]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(statesOf(both)).toEqual(["turned away", "turned away"]);
});

test("where one waited in vain, the next readers are told sooner, until it has been calm for a while", async () => {
  const line = createLine();
  const [busy] = await inHand(line, 100);
  comes(line);
  await vi.advanceTimersByTimeAsync(2_100);
  const next = comes(line);
  await vi.advanceTimersByTimeAsync(300);
  expect(next.state).toBe("turned away");
  await vi.advanceTimersByTimeAsync(5_000);
  const later = comes(line);
  await vi.advanceTimersByTimeAsync(300);
  expect(later.state).toBe("waits");
  busy?.leave();
  await turns();
  expect(later.state).toBe("served");
});

test("a visitor who has left is not served, and is no sign of a crowd", async () => {
  const line = createLine();
  const [busy] = await inHand(line, 100);
  const gone = comes(line, { isGone: () => true });
  const next = comes(line);
  busy?.leave();
  await vi.advanceTimersByTimeAsync(300);
  expect(statesOf([gone, next])).toEqual(["turned away", "served"]);
  const after = comes(line);
  await vi.advanceTimersByTimeAsync(300);
  expect(after.state).toBe("waits");
});

test("beyond a thousand in line the next is told at once, a change is not", async () => {
  const line = createLine();
  await inHand(line, 100);
  const readers = Array.from({ length: 1_001 }, () => comes(line));
  const booking = comes(line, { first: true });
  await Promise.resolve();
  expect(statesOf([...readers.slice(-2), booking])).toEqual(["waits", "turned away", "waits"]);
});
