import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { followSchedule, noteFeeRule } from "#app/payments/fees.server.ts";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { type Settings, settingSchemas } from "#app/settings/settings.ts";
import { MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { chooseTime, fillPerson, laterDay, openBooking, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { DEEP_TISSUE, switchOn } from "#tests/support/pretend-stripe.ts";
import { stripeSite } from "#tests/support/stripe-site.ts";

const MINUTE = 60_000;
const EXPECTED = [/^foreign host: http:\/\/127\.0\.0\.1:\d+\//, /favicon\.ico/, /409/];

test.each(byTurns(MONEY_WIDTHS, 0))(
  "a new client who cancels late loses the deposit, and gets it back once the time is sold again (%s)",
  async (_width, viewport) => {
    const { stripe, server, page, app, paying } = await stripeSite({ viewport });
    await switchOn(paying, "1");
    const now = app.clock.now();
    const { settings } = await readSettings(app.db.kysely, app.log);
    const write = <Key extends keyof Settings>(key: Key, value: Settings[Key]) =>
      writeSetting(app.db.kysely, { key, value, now });
    // Each time of the next two weeks is late, whatever the day on which this runs.
    await write("bookingRules", { ...settings.bookingRules, chargesLate: true, changeNotice: 14 * 24 * 60 });
    await write("moneyRules", { ...settings.moneyRules, leisure: [DEEP_TISSUE] });
    await write("prepayment", settingSchemas.prepayment.parse({ what: "amount", who: "new", services: [DEEP_TISSUE] }));
    await raiseContentVersion(app.db.kysely, now);
    await noteFeeRule(app);

    const later = { ...paying, clock: { now: () => app.clock.now() + 10 * MINUTE } };
    for (const javaScriptEnabled of [true, false]) {
      const client = await newPage(server.url, { viewport, javaScriptEnabled, expectedErrors: EXPECTED });
      await openBooking(client, `?service=deep-tissue-massage&day=${laterDay()}`);
      const { start } = await chooseTime(client, javaScriptEnabled ? 0 : 3);
      await fillPerson(client, javaScriptEnabled ? undefined : { ...SECOND });
      if (!javaScriptEnabled) await client.getByRole("button", { name: "Pay £15.00 and book" }).click();
      await client
        .getByText(/^It is too late to cancel free of charge\. From now on £15\.00 is kept/)
        .first()
        .waitFor();
      await client.getByRole("button", { name: "Pay £15.00 and book" }).click();
      await client.getByRole("button", { name: "Pay with the pretend card" }).click();
      await untilScheduled(client);
      await client.getByRole("link", { name: "Cancel appointment £15.00 kept" }).click();
      await client.getByRole("heading", { name: /^Cancel/ }).waitFor();
      await expectToFit(client);
      if (javaScriptEnabled) await expectNoViolations(client);
      await client.getByText("£15.00 of what you paid is kept").waitFor();
      await client.getByRole("button", { name: "Cancel: the £15.00 deposit is kept" }).click();
      await client.getByRole("heading", { name: "Appointment cancelled." }).waitFor();
      await client
        .getByText(/^£15\.00 of what you paid is kept\. If someone else books the time, nothing is kept/)
        .waitFor();
      await followOnline(later);
      await client.reload();
      await client
        .getByText("£15.00 of what you paid is kept. If someone else books the time, it goes back, too.")
        .waitFor();
      if (javaScriptEnabled) await expectNoViolations(client);
      await expectToFit(client);
      const before = stripe.refunds.length;

      const other = await newPage(server.url, { viewport, expectedErrors: EXPECTED });
      await openBooking(other, `?service=deep-tissue-massage&day=${laterDay()}`);
      await other.locator(`input[type=radio][name=start][value="${start}"]`).check();
      const email = `uma${Number(javaScriptEnabled)}@example.com`;
      await fillPerson(other, { name: "Uma Patel", phone: `07700 90098${Number(javaScriptEnabled)}`, email });
      await other.getByRole("button", { name: "Pay £15.00 and book" }).click();
      await other.getByRole("button", { name: "Pay with the pretend card" }).click();
      await untilScheduled(other);
      await followSchedule(later);
      await followOnline(later);
      await expect.poll(() => stripe.refunds.slice(before).map(({ amount }) => amount)).toEqual([1500]);
      await client.reload();
      await client.getByText("£15.00 went back to your card, as someone else has booked the time.").waitFor();
    }
    expect(stripe.refunds).toHaveLength(2);
    await page.goto("/admin");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectNoViolations(page);
    await server.stop();
  },
  240_000,
);

const SECOND = { name: "Tom Jones", phone: "07700 900983", email: "tom@example.com" };

async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
