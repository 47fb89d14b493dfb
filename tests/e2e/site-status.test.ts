import { expect, test } from "vitest";
import { adminEditPage, DESKTOP } from "#tests/support/admin-edit-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite({ DEMO: "catalogue" });

test("the site says what needs its owner first, and a line of everything else", async () => {
  const page = await adminEditPage(site, { viewport: DESKTOP });
  await page.goto("/admin/site-status");
  await page.getByRole("button", { name: "Check again now" }).click();
  await page.getByText(/^\d+ things are well\. \d need you\./).waitFor();
  const [first] = await page.locator("main section h2").allInnerTexts();
  // What is wrong stands before what is not set up: this server has no limits.
  expect(first).toBe("Sign-in attempts");
  await page.getByText("No backup leaves this machine yet.").first().waitFor();
  for (const name of ["Your data", "Your clients reach you", "The machine"]) {
    await page.getByRole("heading", { name, exact: true }).waitFor();
  }
  for (const title of ["Certificate", "Database", "Disk", "Jobs", "Errors", "Sign-in attempts", "Clock", "Version"]) {
    expect(await page.getByRole("heading", { name: new RegExp(`^${title} ?: `) }).count(), title).toBe(1);
  }
  await expectNoViolations(page);
  await page.getByText("Show the text to send").click();
  expect(await page.locator("pre").innerText()).toMatch(/Version: Well\. \d+\.\d+\.\d+, on Node 26/);
  await page.getByRole("link", { name: "Set up email" }).click();
  await page.getByRole("heading", { name: "Mail server", exact: true }).waitFor();
});

test("the printed sheet has the way back, and no button", async () => {
  const page = await adminEditPage(site);
  await page.goto("/admin/site-status");
  expect(await page.getByText("The way back").isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByText("The way back").isVisible()).toBe(true);
  expect(await page.getByText("The 24 words are kept in:").isVisible()).toBe(true);
  expect(await page.getByRole("button", { name: "Check again now" }).isVisible()).toBe(false);
});

test("the page fits a phone", async () => {
  const page = await adminEditPage(site);
  await page.goto("/admin/site-status");
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
