import { expect, test } from "vitest";
import { adminEditPage, REFUSED } from "#tests/support/admin-edit-page.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite({ DEMO: "catalogue" });

test("without a script, a mail is worded: a slip is named, an example read in both parts, ours are one press away", async () => {
  const inputs = { javaScriptEnabled: false, expectedErrors: REFUSED };
  const page = await adminEditPage(site, inputs);
  await page.goto("/admin/settings/mails");
  await page.getByRole("link", { name: "Booking confirmed" }).click();
  const opening = page.getByLabel("Opening");
  const ours = await opening.inputValue();
  await opening.fill("Dear {twon}");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: /there is no \{twon\}\. In braces you can use \{name\}, \{date\}/ }).waitFor();
  await opening.fill("Dear {name},\n\nsee you **soon**.");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await page.getByRole("heading", { name: "Preview: not saved yet" }).waitFor();
  await page.getByText("see you soon").waitFor();
  const [looks] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("button", { name: /^Preview as an email/ }).click(),
  ]);
  await looks.locator("strong", { hasText: "soon" }).waitFor();
  await looks.getByText("Your legal right to cancel").waitFor();
  await looks.close();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.getByRole("button", { name: "Back to our words" }).click();
  await expect.poll(() => opening.inputValue()).toBe(ours);
});
