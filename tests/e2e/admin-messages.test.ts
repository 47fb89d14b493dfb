import { expect, test } from "vitest";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { DESKTOP, REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { mailingSite } from "#tests/support/shared-site.ts";

const site = mailingSite();

function write(app: AppContext, subject: string) {
  const person = { firstName: "Sam", lastName: "Carter", email: "sam@example.com" };
  return receiveMessage(app, { ...person, subject, message: "Do you sell gift vouchers?" });
}

test("on a phone a message is read, answered and done", async () => {
  const { page, app } = await adminPage(site, { expectedErrors: REFUSED });
  await page.goto("/admin/messages");
  await page.getByText("No messages yet. They appear here when someone uses the contact form.").waitFor();
  await write(app, "Vouchers");
  await page.reload();
  await page.getByText("1 unread.").waitFor();
  await expectNoViolations(page);
  await page.getByRole("link", { name: "Vouchers" }).click();
  await page.getByRole("heading", { level: 1, name: "Vouchers" }).waitFor();
  await page.getByText("Read", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByRole("link", { name: "Enter your reply" }).waitFor();
  await expectNoViolations(page);
  await page.getByLabel("Your reply").fill("We do.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText("Reply sent.").waitFor();
  expect(await page.getByLabel("Your reply").inputValue()).toBe("");
  expect(await page.getByText("We do.").count()).toBe(1);
  await page.goto("/admin/messages?state=done");
  await page.getByRole("link", { name: "Vouchers" }).waitFor();
});

test("without a script a message is marked, called spam, and deleted", async () => {
  const { page, app } = await adminPage(site, { javaScriptEnabled: false, viewport: DESKTOP });
  await write(app, "Cheap watches");
  await page.goto("/admin/messages");
  await page.getByRole("link", { name: "Cheap watches" }).click();
  await page.getByRole("button", { name: "Mark as read" }).click();
  await page.getByRole("button", { name: "Spam" }).click();
  await page.goto("/admin/messages?state=spam");
  await page.getByRole("link", { name: "Cheap watches" }).click();
  await page.getByText("Delete", { exact: true }).click();
  await page.getByRole("button", { name: "Delete message" }).click();
  expect(await page.getByRole("link", { name: "Cheap watches" }).count()).toBe(0);
});
