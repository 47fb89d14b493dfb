import { afterAll, expect, test } from "vitest";
import { adminEditPage, REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { bookAhead } from "#tests/support/booked-ahead.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const mails = await startMailServer();
afterAll(() => mails.close());
const site = sharedSite({ DEMO: "catalogue", SMTP_URL: mails.url });
const PHONE = { width: 390, height: 844 };

test("on a phone, a therapist is given an address and a choice, and hears of the next booking by mail", async () => {
  const visitor = { viewport: PHONE, colorScheme: "dark", expectedErrors: REFUSED } as const;
  const { page, app } = await adminPage(site, visitor);
  await page.goto("/admin/therapists/demo-imogen-hartley");
  await page.getByText("Emails about their appointments: none").waitFor();
  await page.getByRole("link", { name: "Emails about their appointments" }).click();
  await page.getByRole("heading", { name: "Emails to Imogen Hartley" }).waitFor();
  await page.getByLabel(/^Each straight away/).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: /Enter the email address for these emails/ }).waitFor();
  expect(await page.getByLabel(/^Each straight away/).isChecked()).toBe(true);
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoViolations(page);
  await page.getByLabel("Email address").fill("imogen@example.com");
  await page.keyboard.press("Enter");
  await page.getByText("Saved.").waitFor();
  await page.goto("/admin/therapists/demo-imogen-hartley");
  await page.getByText("Emails about their appointments: each straight away").waitFor();
  await bookAhead(app, { email: "rosa@example.com" });
  const told = () => mails.arrived.filter(({ recipients }) => recipients.includes("imogen@example.com"));
  await expect.poll(() => told().length).toBe(1);
  expect(told()[0]?.mail.subject).toMatch(/^Booked: /);
  expect(told()[0]?.mail.text).toContain("Rosa W., 60 minutes");
});

test("without a script, the practice chooses one mail a day, and what therapists read is worded and looked at", async () => {
  const page = await adminEditPage(site, { viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "Your notifications" }).click();
  expect(await page.getByLabel("Each straight away").isChecked()).toBe(true);
  await page.getByLabel(/^One email a day/).check();
  await page.getByLabel("Hour of the daily email").selectOption("7pm");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await page.getByLabel(/^One email a day/).isChecked()).toBe(true);
  expect(await page.getByLabel("Hour of the daily email").inputValue()).toBe("19");
  await page.goto("/admin/settings/mails");
  await page.getByRole("link", { name: "To the therapist: tomorrow" }).click();
  await page.getByLabel("Closing").fill("See you at {practice}.");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("See you at Limber Yard.").waitFor();
  await page.getByText(/\d\d:\d\d: \S+ \S\., \d+ minutes/).waitFor();
});
