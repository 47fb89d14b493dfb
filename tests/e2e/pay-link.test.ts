import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { PRETEND_KEY, PRETEND_SIGNING_KEY } from "#scripts/pretend-stripe.ts";
import { PRETEND_SUMUP, startPretendSumup } from "#scripts/pretend-sumup.ts";
import { adminPage, MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { freePort } from "#tests/support/free-port.ts";
import { takesPayments } from "#tests/support/options.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { openSite } from "#tests/support/server.ts";
import { stripeSite } from "#tests/support/stripe-site.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const FOREIGN = [/^foreign host: http:\/\/127\.0\.0\.1:\d+\//, /favicon\.ico/];

// A script is of no use to who pays: at one width there is one, at the other none.
test.each(byTurns(MONEY_WIDTHS, 0))(
  "an owner pastes a key, makes a link, and a client pays by it with a pretend card (%s)",
  async (width, viewport) => {
    const { stripe, server, page, app } = await stripeSite({ viewport, expectedErrors: [/409|422/] });
    const when = {
      day: localDateOf(app.clock.now(), "Europe/London"),
      time: "00:00",
      minutes: "45",
      despite: "on",
    } as const;
    const { id } = await walkedIn(app, { ...when, name: "Martin Evans" });

    await page.goto(`/admin/appointments/${id}/pay`);
    await page.getByRole("button", { name: "Card, £48.00" }).waitFor();
    expect(await page.getByRole("button", { name: "Let them pay online" }).count()).toBe(0);
    await page.goto("/admin/settings/payments");
    await page.getByRole("link", { name: "Payments online" }).click();
    await page.getByText("Payments online are off. Clients don’t see them.").waitFor();
    await expectNoViolations(page);
    await page.getByLabel("Secret key").fill("pk_live_not_secret");
    await page.getByRole("button", { name: "Save and switch Stripe on" }).click();
    await page
      .getByText(/^Copy the secret key again/)
      .first()
      .waitFor();
    await page.getByLabel("Secret key").fill(PRETEND_KEY);
    await page.getByLabel("Signing secret (optional)").fill(PRETEND_SIGNING_KEY);
    await page.getByRole("button", { name: "Test the key" }).click();
    await page.getByText("The key works: Stripe opened a page and closed it again. Now save it.").waitFor();
    await page.getByLabel("Secret key").fill(PRETEND_KEY);
    await page.getByLabel("Signing secret (optional)").fill(PRETEND_SIGNING_KEY);
    await page.getByRole("button", { name: "Save and switch Stripe on" }).click();
    await page.getByText(/^Pretend provider\. This is pretend: no money moves\./).waitFor();
    await expectNoViolations(page);

    await page.goto(`/admin/appointments/${id}/pay`);
    await page.getByRole("button", { name: "Let them pay online" }).click();
    await page.getByRole("img", { name: "The address of this link, to be scanned" }).waitFor();
    await expectNoViolations(page);
    await expectToFit(page);
    const address = (await page.locator("code").innerText()).trim();

    const client = await newPage(server.url, {
      ...{ viewport, javaScriptEnabled: width === "desktop", expectedErrors: FOREIGN },
    });
    await client.goto(address);
    await client.getByText("£48.00 to pay").waitFor();
    await client.getByText("For Martin Evans, sold by Limber Yard Therapies Ltd").waitFor();
    if (width === "desktop") await expectNoViolations(client);
    await client.getByRole("button", { name: "Pay £48.00" }).click();
    await client.getByRole("heading", { name: "Pay with a pretend card" }).waitFor();
    await client.getByText("This is pretend. It is not Stripe, and no money moves.").waitFor();
    await client.getByRole("button", { name: "Pay with the pretend card" }).click();
    await client.getByRole("heading", { name: "Thank you, it is paid" }).waitFor();
    await client.getByText(/^£48\.00 was paid to Limber Yard Therapies Ltd\./).waitFor();

    await page.goto(`/admin/appointments/${id}/pay`);
    await page
      .getByRole("listitem")
      .filter({ hasText: /^£48\.00 online/ })
      .waitFor();
    await page.getByText("Give a part back").first().click();
    await page.getByLabel("Give back in pounds").fill("8");
    await page.locator("details[open]").getByLabel("Reason").fill("Sorry");
    await page.getByRole("button", { name: "Give it back", exact: true }).click();
    await page.getByText(/^Given back: £8\.00 online/).waitFor();
    await followOnline({ ...app, config: { ...app.config, ...stripe.config } });
    await expect.poll(() => stripe.refunds.map(({ amount }) => amount)).toEqual([800]);
    await page.goto("/admin/money");
    await page.getByText("Online", { exact: true }).first().waitFor();
    await page.getByRole("link", { name: "Links to pay by" }).click();
    await page.getByText("Paid £48.00").waitFor();
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Martin Evans" }).click();
    await page.getByText("8.00 GBP: given back").waitFor();
    expect(await app.db.kysely.selectFrom("payments").select(["method", "pence"]).orderBy("at").execute()).toEqual([
      { method: "online", pence: 4800 },
      { method: "online", pence: -800 },
    ]);
    await server.stop();
  },
  180_000,
);

test.each(byTurns(MONEY_WIDTHS, 1))(
  "an owner uses SumUp instead, and a client pays on its page after a card was declined (%s)",
  async (width, viewport) => {
    const port = await freePort();
    const sumup = await startPretendSumup({ sends: true });
    onTestFinished(sumup.close);
    const dataDir = temporaryFolder();
    const server = await openSite({
      ...{ DATA_DIR: dataDir, PORT: String(port), SUMUP_API_URL: sumup.url, OUTBOUND_PRIVATE: sumup.url },
    });
    const { page, app } = await adminPage({ url: server.url, dataDir }, { viewport, expectedErrors: [/409|422/] });
    await takesPayments(app);
    const day = localDateOf(app.clock.now(), "Europe/London");
    const { id } = await walkedIn(app, { day, time: "00:00", minutes: "45", despite: "on", name: "Martin Evans" });

    await page.goto("/admin/settings/payments");
    await page.getByRole("link", { name: "Payments online" }).click();
    await page.getByRole("link", { name: "Use SumUp instead" }).click();
    await page.getByLabel("API key").fill(PRETEND_SUMUP.key);
    await page.getByRole("button", { name: "Save and switch SumUp on" }).click();
    await page.getByText("Enter the merchant code").first().waitFor();
    await page.getByLabel("Merchant code").fill("WRONG123");
    await page.getByLabel("API key").fill(PRETEND_SUMUP.key);
    await page.getByRole("button", { name: "Save and switch SumUp on" }).click();
    await page.getByText(/^Not saved\. SumUp answered 404/).waitFor();
    await expectNoViolations(page);
    await page.getByLabel("Merchant code").fill(PRETEND_SUMUP.merchant);
    await page.getByLabel("API key").fill(PRETEND_SUMUP.key);
    await page.getByRole("button", { name: "Test the key" }).click();
    await page.getByText("The key works: SumUp opened a page and closed it again. Now save it.").waitFor();
    await page.getByLabel("Merchant code").fill(PRETEND_SUMUP.merchant);
    await page.getByLabel("API key").fill(PRETEND_SUMUP.key);
    await page.getByRole("button", { name: "Save and switch SumUp on" }).click();
    await page.getByText(/^Pretend provider\. This is pretend: no money moves\./).waitFor();
    await expectNoViolations(page);
    await expectToFit(page);

    await page.goto(`/admin/appointments/${id}/pay`);
    await page.getByRole("button", { name: "Let them pay online" }).click();
    await page.getByRole("img", { name: "The address of this link, to be scanned" }).waitFor();
    const address = (await page.locator("code").innerText()).trim();
    const client = await newPage(server.url, {
      ...{ viewport, javaScriptEnabled: width === "phone", expectedErrors: FOREIGN },
    });
    await client.goto(address);
    await client.getByText("This leads to SumUp’s page, where you pay by card.").waitFor();
    await client.getByRole("button", { name: "Pay £48.00" }).click();
    await client.getByText("This is pretend. It is not SumUp, and no money moves.").waitFor();
    sumup.decline([...sumup.checkouts.keys()].at(-1) ?? "");
    await client.getByRole("link", { name: "Back without paying" }).click();
    await client.getByRole("link", { name: "go back to what you pay for" }).click();
    await client.getByRole("button", { name: "Pay £48.00" }).click();
    await client.getByRole("button", { name: "Pay with the pretend card" }).click();
    await client.getByRole("heading", { name: "Thank you, it is paid" }).waitFor();

    await page.goto(`/admin/appointments/${id}/pay`);
    await page.getByText("Give a part back").first().click();
    await page.getByLabel("Give back in pounds").fill("8");
    await page.locator("details[open]").getByLabel("Reason").fill("Sorry");
    await page.getByRole("button", { name: "Give it back", exact: true }).click();
    await page.getByText(/^Given back: £8\.00 online/).waitFor();
    await followOnline({ ...app, config: { ...app.config, ...sumup.config } });
    await expect.poll(() => sumup.refunds.map(({ amount }) => amount)).toEqual([8]);
    await server.stop();
  },
  180_000,
);

async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
