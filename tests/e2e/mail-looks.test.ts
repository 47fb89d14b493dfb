import { expect, test } from "vitest";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { MAIL_KINDS, mailOf } from "#tests/support/every-mail.ts";
import { demoApp } from "#tests/support/test-app.ts";

test.each(["light", "dark"] as const)("every mail fits a phone and can be read, %s", async (colorScheme) => {
  const page = await newPage("http://limber-yard.test", { colorScheme });
  for (const kind of MAIL_KINDS) {
    await page.setContent((await mailOf(await demoApp(), kind)).html);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBe(360);
    await expectNoViolations(page, [...COLOUR_RULES, "link-name"]);
  }
});
