import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { chooseTime, confirm, fillPerson, openBooking, PERSON, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { mailingSite } from "#tests/support/shared-site.ts";

const site = mailingSite();
const expectedErrors = [/Failed to load resource/];
const NOTE = "The dog waits outside";

const unsent = (page: Page) => page.evaluate(() => sessionStorage.getItem("unsent"));

async function withNote(page: Page): Promise<void> {
  await page.getByText("Add a practical note").click();
  await page.getByLabel("Practical note").fill(NOTE);
}

test("what was chosen and typed is back after a reload, in this tab alone, and gone once booked", async () => {
  const page = await newPage(site.url, { expectedErrors });
  await openBooking(page);
  const { start } = await chooseTime(page, 1);
  await fillPerson(page);
  await withNote(page);
  await page.reload();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  expect(await page.getByLabel("Full name").inputValue()).toBe(PERSON.name);
  expect(await page.getByLabel("Phone").inputValue()).toBe(PERSON.phone);
  expect(await page.getByLabel("E-mail").inputValue()).toBe(PERSON.email);
  expect(await page.locator("textarea[name=note]").inputValue()).toBe(NOTE);
  expect(await page.locator("input[name=start]:checked").inputValue()).toBe(start);
  await expectNoViolations(page);

  const other = await page.context().newPage();
  await other.goto("/book");
  expect(await other.getByLabel("Full name").inputValue()).toBe("");
  expect(await unsent(other)).toBeNull();
  await other.close();

  await page.getByLabel("E-mail").focus();
  await confirm(page);
  await untilScheduled(page);
  expect(await page.getByRole("definition").allTextContents()).toContain(NOTE);
  await expect.poll(() => unsent(page)).toBeNull();
});

test("what is typed before the page’s script runs stays as it starts", async () => {
  const page = await newPage(site.url, { expectedErrors });
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const isFramework = ({ pathname }: URL) => pathname.endsWith(".js") && !pathname.includes("shell");
  await page.route(isFramework, async (route) => {
    await started;
    await route.continue();
  });
  // The page’s own goto would wait for the script.
  await page.mainFrame().goto("/book", { waitUntil: "domcontentloaded" });
  const [form, note] = [page.locator("form#booking"), page.locator("textarea[name=note]")];
  await withNote(page);
  // Refused, so that the next page comes with what was typed.
  await form.evaluate((element: HTMLFormElement) => element.submit());
  await page.locator("[data-error-summary]").waitFor();
  expect(await note.inputValue()).toBe(NOTE);
  await note.fill("The dog is gone");
  await fillPerson(page);
  start();
  await expect.poll(() => form.getAttribute("novalidate")).not.toBeNull();
  expect(await note.inputValue()).toBe("The dog is gone");
  expect(await page.getByLabel("Full name").inputValue()).toBe(PERSON.name);
});

test("the practice books for others: what it typed there is kept nowhere", async () => {
  const { page } = await adminPage(site, { expectedErrors });
  await openBooking(page);
  await chooseTime(page, 2);
  await fillPerson(page);
  expect(await unsent(page)).toBeNull();
});

test("an answer that is lost: who to ring, and one press that can't book twice", async () => {
  const page = await newPage(site.url, { expectedErrors });
  await openBooking(page);
  await chooseTime(page, 3);
  await fillPerson(page, { ...PERSON, email: "ada.kept@example.com" });
  await page.route(
    "**/book.data*",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await confirm(page);
  const told = page.getByRole("alert").filter({ hasText: "It is not clear yet whether it was booked" });
  await told.waitFor();
  expect(await told.textContent()).toContain("What you typed is still here.");
  expect(await told.getByRole("link", { name: "01632 960 417" }).getAttribute("href")).toBe("tel:+441632960417");
  await expectNoViolations(page);
  await told.getByRole("button", { name: "Try again" }).click();
  await untilScheduled(page);
});

test.each([true, false])(
  "before the button stand the rule and what the details are for, script: %s",
  async (script) => {
    const page = await newPage(site.url, { javaScriptEnabled: script });
    await openBooking(page);
    const form = page.locator("form#booking");
    expect(await form.textContent()).toContain("you get email only about it");
    expect(await form.getByRole("link", { name: "Privacy notice" }).getAttribute("href")).toBe("/policies/privacy");
    if (!script) {
      expect(await form.textContent()).toContain("Free to change or cancel until 24 hours before it begins.");
      return;
    }
    await chooseTime(page);
    await expect
      .poll(() => form.textContent())
      .toMatch(/until \d\d:\d\d (on \w+day|today|tomorrow)|and move it by phone/);
    expect(await form.textContent()).toMatch(/there is nothing to pay/i);
  },
);
