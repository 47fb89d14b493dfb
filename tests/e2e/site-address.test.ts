import { afterAll, expect, test } from "vitest";
import { publicAddresses } from "#app/maintenance/site-address.server.ts";
import { adminEditPage, REFUSED } from "#tests/support/admin-edit-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { startNameServer } from "#tests/support/name-server.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

// Where the machine of the tests has a public address, the domain has to lead there.
const [here = "203.0.113.7"] = publicAddresses().filter((one) => !one.includes(":"));
const names = await startNameServer({ "A book.ferrier.example": [here] });
afterAll(() => names.close());
const site = sharedSite({ DEMO: "catalogue", SERVER_TASKS: "on", DNS_SERVERS: names.address });

test("an owner asks for another address, and what was typed wrong stays and is explained", async () => {
  const page = await adminEditPage(site, { expectedErrors: REFUSED });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/settings");
  await page.getByRole("main").getByRole("link", { name: "Site address" }).click();
  await page.getByRole("heading", { name: "Site address", level: 1 }).waitFor();
  const field = page.getByLabel("New domain");
  const move = page.getByRole("button", { name: "Move to this address" });
  await field.fill("https://book.ferrier.example");
  await move.click();
  await page.getByText("Enter a domain without https:// and without a path").waitFor();
  expect(await field.inputValue()).toBe("https://book.ferrier.example");
  await field.fill("nowhere.ferrier.example");
  await move.click();
  await page.getByText("nowhere.ferrier.example leads nowhere yet.").waitFor();
  await expectNoViolations(page);
  await field.fill("book.ferrier.example");
  await move.click();
  await page.getByText("You asked for the change").waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectNoViolations(page);
});
