import { expect, test } from "vitest";
import { findSettings } from "#app/routes/admin/settings/find-settings.ts";
import { SETTINGS_GROUPS, SETTINGS_PAGES } from "#app/routes/admin/settings/settings-pages.ts";

const titlesFor = (typed: string) => findSettings(SETTINGS_PAGES, typed).map(({ page }) => page.title);

test.each([
  ["refund", ["Payments", "Words"]],
  ["bank holiday", ["Hours"]],
  ["logo", ["Look"]],
  ["SMTP", ["Mail server"]],
  ["mail se", ["Mail server"]],
  ["instagram", ["Links"]],
  ["xyzzy", []],
])("%s finds the settings that people mean by it", (typed, titles) => {
  expect(titlesFor(typed)).toEqual(titles);
});

test("a word that the row does not show is named", () => {
  expect(findSettings(SETTINGS_PAGES, "refund").map(({ word }) => word)).toEqual(["refund", "refund"]);
  expect(findSettings(SETTINGS_PAGES, "logo").map(({ word }) => word)).toEqual([null]);
});

test("each group has a page, and no title stands twice", () => {
  for (const group of SETTINGS_GROUPS)
    expect(
      SETTINGS_PAGES.some((page) => page.group === group),
      group,
    ).toBe(true);
  expect(new Set(SETTINGS_PAGES.map(({ title }) => title)).size).toBe(SETTINGS_PAGES.length);
});
