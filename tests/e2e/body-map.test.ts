import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { REGIONS } from "#app/body-map/region.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { adminEditPage, DESKTOP } from "#tests/support/admin-edit-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();
const PHONE = { width: 390, height: 664 };
const DESK = { width: 1440, height: 900 };

const section = (page: Page) => page.getByRole("region", { name: "Point to where it hurts" });
const figure = (page: Page, side: string) => section(page).getByRole("group", { name: side, exact: true });
const region = (page: Page, side: string, name: string) => figure(page, side).getByRole("link", { name, exact: true });
const heading = (page: Page, name: string) => section(page).getByRole("heading", { level: 2, name });
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test("a press shows what serves the region, and neither the page nor the focus moves away", async () => {
  const page = await newPage(site.url, { viewport: DESK });
  await page.goto("/services");
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  await region(page, "Back", "Right calf").click();
  await heading(page, "Your right calf").waitFor();
  await expect.poll(() => page.title()).toContain("Your right calf");
  expect(new URL(page.url()).pathname).toBe("/services/body/right-calf");
  await expect
    .poll(() => page.evaluate(() => "samePage" in window && document.activeElement?.getAttribute("aria-label")))
    .toBe("Right calf");
  expect(await region(page, "Back", "Right calf").getAttribute("aria-current")).toBe("true");
  expect(await region(page, "Back", "Left calf").getAttribute("aria-current")).toBeNull();
  expect(await section(page).getByRole("status").textContent()).toBe("Right calf: 3 treatments");

  await section(page).getByRole("link", { name: "Left calf" }).last().click();
  await heading(page, "Your left calf").waitFor();
  await page.goBack();
  await heading(page, "Your right calf").waitFor();
  await page.goBack();
  await section(page).getByText("Press a place on the body").waitFor();
  expect(await figure(page, "Back").locator("[aria-current]").count()).toBe(0);
});

test("its time is a link to the booking page with the time chosen", async () => {
  const page = await newPage(site.url, { viewport: DESK });
  await page.goto("/services/body/lower-back");
  const time = section(page).getByRole("link", { name: /^Book Deep Tissue Massage/ });
  expect(await time.textContent()).toMatch(/\w{3},? \d{1,2} \w{3,4}, \d{2}:\d{2}$/);
  const query = new URL((await time.getAttribute("href")) ?? "", site.url).searchParams;
  expect([query.get("service"), query.get("minutes")]).toEqual(["deep-tissue-massage", "60"]);
  expect(query.get("start")).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(await section(page).getByRole("heading", { name: "See someone first" }).count()).toBe(1);
});

test("by key: every region can be reached, shows where it is, and opens with Enter", async () => {
  const page = await newPage(site.url, { viewport: DESK });
  await page.goto("/services");
  const knee = region(page, "Front", "Left knee");
  await knee.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  const ring = knee.locator(".body-ring");
  expect(await ring.evaluate((shape) => getComputedStyle(shape).strokeWidth)).toBe("4px");
  await page.keyboard.press("Enter");
  await heading(page, "Your left knee").waitFor();
  await expect.poll(() => knee.evaluate((link) => link === document.activeElement)).toBe(true);
  const named = await figure(page, "Front").getByRole("link").count();
  expect(named + (await figure(page, "Back").getByRole("link").count())).toBeGreaterThan(REGIONS.length);
});

test("without a script every region is a page of its own, and the list has them all by name", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false, viewport: DESK });
  await page.goto("/services");
  await section(page).getByText(`All ${REGIONS.length} places as a list`).click();
  const names = await section(page).locator("details").getByRole("link").allTextContents();
  expect(names.sort()).toEqual(REGIONS.map(({ name }) => name).sort());
  await section(page).locator("details").getByRole("link", { name: "Stomach" }).click();
  await page.getByRole("heading", { level: 1, name: "Point to where it hurts" }).waitFor();
  await heading(page, "Your stomach").waitFor();
  await section(page).getByText("There’s nothing to book for this area yet.").waitFor();
  await region(page, "Front", "Left shin").click();
  await heading(page, "Your left shin").waitFor();
});

test("on a phone: one side at a time, also without a script, and what was pressed comes up from the foot", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false, viewport: PHONE });
  await page.goto("/services/body/left-shin");
  expect([await figure(page, "Front").isVisible(), await figure(page, "Back").isVisible()]).toEqual([true, false]);
  await section(page).getByRole("radio", { name: "Back" }).check();
  await figure(page, "Back").waitFor();
  expect(await figure(page, "Front").isVisible()).toBe(false);
  const panel = await section(page).locator("#body-panel").boundingBox();
  expect(Math.round((panel?.y ?? 0) + (panel?.height ?? 0))).toBe(PHONE.height);
  await section(page).getByRole("link", { name: "Close", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Treatments" }).waitFor();
});

