import { expect, test } from "vitest";
import { shouldNotify } from "#app/adapters/adapter.ts";

const HOUR = 3_600_000;

test("a passing failure is told to nobody, a lasting one once a day, a lost key at once", () => {
  const failing = { state: "failing", since: 0, notifiedAt: null } as const;
  expect(shouldNotify(failing, HOUR / 4 - 1)).toBe(false);
  expect(shouldNotify(failing, HOUR / 4)).toBe(true);
  expect(shouldNotify({ ...failing, notifiedAt: HOUR }, 24 * HOUR)).toBe(false);
  expect(shouldNotify({ ...failing, notifiedAt: HOUR }, 25 * HOUR)).toBe(true);
  expect(shouldNotify({ ...failing, state: "revoked" }, 0)).toBe(true);
  expect(shouldNotify({ ...failing, state: "ok" }, 50 * HOUR)).toBe(false);
});
