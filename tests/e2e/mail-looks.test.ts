import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "vitest";
import { newPage } from "#tests/support/browser.ts";
import { MAIL_KINDS, mailOf } from "#tests/support/every-mail.ts";
import { demoWorld } from "#tests/support/world.ts";

test.each(["light", "dark"] as const)("every mail fits a phone and can be read, %s", async (colorScheme) => {
  const page = await newPage("http://limber-yard.test", { colorScheme });
  for (const kind of MAIL_KINDS) {
    await page.setContent((await mailOf(await demoWorld(), kind)).html);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBe(360);
    const { violations } = await new AxeBuilder({ page }).withRules(["color-contrast", "link-name"]).analyze();
    expect(
      violations.flatMap(({ nodes }) => nodes.map((node) => node.failureSummary)),
      kind,
    ).toEqual([]);
  }
});
