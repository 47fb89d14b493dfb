import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const MOVING = { viewport: { width: 1024, height: 800 }, reducedMotion: "no-preference", hasTouch: false } as const;

/** The released drawings that a page has asked for so far. */
function releasedOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes("-released-")) asked.push(pathname);
  });
  return asked;
}

function cardOf(page: Page, service: string) {
  return page.locator("article", { has: page.getByRole("heading", { name: service, exact: true }) });
}

function overlayOf(page: Page, service: string): Promise<string> {
  return cardOf(page, service)
    .locator(".plate-releases")
    .evaluate((plate) => getComputedStyle(plate, "::after").opacity);
}

test("a card's plate lets go while the pointer is on it, by one file that nothing asked for before", async () => {
  const page = await newPage(site.url, MOVING);
  const asked = releasedOf(page);
  await page.goto("/services", { waitUntil: "networkidle" });
  expect(asked).toEqual([]);
  expect(await overlayOf(page, "Deep Tissue Massage")).toBe("0");
  const answer = page.waitForResponse(/-released-/);
  await cardOf(page, "Deep Tissue Massage").hover();
  expect((await answer).status()).toBe(200);
  await expect.poll(() => overlayOf(page, "Deep Tissue Massage")).toBe("1");
  expect(asked).toEqual(["/art/deep-tissue-massage-released-light.svg"]);
  await page.mouse.move(0, 0);
  await expect.poll(() => overlayOf(page, "Deep Tissue Massage")).toBe("0");
});

test("so it does for the keyboard's focus, in the theme that was chosen", async () => {
  const page = await newPage(site.url, { ...MOVING, colorScheme: "dark" });
  const asked = releasedOf(page);
  await page.goto("/services", { waitUntil: "networkidle" });
  const link = cardOf(page, "Deep Tissue Massage").getByRole("link");
  await link.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect.poll(() => overlayOf(page, "Deep Tissue Massage")).toBe("1");
  await expect.poll(() => asked).toContain("/art/deep-tissue-massage-released-dark.svg");
  expect(asked.filter((path) => path.endsWith("-light.svg"))).toEqual([]);
});

test("with reduced motion nothing changes and nothing is fetched", async () => {
  const page = await newPage(site.url, { ...MOVING, reducedMotion: "reduce" });
  const asked = releasedOf(page);
  await page.goto("/services", { waitUntil: "networkidle" });
  const card = cardOf(page, "Deep Tissue Massage");
  await card.hover();
  await expect.poll(() => card.evaluate((element) => element.matches(":hover"))).toBe(true);
  await page.waitForLoadState("networkidle");
  expect(await cardOf(page, "Deep Tissue Massage").locator(".plate-releases").evaluate(contentOf)).toBe("none");
  expect(asked).toEqual([]);
});

function contentOf(plate: Element): string {
  return getComputedStyle(plate, "::after").content;
}
