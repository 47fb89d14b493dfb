import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { localDateOf } from "#app/platform/date-time.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { NOWHERE_SAYS_SO, PUBLIC_PAGES } from "#tests/support/public-pages.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();
const DESK = { width: 1440, height: 900 };

const visitor = { expectedErrors: NOWHERE_SAYS_SO };

async function menuIsOpen(page: Page): Promise<boolean> {
  return page.locator("#menu").evaluate((menu) => menu.matches(":popover-open"));
}

test("the row of links leads where the specification says, and names the page that is open", async () => {
  const page = await newPage(site.url, { viewport: DESK });
  await page.goto("/about");
  const nav = page.getByRole("navigation", { name: "Main" });
  const links = {
    Home: "/",
    About: "/about",
    Services: "/services",
    Contact: "/contact",
    "My Appointments": "/my-appointment",
    "Sign In": "/login",
  };
  for (const [name, address] of Object.entries(links)) {
    expect(await nav.getByRole("link", { name, exact: true }).getAttribute("href")).toBe(address);
  }
  expect(await nav.locator("[aria-current=page]").allTextContents()).toEqual(["About"]);
  expect(await nav.getByRole("link", { name: "Admin" }).count()).toBe(0);
  expect(await page.getByRole("banner").getByRole("link", { name: "Limber Yard" }).getAttribute("href")).toBe("/");
});

test("below 768 px a button opens the links; the focus goes in, stays in, and comes back", async () => {
  const page = await newPage(site.url, { viewport: { width: 767, height: 800 } });
  await page.goto("/");
  const button = page.getByRole("button", { name: "Menu", exact: true });
  expect(await page.getByRole("link", { name: "About", exact: true }).isVisible()).toBe(false);
  await button.press("Enter");
  const close = page.getByRole("button", { name: "Close menu" });
  await expect.poll(() => close.evaluate((element) => element === document.activeElement)).toBe(true);
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press("Tab");
    const where = await page.evaluate(() => document.activeElement?.closest("#menu, main, footer, .chat-pill")?.id);
    expect(["menu", undefined]).toContain(where);
  }
  await page.keyboard.press("Escape");
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await menuIsOpen(page)).toBe(false);
  expect(await page.locator("[inert]").count()).toBe(0);
});

test.each([true, false])("a phone's sheet carries booking, the number and the hours (script: %s)", async (script) => {
  const page = await newPage(site.url, { javaScriptEnabled: script, viewport: { width: 360, height: 740 } });
  await page.goto("/about");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const sheet = page.getByRole("navigation", { name: "Main" });
  expect(await sheet.getByRole("link", { name: "Call 01632 960 417" }).getAttribute("href")).toBe("tel:+441632960417");
  const hours = ["9:00 AM to 5:00 PM", "10:00 AM to 5:00 PM", "Closed"];
  expect(await sheet.getByRole("definition").allTextContents()).toEqual(hours);
  expect(await sheet.getByRole("link", { name: "Questions" }).getAttribute("href")).toBe("/faq");
  if (script) await expectNoViolations(page);
  await sheet.getByRole("link", { name: "Book now" }).click();
  await page.waitForURL("**/book");
});

test("from 768 px there is no button, and a sheet that is open closes when the window widens", async () => {
  const page = await newPage(site.url, { viewport: { width: 767, height: 800 } });
  await page.goto("/");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect.poll(() => menuIsOpen(page)).toBe(true);
  await page.setViewportSize({ width: 768, height: 800 });
  await expect.poll(() => menuIsOpen(page)).toBe(false);
  expect(await page.getByRole("button", { name: "Menu", exact: true }).count()).toBe(0);
  await page.getByRole("link", { name: "About", exact: true }).click();
  await page.waitForURL("**/about");
});

test("an admin's links stand in one row from 768 px on, nothing wraps or leaves the screen", async () => {
  const { page } = await adminPage(site, { viewport: { width: 768, height: 800 } });
  await page.goto("/");
  for (const width of [768, 820, 900, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const nav = page.getByRole("navigation", { name: "Main" });
    expect(await nav.getByRole("link", { name: "Admin", exact: true }).getAttribute("href")).toBe("/admin");
    const boxes = await page.evaluate(() =>
      [...document.querySelectorAll("header :is(a, button)")]
        .filter((control) => control.checkVisibility())
        .map((control) => control.getBoundingClientRect())
        .map(({ top, height, right, left }) => ({ middle: top + height / 2, right, left })),
    );
    expect(new Set(boxes.map(({ middle }) => Math.round(middle))).size, `${width} px`).toBe(1);
    expect(Math.max(...boxes.map(({ right }) => right)), `${width} px`).toBeLessThanOrEqual(width);
    const sorted = boxes.sort((one, other) => one.left - other.left);
    expect(
      sorted.every((box, at) => at === 0 || box.left >= (sorted[at - 1]?.right ?? 0)),
      `${width} px`,
    ).toBe(true);
  }
  await page.getByRole("button", { name: "Log Out" }).click();
  await page.waitForURL("**/login");
});

test("without a script the menu opens and its links lead on", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false });
  await page.goto("/");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" }).click();
  await page.waitForURL("**/about");
});

test("the header's Book now fills when the page's own has gone, and not before", async () => {
  const page = await newPage(site.url, { viewport: DESK });
  await page.goto("/");
  const bookNow = page.getByRole("banner").getByRole("link", { name: "Book now" });
  const isOutlined = () => bookNow.evaluate((element) => /[,/] 0\)$/.test(getComputedStyle(element).backgroundColor));
  expect(await isOutlined()).toBe(true);
  await page.getByRole("heading", { name: "What We Do" }).evaluate((heading) => heading.scrollIntoView());
  await expect.poll(isOutlined).toBe(false);
  expect(await bookNow.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
});

test.each(PUBLIC_PAGES)("%s ends with the practice's details, its links, and the year", async (path) => {
  const page = await newPage(site.url, visitor);
  await page.goto(path);
  const footer = page.getByRole("contentinfo");
  await footer.getByText("offers tailored treatments to help you recover, relax and stay active").waitFor();
  await footer.getByText("delivered by experienced therapists").waitFor();
  const contact = footer.getByRole("region", { name: "Contact Us" });
  expect(await contact.getByRole("link", { name: "01632 960 417" }).getAttribute("href")).toBe("tel:+441632960417");
  expect(await contact.getByRole("link", { name: "hello@" }).getAttribute("href")).toMatch(/^mailto:hello@/);
  expect(await contact.getByText("Larchgate Industrial Estate").count()).toBe(1);
  const social = footer.getByRole("region", { name: "Follow Us" }).getByRole("link", { name: "opens in a new tab" });
  expect(await social.evaluateAll((links) => links.map((link) => link.getAttribute("target")))).toEqual(
    Array(3).fill("_blank"),
  );
  const year = localDateOf((await appBeside(site, site.dataDir)).clock.now(), "Europe/London").slice(0, 4);
  expect(await footer.locator("p").last().textContent()).toBe(`© ${year} Limber Yard. All rights reserved.`);
});

test("a save that is refused does not say any more that the one before was saved", async () => {
  const { page } = await adminPage(site, { viewport: DESK, expectedErrors: [/status of 422/] });
  await page.goto("/admin/settings/business");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("There is a problem").waitFor();
  await expect.poll(() => page.getByText("Saved.", { exact: true }).count()).toBe(0);
});
