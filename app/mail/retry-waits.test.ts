import { expect, test } from "vitest";
import { waitAfter } from "#app/mail/retry-waits.ts";

test("waits longer after each failure, two hours at most", () => {
  expect([1, 2, 3, 4].map((attempts) => waitAfter(attempts, 1))).toEqual([60_000, 120_000, 240_000, 480_000]);
  expect(waitAfter(12, 1)).toBe(7_200_000);
});

test("chance takes off a quarter at most", () => {
  expect(waitAfter(1, 0)).toBe(45_000);
});

test("gives up after about a day, not sooner", () => {
  let waited = 0;
  let attempts = 1;
  for (let wait = waitAfter(attempts, 1); wait !== null; wait = waitAfter(attempts, 1)) {
    waited += wait;
    attempts += 1;
  }
  expect(waited / 3_600_000).toBeGreaterThanOrEqual(24);
  expect(waited / 3_600_000).toBeLessThan(27);
});
