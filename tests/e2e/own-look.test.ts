import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setLogo } from "#app/settings/set-pictures.server.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { saveFacts } from "#tests/support/ferrier.ts";
import { practice } from "#tests/support/practice.ts";
import { NOWHERE_SAYS_SO, PUBLIC_PAGES } from "#tests/support/public-pages.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";
import { fileOf } from "#tests/support/uploaded.ts";

const site = sharedSite();
const LONG = "Ferrier Sports Therapy & Rehabilitation Clinic";
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 60"><path d="M0 0h300v60z"/></svg>`;
const WIDTHS = [320, 390, 768, 1024, 1440];
// A page that was served before is renewed within a second, and later on a slow machine.
const RENEWED = { timeout: 20_000 };

const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent").trim());
const typefacesOf = (page: Page) =>
  page.evaluate(() => {
    const files = performance.getEntriesByType("resource").map(({ name }) => /(\w[\w-]*)-[\w-]{8}\.woff2/.exec(name));
    return files.flatMap((file) => file?.[1] ?? []).sort();
  });

/** What is wrong with the header of this page, or the bar in its place, and whether it is wider than the screen. */
function wrongIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wrong: string[] = [];
    const sticksOut = (one: Element) => one.getBoundingClientRect().right > innerWidth;
    if (document.documentElement.scrollWidth > innerWidth) {
      const out = [...document.querySelectorAll("body *")].filter(sticksOut);
      wrong.push(`wider than the screen: ${out.map((one) => one.outerHTML.slice(0, 60))}`);
    }
    const header = document.querySelector(".site-header") as HTMLElement;
    const name = header.querySelector("a span:not(.sr-only)");
    if (name && name.scrollHeight > name.clientHeight + 1 && name.clientHeight > 1) wrong.push("the name is cut");
    const menu = header.querySelector("button[popovertarget]") as HTMLElement;
    const ofHeader = [header.querySelector(".header-book") as HTMLElement, ...(innerWidth < 768 ? [menu] : [])];
    const ofBar = [...document.querySelectorAll<HTMLElement>("[data-admin] h1, :has(> div > h1) a[aria-label]")];
    const hasHeader = header.checkVisibility();
    if (!hasHeader && !ofBar.some(({ ariaLabel }) => ariaLabel === "Add Appointment")) wrong.push("no way to add");
    for (const control of hasHeader ? ofHeader : ofBar.filter((one) => one.checkVisibility())) {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (left < 0 || right > innerWidth || !control.contains(at)) wrong.push(`${control.textContent} is not there`);
    }
    const links = innerWidth < 768 ? [] : [...header.querySelectorAll("a, button")].filter(sticksOut);
    return [...wrong, ...links.map(({ textContent }) => `${textContent} sticks out`)];
  });
}

async function expectFits(page: Page, path: string, widths = WIDTHS): Promise<void> {
  await page.goto(path);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => wrongIn(page), { message: `${path} at ${width} px` }).toEqual([]);
  }
}

test("without a script an owner sees a look in both themes before it is saved; then visitors have it, and no other file", async () => {
  const { page } = await adminPage(site, { viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  await page.goto("/admin/settings/look");
  await page.getByLabel("Teal").check();
  await page.getByLabel("Fraunces").check();
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview: not saved yet" });
  await preview.waitFor();
  const grounds = await preview
    .locator("[data-theme]")
    .evaluateAll((boxes) =>
      boxes.map((box) => [box.getAttribute("data-theme"), getComputedStyle(box).backgroundColor].join(" ")),
    );
  expect(new Set(grounds).size).toBe(2);
  const visitor = await newPage(site.url);
  await visitor.goto("/");
  expect(await typefacesOf(visitor)).toEqual(["bricolage-grotesque", "public-sans"]);
  const [before, plain] = [await accentOf(visitor), await (await fetch(site.url)).text()];
  expect(plain).not.toMatch(/looks-|data-accent|data-typeface/);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await page.getByLabel("Teal").isChecked()).toBe(true);
  await expect
    .poll(async () => {
      await visitor.goto("/");
      return accentOf(visitor);
    }, RENEWED)
    .not.toBe(before);
  // A new visitor: a browser that has been here before has the other typeface at hand.
  const newcomer = await newPage(site.url);
  await newcomer.goto("/", { waitUntil: "networkidle" });
  expect(await typefacesOf(newcomer)).toEqual(["fraunces", "public-sans"]);
  for (const colorScheme of ["light", "dark"] as const) {
    await newcomer.emulateMedia({ colorScheme });
    await expectNoViolations(newcomer, COLOUR_RULES);
  }
});

test(`"${LONG}" fits every page at every width, and the practice's side, too`, async () => {
  await saveFacts(await appBeside(site, site.dataDir), { name: LONG, fullName: LONG });
  const page = await newPage(site.url, { javaScriptEnabled: false, expectedErrors: NOWHERE_SAYS_SO });
  const named = async () => {
    await page.goto("/");
    return page.getByRole("banner").textContent();
  };
  await expect.poll(named, RENEWED).toContain(LONG);
  expect(await page.locator(".logo-mark").count()).toBe(0);
  const [every, narrowest] = [["/", "/about", "/services", "/contact", "/book"], [320]];
  for (const path of PUBLIC_PAGES) await expectFits(page, path, every.includes(path) ? WIDTHS : narrowest);
  const { page: admins } = await adminPage(site, { javaScriptEnabled: false });
  for (const path of ["/admin", "/"]) await expectFits(admins, path);
  for (const path of ["/appointments", "/admin/go-live"]) await expectFits(admins, path, narrowest);
});

test("with a logo it fits as well, and the logo is read out as the name", async () => {
  const app = await appBeside(site, site.dataDir);
  expect(await setLogo(app, practice, fileOf(Buffer.from(LOGO)))).toEqual({ kind: "changed" });
  const page = await newPage(site.url, { javaScriptEnabled: false });
  const logo = page.getByRole("banner").locator("img.own-logo");
  const shown = async () => {
    await page.goto("/");
    return logo.count();
  };
  await expect.poll(shown, RENEWED).toBe(1);
  await expectFits(page, "/");
  const { page: admins } = await adminPage(site, { expectedErrors: [/422/] });
  await expectFits(admins, "/admin");
  await admins.goto("/admin/settings/look");
  await admins.getByLabel("The logo holds the name").check();
  await admins.getByRole("button", { name: "Preview" }).click();
  await admins.getByRole("region", { name: "Preview: not saved yet" }).waitFor();
  await expectNoViolations(admins);
  await admins.getByRole("button", { name: "Save" }).click();
  await admins.getByText("Saved.").waitFor();
  await expectFits(admins, "/admin");
  const home = admins.getByRole("banner").getByRole("link", { name: LONG });
  expect(await home.textContent()).toBe("");
  expect(await home.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await admins.goto("/admin/settings/look/logo");
  await admins.setInputFiles("input[type=file]", {
    name: "a.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from("<svg"),
  });
  await admins.getByRole("button", { name: "Upload logo" }).click();
  await admins.getByText("That SVG could not be read").first().waitFor();
  await expectNoViolations(admins);
});
