import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { painting } from "#tests/support/films/painting.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const PLACES = [
  ["Home", "/"],
  ["Services", "/services"],
  ["About", "/about"],
  ["The room", "/about"],
  ["Contact", "/contact"],
] as const;

async function upload(page: Page, file: Buffer, alt: string): Promise<void> {
  await page.getByLabel(/picture$/).setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: file });
  await page.getByLabel("What it shows").fill(alt);
  await page.getByRole("button", { name: "Upload picture" }).click();
}

test.each(PLACES)("a photograph stands in the place called %s, until it is taken away", async (title, address) => {
  const { page } = await adminPage(site);
  await page.goto("/admin/settings/pictures");
  await page.getByRole("link", { name: title, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await upload(page, await painting(), `Photograph: ${title}`);
  await page.getByText("Saved.").waitFor();
  await expectNoViolations(page);
  for (const [, viewport] of WIDTHS) {
    const visitor = await newPage(site.url, { viewport });
    await visitor.goto(address);
    const photograph = visitor.getByRole("img", { name: `Photograph: ${title}`, exact: true });
    await photograph.scrollIntoViewIfNeeded();
    await expect.poll(() => photograph.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const box = await photograph.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), "it fills its place").toBeGreaterThan(120);
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    await expectNoViolations(visitor);
  }
  await page.getByRole("button", { name: `Remove the picture of ${title}` }).click();
  await page.getByText("Visitors see our drawing.").waitFor();
  expect(await (await fetch(site.url + address)).text()).not.toContain(`Photograph: ${title}`);
});

test("without a script what is no picture is refused with the words kept, and a picture is taken", async () => {
  const expectedErrors = [...REFUSED, /Failed to load resource.*404/];
  const { page } = await adminPage(site, { javaScriptEnabled: false, expectedErrors });
  await page.goto("/admin/settings/pictures/room");
  await upload(page, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "Not one");
  await page.getByRole("link", { name: "Choose a JPEG, PNG, WebP or AVIF picture" }).waitFor();
  expect(await page.getByLabel("What it shows").inputValue()).toBe("Not one");
  await upload(page, await painting(), "The room at noon");
  await page.getByRole("img", { name: "The room at noon" }).waitFor();
  await page.getByRole("link", { name: "All pictures" }).click();
  await page.getByText("Visitors see your photograph.").waitFor();
  expect((await page.goto("/admin/settings/pictures/cellar"))?.status()).toBe(404);
});
