import { expect, test } from "vitest";
import { isSessionless } from "#app/platform/http/sessionless-path.ts";

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
