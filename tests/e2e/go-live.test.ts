import { expect, test } from "vitest";
import { adminEditPage } from "#tests/support/admin-edit-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { ferrierIn } from "#tests/support/ferrier.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const site = sharedSite({ DEMO: "off" });
const PHONE = { width: 390, height: 844 };

test("the dashboard begins with the checklist, and a red line leads to what mends it, without a script", async () => {
  const page = await adminEditPage(site, { viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/admin");
  await page.getByRole("heading", { name: "Going live" }).waitFor();
  await page.getByRole("link", { name: "See the checklist" }).click();
  const line = (id: string) => page.locator(`[data-line="${id}"]`);
  expect(await line("legal").getAttribute("data-state")).toBe("todo");
  await line("legal").getByRole("link").click();
  await page.getByRole("radio", { name: /Sole trader/ }).check();
  expect(await page.getByLabel("Company number", { exact: true }).isVisible()).toBe(false);
  await page.getByLabel("Legal name").fill("Jo Ferrier");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.goto("/admin/go-live");
  expect(await line("legal").getAttribute("data-state")).toBe("done");
  await page.getByRole("button", { name: "Keep the drawings" }).click();
  await page.locator('[data-line="pictures"][data-state="done"]').waitFor();
});

test("policies are read one by one, and a test is booked and taken back, by keyboard", async () => {
  await ferrierIn(await appBeside(site, site.dataDir));
  const page = await adminEditPage(site, { viewport: PHONE });
  await page.goto("/admin/go-live/policies");
  for (const title of ["Privacy notice", "Terms", "Cancellations and changes"]) {
    const button = page.getByRole("button", { name: new RegExp(`I have read it.*${title}`) });
    await button.press("Enter");
    await button.waitFor({ state: "detached" });
  }
  await page.goto("/admin/go-live");
  await page.locator('[data-line="policies"][data-state="done"]').waitFor();
  await page.getByRole("button", { name: "Book a test" }).press("Enter");
  await page.locator('[data-line="test-booking"][data-state="done"]').waitFor();
});

test.each([
  [320, "light"],
  [390, "dark"],
  [1440, "light"],
] as const)("the checklist fits %i px, in %s, and axe finds nothing", async (width, colorScheme) => {
  const page = await adminEditPage(site, { viewport: { width, height: 900 }, colorScheme });
  for (const at of ["/admin/go-live", "/admin/go-live/policies", "/admin/settings/legal"]) {
    await page.goto(at);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { timeout: 20_000 })
      .toBeLessThanOrEqual(width);
    await expectNoViolations(page);
  }
});
