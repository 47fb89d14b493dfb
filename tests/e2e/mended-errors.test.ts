import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { chooseTime, confirm, openBooking, PERSON } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { postForm } from "#tests/support/contact-messages.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const expectedErrors = [/Failed to load resource.*422/];

const plain = [
  ["/contact", "Send message", "Last name", "user_lastName"],
  ["/login?mode=sign-up", "Sign Up", "Username", "username"],
] as const;

test.each(plain)("%s, a page without the framework: an error goes when it is mended", async (at, button, label, id) => {
  const page = await newPage(site.url, { expectedErrors });
  await page.goto(at);
  const title = await page.title();
  expect(title).not.toContain("Error");
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.locator("[data-field-error]").first().waitFor();
  await page.waitForLoadState();
  expect(await page.title()).toBe(`Error: ${title}`);
  const field = page.getByLabel(label, { exact: true });
  await field.fill("Carter");
  expect(await field.getAttribute("aria-invalid")).toBe("false");
  expect(await describing(page, id)).not.toContain("Error");
  expect(await page.locator(`[data-error-summary] a[href="#${id}"]`).filter({ visible: true }).count()).toBe(0);
  await field.fill("");
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await describing(page, id)).toContain("Error: ");
  await expectNoViolations(page);
  const wrong = await page.locator("[aria-invalid=true]").evaluateAll((fields) => fields.map((one) => one.id));
  for (const one of wrong) await page.locator(`[id="${one}"]`).fill("sam.carter@example.com");
  expect(await page.locator("[data-error-summary], [data-field-error]").filter({ visible: true }).count()).toBe(0);
  expect(await page.title()).toBe(title);
});

test("without a script the title says that something is wrong, too", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false, expectedErrors });
  await page.goto("/contact");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  expect(await page.title()).toBe("Error: Contact us | Limber Yard");
});

test("booking: what is mended goes, and what is wrong once more is said once more", async () => {
  const page = await newPage(site.url, { expectedErrors });
  await openBooking(page);
  await chooseTime(page, 1);
  const title = await page.title();
  const phone = page.getByLabel("Phone");
  await page.getByLabel("Full name").fill(PERSON.name);
  await page.getByLabel("E-mail").fill(PERSON.email);
  await phone.fill("07700 90");
  await confirm(page);
  const summary = page.locator("[data-error-summary]");
  await summary.waitFor();
  await expect.poll(() => page.title()).toBe(`Error: ${title}`);
  await phone.fill("07700 900");
  expect(await summary.isVisible(), "still too short to be mended").toBe(true);
  await phone.fill(PERSON.phone);
  expect(await summary.isVisible()).toBe(false);
  expect(await page.title()).toBe(title);
  await phone.fill("+44 7700 900 982 000 000");
  await confirm(page);
  await summary.waitFor();
  expect(await phone.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => page.title()).toBe(`Error: ${title}`);
});

test("a form of the practice's own, and another page that stands there next", async () => {
  const { page } = await adminPage(site, { expectedErrors, viewport: { width: 1440, height: 900 } });
  await page.goto("/admin/settings/booking");
  const title = await page.title();
  await page.getByLabel("Days ahead").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  await expect.poll(() => page.title()).toBe(`Error: ${title}`);
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByLabel("Days ahead").fill("60");
  expect(await page.title()).toBe(title);
});

test("a quick correction of the contact form is heard, and a filled trap still isn't", async () => {
  const opened = await (await fetch(`${site.url}/contact`)).text();
  const slip = { user_firstName: "Sam", user_lastName: "Carter", user_email: "sam@example.com", user_subject: "" };
  const missing = { ...slip, user_message: "Do you sell vouchers?", website: "", draft: draftIn(opened) };
  const told = await postForm(site, "/contact", missing);
  expect(told.status).toBe(422);
  const corrected = { ...missing, user_subject: "Vouchers", draft: draftIn(await told.text()) };
  expect((await postForm(site, "/contact", { ...corrected, website: "https://x.example" })).status).toBe(451);
  expect((await postForm(site, "/contact", corrected)).status).toBe(303);
  const trapped = await postForm(site, "/contact", { ...missing, website: "https://x.example" });
  const again = { ...corrected, draft: draftIn(await trapped.text()) };
  expect((await postForm(site, "/contact", again)).status).toBe(451);
});

test("sign-up says what the details are for, before the button, with the notice one press away", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false });
  await page.goto("/login?mode=sign-up");
  const form = page.locator("form", { has: page.getByRole("button", { name: "Sign Up" }) });
  const link = form.getByRole("link", { name: "Privacy notice" });
  expect(await form.textContent()).toMatch(/for your account only.*Privacy notice.*Sign Up$/);
  await link.click();
  await page.getByRole("heading", { level: 1, name: "Privacy notice" }).waitFor();
});

function draftIn(html: string): string {
  return /name="draft" value="([^"]+)"/.exec(html)?.[1] ?? "none";
}

function describing(page: Page, id: string): Promise<string> {
  return page.locator(`[id="${id}"]`).evaluate((field) =>
    (field.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((part) => document.getElementById(part)?.textContent ?? "")
      .join(" "),
  );
}
