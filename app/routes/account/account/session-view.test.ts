import { expect, test } from "vitest";
import { deviceInWords } from "#app/routes/account/account/session-view.ts";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19 Mobile Safari/604",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  ["curl/8.5", "An unknown device"],
  [null, "An unknown device"],
])("%s is %s", (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words);
});
