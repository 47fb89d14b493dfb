import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const DESK = { viewport: { width: 1024, height: 800 } };

function colourOf(page: Page, selector: string, property: "color" | "borderTopColor"): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element)[name], property);
}

test("who asks for more contrast gets ink for every text, hairline and edge, in both themes", async () => {
  const page = await newPage(site.url, DESK);
  await page.goto("/policies/privacy");
  for (const colorScheme of ["light", "dark"] as const) {
    const colours = async () => [
      await colourOf(page, "h1", "color"),
      await colourOf(page, "main header p", "color"),
      await colourOf(page, "footer", "borderTopColor"),
    ];
    const howMany = async () => new Set(await colours()).size;
    await page.emulateMedia({ colorScheme, contrast: "no-preference" });
    await expect.poll(howMany).toBe(3);
    await page.emulateMedia({ colorScheme, contrast: "more" });
    await expect.poll(howMany).toBe(1);
  }
});

test("on paper there is ink on white, in the dark too, and nothing to press", async () => {
  const page = await newPage(site.url, { ...DESK, colorScheme: "dark" });
  await page.goto("/faq");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    .toMatch(/^(oklch|oklab)\(1 0 0\)$/);
  expect(await page.getByRole("banner").getByRole("link").allTextContents()).toEqual(["Limber Yard"]);
  expect(await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Chat" }).count()).toBe(0);
  expect(await page.getByText("Underwear always stays on.").evaluate((answer) => answer.getClientRects().length)).toBe(
    1,
  );
});

test("in forced colours every button keeps an edge", async () => {
  const page = await newPage(site.url, DESK);
  await page.emulateMedia({ forcedColors: "active" });
  for (const path of ["/", "/contact", "/book"]) {
    await page.goto(path);
    const bare = await page.locator("a[class*=bg-]:not([href='#main']), button").evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility() && !/underline/.test(element.className))
        .filter((element) => getComputedStyle(element).borderTopWidth === "0px")
        .map((element) => element.outerHTML.slice(0, 100)),
    );
    expect(bare, path).toEqual([]);
  }
});
