import { expect, test } from "vitest";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();

test("on a phone, help is behind More, found by a word, and leads where it speaks of", async () => {
  const { page } = await adminPage(site, { viewport: { width: 360, height: 740 } });
  await page.goto("/admin");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("link", { name: "Help" }).filter({ visible: true }).click();
  await page.getByRole("heading", { level: 1, name: "Help" }).waitFor();
  await expectNoViolations(page);
  await page.getByRole("searchbox", { name: "What are you looking for?" }).fill("bank holiday");
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForURL("**q=bank+holiday");
  await page.getByText("Choose Close on bank holidays once: it covers the year ahead.").waitFor();
  expect(await page.getByText("A therapist is ill").count()).toBe(0);
  await page.getByRole("link", { name: "Hours" }).filter({ visible: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Hours" }).waitFor();
});

test("without a script the same search is a page", async () => {
  const { page } = await adminPage(site, { javaScriptEnabled: false });
  await page.goto("/admin/help?q=zebra");
  await page.getByText("No matches.").waitFor();
  await page.getByRole("link", { name: "Show everything" }).click();
  await page.getByText("From nothing to open").waitFor();
});

test("a picture shows the screen that an article speaks of, and opened articles are sound at every width", async () => {
  const { page } = await adminPage(site);
  await page.goto("/admin/help");
  await page.locator("details").evaluateAll((all) => {
    for (const one of all) (one as HTMLDetailsElement).open = true;
  });
  const pictures = page.getByRole("main").getByRole("img");
  expect(await pictures.count()).toBeGreaterThan(10);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(300);
  }
  for (const [index, width] of [320, 390, 768, 1440].entries()) {
    await page.emulateMedia({ colorScheme: index % 2 === 0 ? "dark" : "light" });
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
