import { expect, test } from "vitest";
import { localeOf } from "#app/platform/http/locale.server.ts";

test.each([
  [null, "en-GB"],
  ["", "en-GB"],
  ["*", "en-GB"],
  ["de-CH,de;q=0.9,en;q=0.8", "de-CH"],
  ["en;q=0.5, fr;q=0.9", "fr"],
  ["fr;q=0, en-AU", "en-AU"],
  ["fr;q=0.2,de;q=0.2,en;q=0.1", "fr"],
  ["nl;q=0.000, sv; q=0.4", "sv"],
  ["<script>, ne-NP;q=0.1", "ne-NP"],
  ["xx-invented-language-that-is-none", "en-GB"],
])("Accept-Language %j gives %s", (header, locale) => {
  expect(localeOf(header)).toBe(locale);
});
