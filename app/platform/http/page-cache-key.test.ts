import { expect, test } from "vitest";
import { isKnown, pageCacheKey } from "#app/platform/http/page-cache-key.ts";

const anonymous = { method: "GET", pathAndQuery: "/services", cookie: null, authorization: null };
const at = { contentVersion: 7, now: 120_000 };

test("HEAD and GET share a page", () => {
  expect(pageCacheKey({ ...anonymous, method: "HEAD" }, at)).toBe(pageCacheKey(anonymous, at));
});

test("a page is another one after a change of content, and after the minute", () => {
  const key = pageCacheKey(anonymous, at);
  expect(pageCacheKey(anonymous, { ...at, now: 179_999 })).toBe(key);
  expect(pageCacheKey(anonymous, { ...at, now: 180_000 })).not.toBe(key);
  expect(pageCacheKey(anonymous, { ...at, contentVersion: 8 })).not.toBe(key);
});

test.each([
  ["a form", { method: "POST" }],
  ["a query", { pathAndQuery: "/services?utm=1" }],
  ["a session", { cookie: "a=1; better-auth.session_token=x" }],
  ["credentials", { authorization: "Bearer x" }],
])("nothing is kept with %s", (_, request) => {
  expect(pageCacheKey({ ...anonymous, ...request }, at)).toBeNull();
});

test.each([
  [null, false],
  ["", false],
  ["_ga=1; theme=dark", false],
  ["ly_flash=x", true],
  ["__Host-ly.session=x", true],
  ["__Secure-better-auth.session_token=x", true],
  ["theme=session", false],
])("cookies %j make a visitor known: %s", (cookie, known) => {
  expect(isKnown(cookie)).toBe(known);
});
