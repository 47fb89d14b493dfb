import { expect, test } from "vitest";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { adminPage, MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { takesPayments } from "#tests/support/options.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { openSite } from "#tests/support/server.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const ZONE = "Europe/London";

test.each(byTurns(MONEY_WIDTHS, 1))(
  "attended to paid in two presses, split, receipt, and the day is closed (%s)",
  async (_width, viewport) => {
    const dataDir = temporaryFolder();
    const server = await openSite({ DATA_DIR: dataDir });
    const { page, app } = await adminPage({ url: server.url, dataDir }, { viewport, expectedErrors: [/409|422/] });
    await takesPayments(app);
    const when = { day: localDateOf(app.clock.now(), ZONE), time: "00:00", minutes: "45", despite: "on" } as const;
    const { id } = await walkedIn(app, { ...when, name: "Martin Evans" });
    const other = await walkedIn(app, { ...when, day: addDays(when.day, -1), name: "Leila Patel" });
    await page.goto("/admin");
    await page
      .getByRole("link", { name: /^Take £48\s*from Martin Evans$/ })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: "Martin Evans" }).waitFor();
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Card, £48.00" }).click();
    await page.getByText("Martin Evans paid £48.00 by card").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Card, £48.00" }).click();
    await page.getByText("Martin Evans paid £48.00 by card").waitFor();
    await page.getByRole("button", { name: "Make a receipt" }).click();
    const receipt = page.getByRole("article", { name: /^Receipt LY-\d{4}-0001$/ });
    await receipt.getByText("Paid £48.00 by card").waitFor();
    expect(await receipt.innerText()).not.toContain("VAT");
    await expectNoViolations(page);

    await page.goto(`/admin/appointments/${other.id}/pay`);
    await page.getByText("Split the payment").click();
    await page.getByLabel("Amount in pounds").fill("12,50");
    await page.getByRole("button", { name: "Cash", exact: true }).click();
    await page.getByText("Enter an amount in pounds, like 48 or 48.50, up to £10,000.").first().waitFor();
    await page.getByLabel("Amount in pounds").fill("20");
    await page.getByText("Adds up: £20.00 and the rest of £28.00.").waitFor();
    await page.getByRole("button", { name: "Cash", exact: true }).click();
    await page.getByText("Leila Patel paid £20.00 by paper voucher and £28.00 in cash").waitFor();

    await page.goto("/admin/money");
    await page.getByRole("heading", { level: 1, name: "End of the day" }).waitFor();
    await expectNoViolations(page);
    await page.getByLabel(/^Cash in the drawer/).fill("63");
    await page.getByLabel("Cash for the bank, in pounds (optional)").fill("23");
    await page.getByText("£40.00 stays in the drawer as the next float.").waitFor();
    await page.getByRole("button", { name: "Close the day, £5.00 short" }).click();
    await page.getByText("Say in one sentence what happened.").first().waitFor();
    await page.getByLabel("What happened (if there is a difference)").fill("Gave Joan £5 too much change.");
    await page.getByRole("button", { name: "Close the day, £5.00 short" }).click();
    await page.getByText("Closed, £5.00 short. Gave Joan £5 too much change.").waitFor();
    await page.getByText(/^Imogen Hartley, /).waitFor();
    await page.getByText("counted £63.00, with £40.00 float; £23.00 for the bank").waitFor();
    await expectNoViolations(page);
    await page.goto(`/admin/appointments/${id}`);
    await page.getByRole("link", { name: "£48.00 by card" }).waitFor();
    await page.context().close();
    await server.stop();
  },
  180_000,
);
