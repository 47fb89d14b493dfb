import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { createLine, type Line } from "#app/platform/http/line.server.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  return () => vi.useRealTimers();
});

const stays = () => false;
const nobody = () => 0;

function comes(line: Line, errand: { first?: boolean; isGone?: () => boolean } = {}) {
  const visitor = { state: "waits" as "waits" | "served" | "turned away", leave: () => {} };
  void line.enter({ first: false, isGone: stays, ...errand }).then((leave) => {
    visitor.state = leave ? "served" : "turned away";
    visitor.leave = leave ?? visitor.leave;
  });
  return visitor;
}

/** Thirty readers at once. */
const crowd = (line: Line) => Array.from({ length: 30 }, () => comes(line));

const count = (visitors: { state: string }[], state: string) => visitors.filter((one) => one.state === state).length;

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
  const line = createLine(nobody);
  const visitor = comes(line);
  await Promise.resolve();
  expect(visitor.state).toBe("served");
});

test("one piece of work is begun at a time, and newcomers come in before the next", async () => {
  const line = createLine(nobody);
  const two = [comes(line), comes(line)];
  await Promise.resolve();
  expect(statesOf(two)).toEqual(["served", "waits"]);
  await turns();
  expect(statesOf(two)).toEqual(["served", "served"]);
});

test("while newcomers keep coming, each turn, they are let in before the next piece; once none comes, it is begun", async () => {
  let come = 0;
  const line = createLine(() => come);
  const two = [comes(line), comes(line)];
  for (let count = 0; count < 5; count++) {
    come += 1;
    await turn();
  }
  expect(statesOf(two)).toEqual(["served", "waits"]);
  await turn();
  await turn();
  await turn();
  expect(statesOf(two)).toEqual(["served", "served"]);
});

test("a change goes before a page that was asked for earlier", async () => {
  const line = createLine(nobody);
  const [busy] = await inHand(line, 100);
  const reader = comes(line);
  const booking = comes(line, { first: true });
  busy?.leave();
  await turns();
  expect(statesOf([reader, booking])).toEqual(["waits", "served"]);
});

test("in a crowd a reader waits two seconds, a change ten", async () => {
  const line = createLine(nobody);
  await inHand(line, 100);
  const readers = crowd(line);
  const change = comes(line, { first: true });
  await vi.advanceTimersByTimeAsync(1_900);
  expect(count(readers, "turned away")).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect([count(readers, "turned away"), change.state]).toEqual([6, "waits"]);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(change.state).toBe("turned away");
});

test("few wait as long as a change does: for them something is slow, and coming again would not help", async () => {
  const line = createLine(nobody);
  await inHand(line, 100);
  const readers = crowd(line).slice(6);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(count(readers, "waits")).toBe(24);
  await vi.advanceTimersByTimeAsync(200);
  expect(count(readers, "turned away")).toBe(24);
});

test("where some waited in vain, the next readers are told sooner, until it has been calm for a while", async () => {
  const line = createLine(nobody);
  const [busy] = await inHand(line, 100);
  const readers = crowd(line);
  await vi.advanceTimersByTimeAsync(2_100);
  let left = false;
  const more = Array.from({ length: 30 }, () => comes(line, { isGone: () => left }));
  await vi.advanceTimersByTimeAsync(300);
  // Those at the head have waited longest; what is left is no crowd.
  expect([count(readers, "waits"), count(more, "waits")]).toEqual([0, 24]);
  left = true;
  await vi.advanceTimersByTimeAsync(5_000);
  const later = crowd(line);
  await vi.advanceTimersByTimeAsync(300);
  expect(count(later, "waits")).toBe(30);
  busy?.leave();
  await turns();
  expect(count(later, "served")).toBe(1);
});

test("visitors who have left are not served, and are no sign of a crowd", async () => {
  const line = createLine(nobody);
  const [busy] = await inHand(line, 100);
  const gone = Array.from({ length: 30 }, () => comes(line, { isGone: () => true }));
  const next = comes(line);
  busy?.leave();
  await turns();
  expect([count(gone, "turned away"), next.state]).toEqual([30, "served"]);
  const after = crowd(line);
  await vi.advanceTimersByTimeAsync(300);
  expect(count(after, "waits")).toBe(30);
});

test("beyond a thousand in line the next is told at once, a change is not", async () => {
  const line = createLine(nobody);
  await inHand(line, 100);
  const readers = Array.from({ length: 1_001 }, () => comes(line));
  const booking = comes(line, { first: true });
  await Promise.resolve();
  expect(statesOf([...readers.slice(-2), booking])).toEqual(["waits", "turned away", "waits"]);
});
