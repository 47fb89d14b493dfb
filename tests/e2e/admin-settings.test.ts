import { expect, test } from "vitest";
import { adminEditPage, DESKTOP, REFUSED } from "#tests/support/admin-edit-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { editDay } from "#tests/support/edit-day.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();

test("opening hours are previewed, saved, and on the home page at the next request", async () => {
  const page = await adminEditPage(site);
  const visitor = await newPage(site.url);
  await visitor.goto("/");
  await page.goto("/admin/settings");
  await expectNoViolations(page);
  await page.getByRole("main").getByRole("link", { name: "Hours", exact: true }).click();
  await page.getByRole("link", { name: "Opening hours" }).click();
  const sunday = await editDay(page, "Sunday");
  await sunday.getByLabel("From, time 1").fill("11:00");
  await sunday.getByLabel("To, time 1").fill("15:30");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("11:00 AM to 3:30 PM").waitFor();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await visitor.reload();
  expect(await visitor.getByText("11:00 AM to 3:30 PM").count()).toBeGreaterThan(0);
});

test("business details: mistakes are named beside what was typed; a telephone number is kept for dialling", async () => {
  const page = await adminEditPage(site, { viewport: DESKTOP, expectedErrors: REFUSED });
  await page.goto("/admin/settings/business");
  await page.getByLabel("E-mail", { exact: true }).fill("not an address");
  await page.getByLabel("Telephone").fill("(01632) 960 111");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: /Enter the email address in the correct format/ }).waitFor();
  expect(await page.getByLabel("Telephone").inputValue()).toBe("(01632) 960 111");
  await expectNoViolations(page);
  await page.getByLabel("E-mail", { exact: true }).fill("desk@limberyard.example");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("heading", { name: "Preview: not saved yet" }).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await page.getByLabel("Telephone").inputValue()).toBe("+441632960111");
  const visitor = await newPage(site.url);
  await visitor.goto("/");
  expect(await visitor.getByRole("link", { name: "desk@limberyard.example" }).count()).toBeGreaterThan(0);
});

test("without a script, the second to save sees both versions", async () => {
  const inputs = { javaScriptEnabled: false, expectedErrors: REFUSED };
  const [first, second] = [await adminEditPage(site, inputs), await adminEditPage(site, inputs)];
  await first.goto("/admin/settings/booking");
  await second.goto("/admin/settings/booking");
  await first.getByLabel("Hours of notice").fill("3");
  await first.getByRole("button", { name: "Save" }).click();
  await first.getByText("Saved.").waitFor();
  await second.getByLabel("Hours of notice").fill("4");
  await second.getByRole("button", { name: "Save" }).click();
  const notice = second.getByRole("alert");
  expect((await notice.getByRole("definition").allTextContents()).join()).toBe("Saved now3Yours4");
  await second.getByRole("button", { name: "Save mine" }).click();
  await second.getByText("Saved.").waitFor();
  expect(await second.getByLabel("Hours of notice").inputValue()).toBe("4");
});

test("links and operation hours are saved; what was done stands in the audit", async () => {
  const page = await adminEditPage(site, { viewport: DESKTOP });
  await page.goto("/admin/settings/links");
  await page.getByLabel("Address of profile 1").fill("https://social.example/knot");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await expectNoViolations(page);
  await page.goto("/admin/settings/operation-hours");
  await (await editDay(page, "Monday")).getByLabel("To, time 1").fill("20:00");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.goto("/admin/audit");
  await page
    .getByRole("row", { name: /Imogen Hartley.*Changed setting Operation hours/ })
    .first()
    .waitFor();
  await expectNoViolations(page);
  await page.getByRole("link", { name: "Services" }).last().click();
  await page.getByText("Nothing has been done yet.").waitFor();
});

test("who leaves with something typed is asked first", async () => {
  const page = await adminEditPage(site, { viewport: DESKTOP });
  await page.goto("/admin/settings/links");
  await page.getByLabel("Chat link").fill("https://chat.example/changed");
  await page.getByRole("link", { name: "All settings" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving your changes?" });
  await question.waitFor();
  await expectNoViolations(page);
  await question.getByRole("button", { name: "Stay" }).click();
  await question.waitFor({ state: "detached" });
  expect(await page.getByLabel("Chat link").inputValue()).toBe("https://chat.example/changed");
  await page.getByRole("link", { name: "All settings" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
});

test("a film of the practice's own is set by its address, and any other host is refused", async () => {
  const page = await adminEditPage(site, { expectedErrors: REFUSED });
  await page.goto("/admin/settings/videos");
  await page.getByLabel("Address of film 2").fill("https://films.example/watch?v=dQw4w9WgXcQ");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: /film on YouTube or Vimeo/ }).waitFor();
  await expectNoViolations(page);
  await page.getByLabel("Address of film 2").fill("https://youtu.be/dQw4w9WgXcQ");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await page.getByLabel("Title of film 2").inputValue()).toBe("How much pressure?");
});

test("a setting is found by the word that people use, and a row says how it stands", async () => {
  const page = await adminEditPage(site);
  await page.goto("/admin/settings");
  const found = page.getByRole("main").getByRole("listitem");
  await found.filter({ hasText: "Mail server" }).getByText("Not set up").waitFor();
  await page.getByLabel("What would you like to change?").fill("bank holiday");
  await page.getByText("1 setting", { exact: true }).waitFor();
  await expectNoViolations(page);
  await page.getByLabel("What would you like to change?").fill("refund");
  await page.getByText("2 settings").waitFor();
  await found.filter({ hasText: "also: refund" }).filter({ hasText: "Payments" }).waitFor();
  await page.getByRole("link", { name: "Payments" }).click();
  await page.getByRole("heading", { level: 1, name: "Payments" }).waitFor();
});
