import { expect, test } from "vitest";
import { checkLedgerIfDue } from "#app/payments/payments.jobs.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { adminPage, MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { openSite } from "#tests/support/server.ts";
import { newSession } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each(byTurns(MONEY_WIDTHS, 0))(
  "a fee is charged by a press, a part is given back, and credit is put on account (%s)",
  async (_width, viewport) => {
    const dataDir = temporaryFolder();
    const server = await openSite({ DATA_DIR: dataDir });
    const { page, app } = await adminPage({ url: server.url, dataDir }, { viewport, expectedErrors: [/409|422/] });
    await takesPayments(app);
    const now = app.clock.now();
    const db = app.db.kysely;
    const value = settingSchemas.bookingRules.parse({ chargesLate: true });
    await writeSetting(db, { key: "bookingRules", value, now });
    await raiseContentVersion(db, now);
    const words = "Later than that it may cost up to 50% of the price.";
    await db
      .insertInto("fee_rules")
      .values({ id: "rule", at: now - 60 * DAY, words, notice: 1440, percent: 50 })
      .execute();
    const cancelled = { at: now, actor: "client:ana", askedBy: "client" as const, late: true };
    const what = { minutes: 60, pence: 4800, therapist: "demo-imogen-hartley", service: "demo-deep-tissue-massage" };
    const late = { id: "late-0", client: "ana", start: now + 5 * HOUR, status: "Cancelled", state: null };
    await insertVisits(app, [{ ...what, ...late, source: "website", cancelled }]);
    await db.updateTable("cancellations").set({ chargeable: 1 }).execute();
    await db
      .updateTable("appointments")
      .set({ created_at: now - 30 * DAY })
      .where("id", "=", "late-0")
      .execute();

    await page.goto("/admin/money/unpaid");
    await page.getByRole("heading", { name: "Fees to decide" }).waitFor();
    await expectNoViolations(page);
    await page.getByRole("link", { name: "=ana" }).click();
    await page.getByText(`Their booking said: “${words}”`).waitFor();
    await page.getByText("In the year before: nothing like it.").waitFor();
    await expectNoViolations(page);
    await page.getByLabel("Fee in pounds").fill("30");
    await page.getByRole("button", { name: "Charge the fee" }).click();
    await page.getByText("Enter an amount up to £24.00.").first().waitFor();
    await page.getByLabel("Fee in pounds").fill("20");
    await page.getByRole("button", { name: "Charge the fee" }).click();
    await page.getByRole("button", { name: "Card, £20.00" }).click();
    await page.getByText("paid £20.00 by card").first().waitFor();

    const day = addDays(localDateOf(now, "Europe/London"), -1);
    const { id } = await walkedIn(app, { day, time: "00:00", minutes: "45", despite: "on", name: "Martin Evans" });
    await page.goto(`/admin/appointments/${id}/pay`);
    await page.getByRole("button", { name: "Card, £48.00" }).click();
    await page.getByText("Martin Evans paid £48.00 by card").waitFor();
    await page.getByText("Give a part back").click();
    await page.getByText("£48.00 is left of it.").waitFor();
    await page.getByLabel("Give back in pounds").fill("50");
    await page.getByLabel("Reason").last().fill("Cut short");
    await page.getByRole("button", { name: "Give it back" }).click();
    await page.getByText("Only £48.00 of it is left.").waitFor();
    await page.getByLabel("Give back in pounds").fill("18");
    await page.getByRole("button", { name: "Give it back" }).click();
    await page.getByText("Given back: £18.00 by card").waitFor();
    await expectNoViolations(page);

    const clientId = (await db.selectFrom("appointments").select("client_id").where("id", "=", id).executeTakeFirst())
      ?.client_id;
    await page.goto(`/admin/clients/${clientId}/money`);
    await page.getByLabel("Put on account, in pounds").fill("60");
    await page.getByRole("button", { name: "Add credit" }).click();
    await page.getByText("Owes nothing, has £60.00 of credit").waitFor();
    await expectNoViolations(page);
    await page.getByLabel("Give back in pounds").fill("61");
    await page.getByLabel("Reason").fill("Moved away");
    await page.getByRole("button", { name: "Give credit back" }).click();
    await page.getByText("Only £60.00 of credit is left.").waitFor();
    await page.goto("/admin/settings/payments/rules");
    await page.getByLabel(/^Most that a late cancellation/).fill("40");
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/saved/);

    expect(await page.getByLabel(/^Most that a late cancellation/).inputValue()).toBe("40");
    await page.context().close();
    await server.stop();
  },
  180_000,
);

test.each(byTurns(MONEY_WIDTHS, 1))(
  "reception asks an owner to give back more than it may, and the owner does it from Today (%s)",
  async (_width, viewport) => {
    const dataDir = temporaryFolder();
    const server = await openSite({ DATA_DIR: dataDir });
    const { page, app } = await adminPage({ url: server.url, dataDir }, { viewport });
    await takesPayments(app);
    const start = app.clock.now() - 2 * DAY;
    const what = { minutes: 60, pence: 15_000, therapist: "demo-imogen-hartley", service: "demo-deep-tissue-massage" };
    const came = { client: "ana", start, status: "Confirmed", state: "finished", source: "website", cancelled: null };
    await insertVisits(app, [{ id: "dear", ...what, ...came }]);
    const ruth = await staffIn(app, { roles: ["reception"], name: "Ruth Marsh" });
    const desk = await newPage(server.url, { viewport, expectedErrors: [/status of 403/] });
    const { browserCookie } = await newSession(app, ruth.id);
    await desk.context().addCookies([{ ...browserCookie, url: server.url }]);
    await desk.goto("/admin/appointments/dear/pay");
    await desk.getByRole("button", { name: "Card, £150.00" }).click();
    await desk.getByText("paid £150.00 by card").first().waitFor();
    await desk.getByText("Give a part back").click();
    await desk.getByLabel("Give back in pounds").fill("120");
    await desk.getByLabel("Reason").last().fill("Course was cut short");
    await desk.getByRole("button", { name: "Ask an owner to give it back" }).click();
    await desk.getByText("An owner decides about more than £100.00. They have your request.").waitFor();
    await desk.goto("/admin/money/requests");
    expect(new URL(desk.url()).pathname).not.toBe("/admin/money/requests");

    await page.goto("/admin");
    await page.getByRole("link", { name: /Refunds and write-offs to decide/ }).click();
    await page.getByRole("heading", { name: "Give back £120.00, =ana" }).waitFor();
    await page.getByText("Course was cut short").waitFor();
    await page.getByText(/^Ruth Marsh, /).waitFor();
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Give back £120.00" }).click();
    await page.getByText("There is nothing to decide.").waitFor();
    await desk.goto("/admin/appointments/dear/pay");
    await desk.getByText("Given back: £120.00 by card").waitFor();
    const { entries } = (await checkLedgerIfDue(app)) ?? {};
    await page.goto("/admin/settings/payments");
    await page.getByText(new RegExp(`^Checked each night: on .*, all ${entries} entries agreed\\.$`)).waitFor();
    await expectNoViolations(page);
    await desk.context().close();
    await page.context().close();
    await server.stop();
  },
  180_000,
);
