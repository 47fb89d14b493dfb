import { expect, test } from "vitest";
import {
  copiedPath,
  copyAddress,
  copyUntil,
  filesOf,
  isInScope,
  markText,
  mayShow,
  meaningOf,
  readMark,
  SCOPES,
  viewOfflinePage,
} from "#app/offline/offline-pages.ts";

const TAKEN = Date.UTC(2027, 4, 4, 13, 2);
const HOUR = 3_600_000;
const mark = { owner: "a-sign-in", taken: TAKEN, until: TAKEN + 8 * HOUR, dayEnds: TAKEN + 10 * HOUR };

test.each([
  ["/my-appointment", "/my-appointment"],
  ["/my-appointment/", "/my-appointment"],
  ["/my-appointment.data", "/my-appointment"],
  ["/admin", "/admin"],
  ["/booking/a_secret-1", "/booking/a_secret-1"],
  ["/booking/a_secret-1.data", "/booking/a_secret-1"],
  ["/booking/a_secret-1/cancel", null],
  ["/booking/", null],
  ["/admin/clients", null],
  ["/appointments", null],
  ["/book", null],
  ["/", null],
])("%s has the copy of %s", (pathname, path) => {
  expect(copiedPath(pathname)).toBe(path);
});

test("no scope of the worker reaches a public page", () => {
  for (const path of [
    "/",
    "/book",
    "/book/scheduled",
    "/services/x",
    "/login",
    "/account",
    "/offline",
    "/policies/terms",
  ])
    expect(isInScope(path), path).toBe(false);
  for (const path of ["/my-appointment", "/booking/x", "/admin"]) {
    expect(isInScope(path)).toBe(true);
    expect(SCOPES.filter((scope) => copyAddress(path).startsWith(scope))).toHaveLength(1);
  }
});

test("the practice's copy lasts eight hours and no second day, a client's thirty days", () => {
  const taken = TAKEN;
  expect(copyUntil("/admin", { taken, dayEnds: taken + 10 * HOUR })).toBe(taken + 8 * HOUR);
  expect(copyUntil("/admin", { taken, dayEnds: taken + HOUR })).toBe(taken + HOUR);
  expect(copyUntil("/my-appointment", { taken, dayEnds: taken + HOUR })).toBe(taken + 30 * 24 * HOUR);
});

test("a copy is shown until its end, not after, and not by a clock that was set back", () => {
  const at = [0, 8 * HOUR - 1, 8 * HOUR, -2 * HOUR];
  expect(at.map((later) => mayShow(mark, TAKEN + later))).toEqual([true, true, false, false]);
});

test("a mark is read back whole or not at all", () => {
  expect(readMark(markText(mark))).toEqual(mark);
  for (const text of [null, "", "a-sign-in", "a-sign-in 1 2", "a-sign-in 1 2 x", "a sign-in 1 2 3", "1 2 3 4 5"])
    expect(readMark(text), String(text)).toBeNull();
});

const answer = { type: "basic", status: 200, owner: "one" } as const;

test.each([
  [answer, ["one"], "same"],
  [answer, [], "same"],
  [{ ...answer, owner: "two" }, ["one"], "another"],
  [{ ...answer, owner: "nobody" }, ["one"], "another"],
  [{ ...answer, owner: "one" }, ["one", "two"], "another"],
  [{ ...answer, type: "opaqueredirect", status: 0, owner: null }, ["one"], "another"],
  [{ ...answer, status: 403 }, ["one"], "another"],
  [{ ...answer, status: 404 }, ["one"], "gone"],
  [{ ...answer, status: 503, owner: null }, ["one"], "same"],
  [{ ...answer, status: 429, owner: null }, ["one"], "same"],
  // A hotel's own page.
  [{ ...answer, owner: null }, ["one"], "same"],
] as const)("%o beside the copies of %o: %s", (given, known, meaning) => {
  expect(meaningOf(given, known)).toBe(meaning);
});

test("the files of a page are those of the release and the practice's look, each once", () => {
  const html = `<link href="/assets/a.css"><link href="/assets/a.css"><script src="/assets/b.js"></script>
    <img src="/media/x.800.png"><link href="/site.webmanifest"><a href="/about"><a href="https://else.example/assets/c.js">`;
  expect(filesOf(html)).toEqual(["/assets/a.css", "/assets/b.js", "/media/x.800.png"]);
});

test("the age is a time on the day of the copy, and says the day later", () => {
  const html = `As of <time dateTime="x" data-short="14:02">Tuesday 4 May 2027, 14:02</time>, you’re offline.`;
  expect(viewOfflinePage(html, mark, TAKEN + HOUR)).toContain(">14:02</time>, you’re offline.");
  expect(viewOfflinePage(html, mark, TAKEN + 10 * HOUR)).toBe(html);
});
