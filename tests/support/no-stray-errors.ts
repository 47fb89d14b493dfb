import { format } from "node:util";
import { afterEach, beforeEach, expect, vi } from "vitest";

let stray: string[] = [];

beforeEach(() => {
  stray = [];
  vi.spyOn(console, "error").mockImplementation((...words: unknown[]) => {
    stray.push(format(...words));
  });
});

// A test that causes an error on purpose spies on console.error itself.
afterEach(() => {
  expect(stray, "console.error was called, and no test expected it").toEqual([]);
});
