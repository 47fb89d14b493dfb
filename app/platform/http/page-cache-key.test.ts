import { expect, test } from "vitest";
import { isKnown, mayBeCached, mayBeRepeated, pageStamp, writtenStamp } from "#app/platform/http/page-cache-key.ts";

function asked({ method = "GET", path = "/services", headers = {} }: PageQuery = {}) {
  return { request: new Request("https://ours.example/services", { method, headers }), pathAndQuery: path };
}
type PageQuery = { method?: string; path?: string; headers?: Record<string, string> };

test("a visitor whom nothing tells from another gets the page that is kept, by GET and by HEAD", () => {
  expect([asked(), asked({ method: "HEAD" })].map(mayBeCached)).toEqual([true, true]);
});

test("a page is another one after a change of content, and after the minute", () => {
  const stamp = pageStamp(7, 120_000);
  expect(pageStamp(7, 179_999)).toEqual(stamp);
  expect(pageStamp(7, 180_000)).not.toEqual(stamp);
  expect(pageStamp(8, 120_000)).not.toEqual(stamp);
});

test.each([
  ["a form", { method: "POST" }],
  ["a query", { path: "/services?utm=1" }],
  ["a session", { headers: { cookie: "a=1; better-auth.session_token=x" } }],
  ["credentials", { headers: { authorization: "Bearer x" } }],
])("nothing is kept with %s", (_, request) => {
  expect(mayBeCached(asked(request))).toBe(false);
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

test.each([
  ["/api/availability?from=2027-05-05", {}, true],
  ["/api/availability?from=2027-05-05", { headers: { cookie: "__Host-session=1" } }, true],
  ["/api/availability?from=2027-05-05", { headers: { authorization: "Bearer x" } }, false],
  ["/api/availability?from=2027-05-05", { method: "HEAD" }, false],
  ["/api/availability", {}, false],
  ["/book?service=x", {}, false],
])("what nothing of a visitor reaches may be repeated: %s %o: %s", (path, inputs, may) => {
  expect(mayBeRepeated(asked({ path, ...inputs }))).toBe(may);
});

test("what is repeated is another after something was written, and after the minute that a notice counts", () => {
  expect(writtenStamp(7, 120_000)).not.toBe(writtenStamp(8, 120_000));
  expect(writtenStamp(7, 120_000)).not.toBe(writtenStamp(7, 120_001));
  expect(writtenStamp(7, 120_001)).toBe(writtenStamp(7, 180_000));
});
