import { expect, test } from "vitest";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";

test.each(["/a?b=c#d", "/a//b", "/my-appointment", "/book?service=deep-tissue-massage&day=2026-11-24"])(
  "keeps %s",
  (path) => {
    expect(safeRedirect(path, "/home")).toBe(path);
  },
);

test.each([
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "/\t/evil.example",
  "/./\\evil.example",
  " /evil.example",
  "https://evil.example",
  "http:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "",
  ["/a"],
  null,
  `/${"a".repeat(10_000)}`,
])("refuses %j", (path) => {
  expect(safeRedirect(path, "/home")).toBe("/home");
});
