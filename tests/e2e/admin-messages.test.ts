import { expect, test } from "vitest";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { DESKTOP, REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
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
  await page.getByText("Open", { exact: true }).waitFor();
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

test("on the board a message is moved and taken back, given to a person, answered with a saved reply, and deleted", async () => {
  const { page, app } = await adminPage(site, { viewport: DESKTOP, expectedErrors: REFUSED, colorScheme: "dark" });
  await page.goto("/admin/settings/messages");
  await page.getByLabel("Saved reply 1 (optional)").fill("We sell vouchers at the desk.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await write(app, "Moved about");
  await page.goto("/admin/messages");
  const column = (name: string) => page.getByRole("region", { name: new RegExp(`^${name} \\(`) });
  const card = (name: string) => column(name).getByRole("listitem", { name: "Moved about" });
  await card("Open").getByRole("button", { name: "Waiting: Moved about" }).click();
  await card("Waiting").waitFor();
  await expectNoViolations(page);
  await adminToast(page, "Waiting for their answer.").getByRole("button", { name: "Undo" }).click();
  await card("Open").waitFor();

  await page.getByRole("link", { name: "Moved about" }).click();
  const beside = page.getByRole("complementary", { name: "Who wrote" });
  await beside.getByText("Not a client yet.").waitFor();
  await beside.getByLabel("Who answers").selectOption("Imogen Hartley");
  await adminToast(page, "Imogen Hartley answers this.").waitFor();
  await page.getByRole("button", { name: "Insert: We sell vouchers at the desk." }).click();
  expect(await page.getByLabel("Your reply").inputValue()).toBe("We sell vouchers at the desk.");
  await page.getByLabel("Then wait for their answer").check();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText("Reply sent.").waitFor();
  await page.locator("[data-tag]").filter({ hasText: "Waiting" }).waitFor();
  await page.goto("/admin/messages");
  await card("Waiting").getByText("Imogen Hartley answers").waitFor();
  await page.getByRole("link", { name: "Moved about" }).click();
  await page.getByRole("button", { name: "Spam" }).click();
  await adminToast(page, "Marked as spam.").waitFor();
  await page.goto("/admin/messages?state=spam");
  await page.getByRole("link", { name: "Moved about" }).click();
  await page.getByText("Delete", { exact: true }).click();
  await page.getByRole("button", { name: "Delete message" }).click();
  await page.getByRole("link", { name: "Moved about" }).waitFor({ state: "detached" });
});
