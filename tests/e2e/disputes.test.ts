import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { openPayPage } from "#app/payments/online/open-page.server.ts";
import { payUrlOf } from "#app/payments/online/pay-links.db.server.ts";
import { makeLink } from "#app/payments/online/pay-links.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { OWNER, switchOn } from "#tests/support/pretend-stripe.ts";
import { stripeSite } from "#tests/support/stripe-site.ts";

test.each(byTurns(MONEY_WIDTHS, 0))(
  "a bank takes a payment back: Today says so, its page has the PDF, and a lost one is decided once (%s)",
  async (_width, viewport) => {
    const { stripe, server, page, app: plain } = await stripeSite({ viewport, expectedErrors: [/409|422/] });
    const app = { ...plain, config: { ...plain.config, ...stripe.config } };
    await switchOn(app, "1");
    const day = localDateOf(app.clock.now(), "Europe/London");
    const { id } = await walkedIn(app, { day, time: "00:00", minutes: "45", despite: "on", name: "Martin Evans" });
    const made = await makeLink(app, OWNER, [id]);
    const url = payUrlOf(app, made.kind === "saved" ? made.id : "");
    await openPayPage(app, { secret: url.slice(url.lastIndexOf("/") + 1), clientAddress: "192.0.2.7" });
    const { session } = await app.db.kysely.selectFrom("pay_pages").select("session").executeTakeFirstOrThrow();
    stripe.pay(session ?? "");
    await soon(app);

    // The switch of the pretend provider's page.
    await fetch(`${stripe.url}/dispute`, { method: "POST", body: new URLSearchParams({ step: "begin" }) });
    await soon(app);
    await page.goto("/admin");
    await page.getByRole("link", { name: /Disputed payments to answer/ }).click();
    await page.getByText(/^Answer by /).waitFor();
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Martin Evans" }).click();
    await page.getByRole("heading", { name: "£48.00 from Martin Evans" }).waitFor();
    await page.getByText("The cardholder says that the treatment did not take place.").waitFor();
    await page.getByText(/^£48\.00 was taken from your account at Stripe\./).waitFor();
    await expectNoViolations(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download the PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Answer-to-dispute-du_pretend_\d+\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");

    await fetch(`${stripe.url}/dispute`, { method: "POST", body: new URLSearchParams({ step: "lose" }) });
    await soon(app);
    await page.reload();
    await page.getByText("£48.00 is gone. Does the client still owe it?").waitFor();
    await expectNoViolations(page);
    await page.getByRole("button", { name: "They owe it again" }).click();
    await page.getByText("You decided that the client owes this again.").waitFor();
    await page.getByRole("link", { name: "See the bill" }).click();
    await page.getByRole("button", { name: "Card, £48.00" }).waitFor();
    await soon(app);
    expect(stripe.refunds).toEqual([]);
    await page.goto("/admin/money");
    await page.getByRole("link", { name: "Disputes" }).click();
    await page.getByText("Lost", { exact: true }).waitFor();
    await server.stop();
  },
  180_000,
);

/** All that waits at the provider is read now. */
async function soon(app: Parameters<typeof followOnline>[0]): Promise<void> {
  await app.db.kysely.updateTable("pay_pages").set({ check_at: 0 }).where("check_at", "is not", null).execute();
  await app.db.kysely.updateTable("tills").set({ payouts_at: 0 }).execute();
  await followOnline(app);
}
