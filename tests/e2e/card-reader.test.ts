import { expect, onTestFinished, test } from "vitest";
import { localDateOf } from "#app/platform/date-time.ts";
import { PRETEND_READER } from "#scripts/pretend-reader.ts";
import { PRETEND_SUMUP, startPretendSumup } from "#scripts/pretend-sumup.ts";
import { adminPage, MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { freePort } from "#tests/support/free-port.ts";
import { takesPayments } from "#tests/support/options.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { openSite } from "#tests/support/server.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

test.each(byTurns(MONEY_WIDTHS, 1))(
  "an owner pairs a card reader, stops a payment on it, and takes the next one (%s)",
  async (width, viewport) => {
    const port = await freePort();
    const sumup = await startPretendSumup();
    onTestFinished(sumup.close);
    const dataDir = temporaryFolder();
    const server = await openSite({
      ...{ DATA_DIR: dataDir, PORT: String(port), SUMUP_API_URL: sumup.url, OUTBOUND_PRIVATE: sumup.url },
    });
    const { page, app } = await adminPage({ url: server.url, dataDir }, { viewport, expectedErrors: [/409|422/] });
    await takesPayments(app);
    const day = localDateOf(app.clock.now(), "Europe/London");
    const { id } = await walkedIn(app, { day, time: "00:00", minutes: "45", despite: "on", name: "Martin Evans" });

    await page.goto("/admin/money/online/1?at=sumup");
    await page.getByLabel("Merchant code").fill(PRETEND_SUMUP.merchant);
    await page.getByLabel("API key").fill(PRETEND_SUMUP.key);
    await page.getByRole("button", { name: "Save and switch SumUp on" }).click();
    await page.getByRole("heading", { name: "Card reader" }).waitFor();
    await page.getByLabel("Pairing code").fill("no");
    await page.getByRole("button", { name: "Pair the reader" }).click();
    await page.getByText("Enter the pairing code: 8 or 9 letters and numbers").first().waitFor();
    await page.getByLabel("Pairing code").fill(PRETEND_READER.code);
    await page.getByRole("button", { name: "Pair the reader" }).click();
    await page.getByText(/^“Pretend reader” shows the amount/).waitFor();
    await page.getByRole("button", { name: "Find paired readers" }).click();
    await page.getByRole("button", { name: "Use “Pretend reader”" }).click();
    await page.getByRole("button", { name: "Use “Pretend reader”" }).waitFor({ state: "detached" });
    await expectNoViolations(page);

    await page.goto(`/admin/appointments/${id}/pay`);
    await page.getByRole("button", { name: "Card reader, £48.00" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(/^£48\.00 is on the reader “Pretend reader”/).waitFor();
    expect(await page.getByRole("button", { name: /^Cash/ }).count()).toBe(0);
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Stop the reader" }).click();
    await page.getByText(/^The last payment on the card reader was stopped or declined/).waitFor();
    expect(sumup.keptPence()).toBe(0);

    await page.getByRole("button", { name: "Card reader, £48.00" }).click();
    await page.getByRole("link", { name: "Check again" }).waitFor();
    sumup.reader.tap();
    // The page looks by itself, and whoever has no script selects the link.
    if (width === "desktop") await page.getByRole("link", { name: "Check again" }).click();
    await page
      .getByRole("listitem")
      .filter({ hasText: /^£48\.00 by card/ })
      .waitFor();
    expect(await app.db.kysely.selectFrom("payments").select(["method", "pence"]).execute()).toEqual([
      { method: "card", pence: 4800 },
    ]);
    expect(sumup.keptPence()).toBe(4800);

    sumup.payOut();
    await page.goto("/admin/money");
    await page.getByRole("link", { name: "Payouts" }).click();
    await page.getByRole("heading", { level: 1, name: /^Payouts/ }).waitFor();
    await expectNoViolations(page);
    await server.stop();
  },
  120_000,
);
