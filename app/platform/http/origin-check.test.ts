import { expect, test } from "vitest";
import { comesFromOurPages, isSessionless } from "#app/platform/http/origin-check.ts";

const ownOrigin = "https://limber.example";
const post = { method: "POST", path: "/book", fetchSite: null, origin: null, ownOrigin };

test.each([
  ["a GET from anywhere", { method: "GET", fetchSite: "cross-site" }, true],
  ["a form of ours, says the browser", { fetchSite: "same-origin" }, true],
  [
    "a form of ours under another of this machine's names",
    { fetchSite: "same-origin", origin: "http://127.0.0.1:3000" },
    true,
  ],
  ["something the visitor started", { fetchSite: "none" }, true],
  ["another site", { fetchSite: "cross-site", origin: "https://evil.example" }, false],
  ["a sister domain", { fetchSite: "same-site", origin: "https://blog.limber.example" }, false],
  ["another site that shows our origin", { fetchSite: "cross-site", origin: ownOrigin }, false],
  ["an old browser on our page", { origin: ownOrigin }, true],
  ["an old browser on another page", { origin: "https://evil.example" }, false],
  ["our name without TLS", { origin: "http://limber.example" }, false],
  ["a sandboxed frame", { origin: "null" }, false],
  ["neither header", {}, false],
  ["the JSON API, which reads no cookie", { path: "/api/appointments" }, true],
  ["another method there", { method: "DELETE", path: "/api/appointments" }, false],
  ["a path that only begins like it", { path: "/api/appointments/x" }, false],
])("%s", (_, request, allowed) => {
  expect(comesFromOurPages({ ...post, ...request })).toBe(allowed);
});

test.each([
  ["/api/availability", true],
  ["/API/Availability", true],
  ["/%61pi/availability", true],
  ["/api/services.data", true],
  ["/media/a-640.webp", true],
  ["/calendar/secret.ics", true],
  ["/sitemap.xml", true],
  ["/sitemap.xml/", true],
  ["/speculation-rules.json.data", true],
  ["/healthz", true],
  ["/metrics", true],
  ["/", false],
  ["/book", false],
  ["/account", false],
  ["/admin/media", false],
  ["/login/google/callback", false],
  ["/apiary", false],
  ["/%zz", false],
])("%s answers everybody the same: %s", (path, sessionless) => {
  expect(isSessionless(path)).toBe(sessionless);
});
