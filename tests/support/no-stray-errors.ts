import { format } from "node:util";
import { afterEach, beforeEach, expect, vi } from "vitest";

let stray: string[] = [];

beforeEach(() => {
  stray = [];
  vi.spyOn(console, "error").mockImplementation((...words: unknown[]) => {
    stray.push(format(...words));
  });
});

// A test that means to cause one puts its own spy on console.error, and so sees what was said.
afterEach(() => {
  expect(stray, "console.error was called, and no test expected it").toEqual([]);
});