test("on a phone a neighbour on the other side of the body turns the figure, and the region stays in sight", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await page.goto("/services");
  await region(page, "Back", "Left calf").click();
  await heading(page, "Your left calf").waitFor();
  await region(page, "Back", "Left calf").waitFor();
  await expect
    .poll(async () => {
      const pressed = await region(page, "Back", "Left calf").boundingBox();
      const panel = await section(page).locator("#body-panel").boundingBox();
      return (pressed?.y ?? 0) + (pressed?.height ?? 0) <= (panel?.y ?? 0) + 1;
    })
    .toBe(true);
  await section(page).getByRole("link", { name: "Left ankle and foot", exact: true }).last().click();
  await heading(page, "Your left ankle and foot").waitFor();
  await section(page).getByRole("link", { name: "Left shin", exact: true }).last().click();
  await heading(page, "Your left shin").waitFor();
  await region(page, "Front", "Left shin").waitFor();
});

test.each([
  ["1440 wide", { viewport: DESK }],
  ["in the dark, on a phone", { viewport: PHONE, colorScheme: "dark" }],
  ["at 400 %", { viewport: { width: 320, height: 256 } }],
] as const)("axe finds nothing %s, and nothing is too wide", async (_, visitor) => {
  const page = await newPage(site.url, visitor);
  await page.goto("/services/body/left-forearm-and-hand");
  await section(page).getByText("as a list").click();
  await expectNoViolations(page);
  expect(await widthOf(page)).toBe(visitor.viewport.width);
});

test.each([DESK, { width: 768, height: 1024 }, { width: 1366, height: 768 }])(
  "a whole figure fits into seven tenths of the screen, and what it leads to stays in view ($width px)",
  async (viewport) => {
    const page = await newPage(site.url, { viewport });
    await page.goto("/services/body/left-calf");
    const figure = await section(page).locator("[data-view=back] svg").boundingBox();
    expect(figure?.height).toBeGreaterThan(300);
    expect(figure?.height).toBeLessThanOrEqual(viewport.height * 0.7);
    await section(page)
      .locator("[data-view=back] svg")
      .evaluate((svg) => svg.scrollIntoView({ block: "end" }));
    const panelTop = async () => (await section(page).locator("#body-panel").boundingBox())?.y;
    await expect.poll(panelTop).toBeGreaterThanOrEqual(0);
    expect(await panelTop()).toBeLessThan(viewport.height / 2);
  },
);

test("a finger has room: 44 px for the smallest region of a phone", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await page.goto("/services");
  await section(page).getByRole("radio", { name: "Front" }).check();
  const knee = region(page, "Front", "Left knee").locator(".body-hit");
  const found = await knee.evaluate((hit) => {
    hit.scrollIntoView({ block: "center" });
    const { left, top, width, height } = hit.getBoundingClientRect();
    const at = (dx: number) => document.elementFromPoint(left + width / 2 + dx, top + height / 2)?.closest("a");
    return [-21, 21].map((dx) => at(dx)?.getAttribute("aria-label"));
  });
  expect(found).toEqual(["Left knee", "Left knee"]);
});

test("the practice's own words and services stand there from the next look, and a hidden service keeps its tick", async () => {
  const page = await adminEditPage(site, { viewport: DESKTOP });
  const app = await appBeside(site, site.dataDir);
  await app.db.kysely.updateTable("services").set({ active: 0 }).where("slug", "=", "joint-mobilization").execute();
  await raiseContentVersion(app.db.kysely, app.clock.now());
  await page.goto("/admin/settings/body");
  await page.getByRole("link", { name: "Hip", exact: true }).click();
  await page.getByLabel("What we do there").fill("Hips, slowly.");
  await page.getByLabel("See someone first").fill("");
  await page.getByLabel("Relaxation Massage").check();
  expect(await page.getByLabel("joint-mobilization (not offered now)").isChecked()).toBe(true);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await page.getByLabel("joint-mobilization (not offered now)").isChecked()).toBe(true);
  const visitor = await newPage(site.url, { viewport: DESK });
  await visitor.goto("/services/body/right-hip");
  await section(visitor).getByText("Hips, slowly.").waitFor();
  const titles = await section(visitor).locator("#body-panel ul").first().locator("p > a").allTextContents();
  expect(titles.sort()).toEqual(["Deep Tissue Massage", "Relaxation Massage", "Sports Performance Massage"]);
  expect(await section(visitor).getByRole("heading", { name: "See someone first" }).count()).toBe(0);
});

test("an address that is no region is missing; a region is not for search engines", async () => {
  expect((await fetch(`${site.url}/services/body/left-tail`)).status).toBe(404);
  const html = await (await fetch(`${site.url}/services/body/left-calf`)).text();
  expect(html).toContain('<meta name="robots" content="noindex"');
});
