import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { adminPage, MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { takesPayments } from "#tests/support/options.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { openSite } from "#tests/support/server.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

test.each(byTurns(MONEY_WIDTHS, 1))(
  "a therapist becomes a seller, a receipt is mailed, a statement made, a month seen and a file taken (%s)",
  async (_width, viewport) => {
    const dataDir = temporaryFolder();
    const mails = await mailServer();
    const server = await openSite({ DATA_DIR: dataDir, SMTP_URL: mails.url });
    const { page, app } = await adminPage({ url: server.url, dataDir }, { viewport, expectedErrors: [/409|422/] });
    await takesPayments(app);
    const today = localDateOf(app.clock.now(), "Europe/London");
    const when = { day: today, time: "00:00", minutes: "45", despite: "on" } as const;
    const { id } = await walkedIn(app, { ...when, name: "Martin Évans", email: "martin@example.com" });

    await page.goto("/admin/settings/payments");
    await page.getByRole("link", { name: "Imogen Hartley" }).click();
    await page.getByRole("heading", { level: 1, name: "Imogen Hartley" }).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Choose whose sale it is").first().waitFor();
    await page.getByLabel(/^The practice/).check();
    await page.getByLabel("Qualification (optional)").fill("BTEC Level 5");
    await page.getByLabel("Register (optional)", { exact: true }).fill("CNHC");
    await page.getByLabel("Number in the register (optional)").fill("012345");
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").first().waitFor();

    await page.goto(`/admin/appointments/${id}/pay`);
    await page.getByRole("button", { name: "Card, £48.00" }).click();
    await page.getByRole("button", { name: "Make a receipt" }).click();
    await page.getByRole("article", { name: /^Receipt LY-\d{4}-0001$/ }).waitFor();
    await page.getByRole("link", { name: "For a health cash plan" }).click();
    await page.getByText("CNHC, number 012345").waitFor();
    await expectNoViolations(page);
    await expectToFit(page);
    await page.getByRole("button", { name: "Send to martin@example.com" }).click();
    await page.getByText("On its way to martin@example.com.").waitFor();
    const receipt = () => mails.arrived.find(({ mail }) => /^Receipt LY/.test(mail.subject ?? ""));
    await expect.poll(receipt, { timeout: 30_000 }).toBeDefined();
    expect([receipt()?.recipients, receipt()?.mail.text]).toEqual([
      ["martin@example.com"],
      expect.stringContaining("CNHC, number 012345"),
    ]);

    const { client_id: clientId } = await app.db.kysely
      .selectFrom("appointments")
      .select("client_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await page.goto(`/admin/clients/${clientId}`);
    await page.getByRole("link", { name: "Statements and receipts" }).click();
    await page.getByLabel("First day").fill(addDays(today, 2));
    await page.getByLabel("Last day").fill(addDays(today, 1));
    await page.getByRole("button", { name: "Make a statement" }).click();
    await page.getByText("Choose a last day that is not before the first.").first().waitFor();
    await page.getByLabel("First day").fill(today);
    await page.getByRole("button", { name: "Make a statement" }).click();
    const statement = page.getByRole("article", { name: "Statement" });
    await statement.getByText("£48.00").first().waitFor();
    expect(await statement.innerText()).not.toContain("VAT");
    await expectNoViolations(page);
    await expectToFit(page);

    await page.goto("/admin/money");
    await page.getByRole("link", { name: /^See .* as a list$/ }).click();
    await page.getByText(/£48\.00 taken\. 1 day is open\./).waitFor();
    await expectNoViolations(page);
    await expectToFit(page);

    await page.goto("/admin/money/accountant");
    await page.getByText("1 payment, £48.00 with tips").waitFor();
    await expectNoViolations(page);
    await expectToFit(page);
    const british = today.split("-").reverse().join("/");
    expect(await fileOf(page, "FreeAgent")).toMatch(new RegExp(`^${british},48\\.00,Card payment [A-P]{16}\\r\\n$`));
    expect(await fileOf(page, "QuickBooks")).toMatch(
      new RegExp(`^Date,Description,Amount\\r\\n${british},Card payment [A-P]{16},48\\.00\\r\\n$`),
    );
    expect((await fileOf(page, "Xero, sales")).split("\r\n")[1]).toContain("1,48.00,,200,No VAT");
    await page.context().close();
    await server.stop();
  },
  180_000,
);

async function fileOf(page: Page, system: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: `Download for ${system}`, exact: true }).click(),
  ]);
  return readFile(await download.path(), "utf8");
}

async function expectToFit(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
}
