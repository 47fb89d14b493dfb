import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { FRESHA } from "#tests/support/imports/sheets.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();

async function upload(page: Page, { kind, name, text }: { kind: string; name: string; text: string }): Promise<void> {
  await page.goto("/admin/import");
  await page.getByLabel("What the file holds").selectOption(kind);
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Upload and preview" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

async function expectFits(page: Page, width: number): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { timeout: 20_000 })
    .toBeLessThanOrEqual(width);
}

test("without a script a list is uploaded, mapped otherwise, imported, and its refused row downloaded", async () => {
  const { page } = await adminPage(site, { viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  await page.goto("/admin/clients");
  await page.getByRole("link", { name: "Import from a file" }).click();
  await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
  await upload(page, { kind: "clients", name: "fresha.csv", text: FRESHA });
  await page.getByText("3 new, 0 already here and left as they are, 1 refused").waitFor();
  await page.getByText("“12” is no phone number").waitFor();
  await page.getByLabel("Mobile Number").selectOption("");
  await page.getByLabel("Telephone").selectOption("phone");
  await page.getByRole("button", { name: "Look again" }).click();
  await page.getByText("4 new, 0 already here").waitFor();
  await page.getByLabel("Mobile Number").selectOption("otherPhone");
  await page.getByRole("button", { name: /^Import 4 clients/ }).click();
  await expect
    .poll(
      async () => {
        await page.reload();
        return page.getByRole("main").textContent();
      },
      { timeout: 30_000, interval: 500 },
    )
    .toContain("3 clients added, 0 already here");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the 1 refused row" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv).toContain("“12” is no phone number");
  await page.getByRole("link", { name: "See the clients" }).click();
  await page.getByRole("link", { name: "Ana O'Neil" }).waitFor();
});

const APPOINTMENTS = `Date,Time,Duration,Client,Client Email,Team Member,Service,Medical history
6/9/2041,10:00,60 min,Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh,wolfe@example.com,Tom,Deep tissue,none
6/9/2041,10:30,60 min,Bea Hall,bea@example.com,Tom,Deep tissue,none
7/9/2041,10:00,60 min,Bea Hall,bea@example.com,Sam,Sports,none
`;

test("appointments are looked at and booked by keyboard on a small phone, and a clash is refused", async () => {
  const viewport = { width: 320, height: 700 };
  const { page } = await adminPage(site, { viewport, expectedErrors: REFUSED });
  await page.goto("/admin/import");
  await page.getByRole("button", { name: "Upload and preview" }).click();
  await page.getByRole("alert").getByRole("link", { name: "Choose what the file holds" }).waitFor();
  await expectNoViolations(page);
  await upload(page, { kind: "appointments", name: "ahead.csv", text: APPOINTMENTS });
  await page.getByRole("definition").filter({ hasText: "someone’s health or belief" }).waitFor();
  await page.getByLabel("Sam", { exact: true }).selectOption("anyone");
  await expectFits(page, 320);
  await expectNoViolations(page);
  await page.getByLabel("Sports", { exact: true }).selectOption("sports-performance-massage");
  await page.getByRole("button", { name: "Look again" }).click();
  await page.getByText("2 new, 0 already here and left as they are, 1 refused").waitFor();
  await page.getByText("That time is taken").waitFor();
  await page.getByRole("button", { name: "Import 2 appointments" }).press("Enter");
  await page.getByText("2 appointments added, 0 already here and left as they were, 1 refused.").waitFor();
  await page.getByText("That time is taken").waitFor();
  await expectFits(page, 320);
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Delete what is left of the list now" }).press("Enter");
  await page.getByText("The list is deleted.").waitFor();
});

const NAMESAKES = "Name,Email,Notes\nKim Lee,one@example.com,Mornings\nKim Lee,two@example.com,\n";
const OF_KIM = "Date,Time,Client,Team Member,Service\n8/9/2041,10:00,Kim Lee,Tom,Deep tissue\n";

test("an appointment of one of two Kims waits for a choice, with its time kept, and notes come if asked for", async () => {
  const { page } = await adminPage(site, { viewport: { width: 360, height: 740 } });
  await upload(page, { kind: "clients", name: "kims.csv", text: NAMESAKES });
  await page.getByLabel("Do you want to import the notes?").selectOption({ label: "Yes, “Notes” as private notes" });
  await page.getByRole("button", { name: "Look again" }).click();
  await page.getByText("Mornings").first().waitFor();
  await page.getByRole("button", { name: "Import 2 clients" }).click();
  await page.getByText("2 clients added").waitFor();
  await upload(page, { kind: "appointments", name: "of-kim.csv", text: OF_KIM });
  await page.getByText("1 new, 0 already here and left as they are, 0 refused").waitFor();
  await page.getByRole("group", { name: "Clients with the same name" }).waitFor();
  await expectFits(page, 360);
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Import 1 appointment" }).click();
  await page.getByRole("heading", { name: "Clients with the same name (1)" }).waitFor();
  await page.goto("/admin/import");
  await page.getByText("Choose the client of 1 appointment.").waitFor();
  await page.getByRole("link", { name: "of-kim.csv" }).click();
  await page.getByRole("heading", { name: "Clients with the same name (1)" }).waitFor();
  await expectFits(page, 360);
  await expectNoViolations(page);
  await page.getByLabel(/^Kim Lee, /).selectOption({ label: "Kim Lee, two@example.com" });
  await page.getByRole("button", { name: "Save the client of row 2" }).click();
  await page.getByRole("heading", { name: "Clients with the same name (1)" }).waitFor({ state: "hidden" });
  await page.getByText("1 appointment added").waitFor();
});
