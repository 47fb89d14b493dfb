import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { chooseTime, fillPerson, laterDay, openBooking, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { hasWaitingList } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { DEEP_TISSUE, switchOn } from "#tests/support/pretend-stripe.ts";
import { newSession, personIn } from "#tests/support/signed-in.ts";
import { stripeSite } from "#tests/support/stripe-site.ts";
import { offeredIn } from "#tests/support/waits.ts";

const EXPECTED = [/^foreign host: http:\/\/127\.0\.0\.1:\d+\//, /favicon\.ico/, /409/];

test.each(byTurns(MONEY_WIDTHS, 1))(
  "an owner asks for a deposit, and guests with and without a script read it, pay it, and get it back, by itself or by one press (%s)",
  async (_width, viewport) => {
    const { stripe, server, page, app, paying } = await stripeSite({ viewport, expectedErrors: [/422/] });
    await switchOn(paying, "1");

    await page.goto("/admin/settings/payments");
    await page.getByRole("link", { name: "Payment when booking" }).click();
    await page.getByText("Nothing is paid when booking.").waitFor();
    await page.getByRole("link", { name: "Add a rule" }).click();
    await page.getByLabel("All services").uncheck();
    await page.getByLabel("What they pay when they book online").selectOption({ label: "a fixed amount" });
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByText(/^Select at least one service/)
      .first()
      .waitFor();
    await page.getByLabel("Deep Tissue Massage").check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Button: “Pay £15.00 and book”").first().waitFor();
    await expectNoViolations(page);
    await expectToFit(page);

    const inMinutes = (minutes: number) => ({ ...paying, clock: { now: () => app.clock.now() + minutes * 60_000 } });
    for (const javaScriptEnabled of [true, false]) {
      const client = await newPage(server.url, { viewport, javaScriptEnabled, expectedErrors: EXPECTED });
      await openBooking(client, `?service=deep-tissue-massage&day=${laterDay()}`);
      await chooseTime(client, javaScriptEnabled ? 0 : 3);
      await fillPerson(client, javaScriptEnabled ? undefined : { ...SECOND });
      const button = client.getByRole("button", { name: "Pay £15.00 and book" });
      if (!javaScriptEnabled) {
        await button.click();
        await client
          .getByText(/^£15\.00 of it is paid when you book/)
          .first()
          .waitFor();
      }
      await client.getByText("Now, by card £15.00").waitFor();
      await client.getByText("To pay at the practice £43.00").waitFor();
      await client.getByText(/^Cancel before it begins, and £15\.00 goes back the way you paid\./).waitFor();
      if (javaScriptEnabled) {
        await expectNoViolations(client);
        await expectToFit(client);
      }
      await button.click();
      await client.getByRole("heading", { name: "Pay with a pretend card" }).waitFor();
      await client.getByRole("button", { name: "Pay with the pretend card" }).click();
      await untilScheduled(client);
      await client.getByText(/^£58\.00 in total: £15\.00 paid when you booked, £43\.00 to pay/).waitFor();
      await expectToFit(client);
      await client.getByRole("link", { name: "Move your appointment" }).click();
      await client.getByText(/The £15\.00 deposit moves along\. You pay nothing now\./).waitFor();
      await expectToFit(client);
      await client.getByRole("link", { name: "Keep it as it is" }).click();
      await client.getByRole("link", { name: "Cancel appointment £15.00 back" }).click();
      await client.getByRole("button", { name: "Cancel and get £15.00 back" }).click();
      await client.getByRole("heading", { name: "Appointment cancelled." }).waitFor();
      await followOnline(inMinutes(3));
      if (!javaScriptEnabled) continue;
      await expect.poll(() => stripe.refunds.map(({ amount }) => amount)).toEqual([1500]);
      await page.goto("/admin/settings/payments/rules");
      await page.getByLabel("Send a refund that is due back to the card by itself").uncheck();
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForURL(/saved/);
    }
    expect(stripe.refunds).toHaveLength(1);
    await page.goto("/admin");
    await page.getByRole("link", { name: /Refunds to send/ }).click();
    await page.getByRole("heading", { name: "Refunds to send" }).waitFor();
    await expectNoViolations(page);
    await expectToFit(page);
    await page.getByRole("button", { name: "Send £15.00 back of Tom Jones" }).click();
    await page.getByText("There is nothing to decide.").waitFor();
    await followOnline(inMinutes(4));
    await expect.poll(() => stripe.refunds.map(({ amount }) => amount)).toEqual([1500, 1500]);
    await server.stop();
  },
  240_000,
);

test.each(byTurns(MONEY_WIDTHS, 0))(
  "while the key is taken back guests book without paying, or read the number, and the owner reads why (%s)",
  async (_width, viewport) => {
    const { stripe, server, page, paying } = await stripeSite({ viewport });
    await switchOn(paying, "1");
    await page.goto("/admin/settings/payments/prepay/new");
    await page.getByLabel("All services").uncheck();
    await page.getByLabel("What they pay when they book online").selectOption({ label: "a fixed amount" });
    await page.getByLabel("Deep Tissue Massage").check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Button: “Pay £15.00 and book”").first().waitFor();

    stripe.become("revoked");
    const client = await newPage(server.url, { viewport, expectedErrors: EXPECTED });
    await openBooking(client, `?service=deep-tissue-massage&day=${laterDay()}`);
    await chooseTime(client, 0);
    await fillPerson(client);
    await client.getByRole("button", { name: "Pay £15.00 and book" }).click();
    await untilScheduled(client);
    await client.getByText("Card payments did not work, so nothing was paid when you booked.").waitFor();
    await client.getByText(/^£58\.00 in total, to pay/).waitFor();
    await expectNoViolations(client);
    await expectToFit(client);
    await openBooking(client, `?service=deep-tissue-massage&day=${laterDay()}`);
    await chooseTime(client, 2);
    await client
      .getByRole("button", { name: /^Confirm booking, pay £58/ })
      .filter({ visible: true })
      .waitFor();

    await page.goto("/admin");
    await page.getByText("Stripe refuses your key").filter({ visible: true }).first().waitFor();
    await page.goto("/admin/settings/payments/prepay");
    await page.getByLabel("While card payments don’t work").selectOption({ label: "Take it by phone only" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Button: “Pay £15.00 and book”").first().waitFor();
    await expectNoViolations(page);
    await expectToFit(page);
    await openBooking(client, `?service=deep-tissue-massage&day=${laterDay()}`);
    await client.getByText(/^Card payments do not work at the moment, so this can’t be booked online/).waitFor();
    await client
      .getByRole("link", { name: /^01632/ })
      .first()
      .waitFor();
    await expectNoViolations(client);
    await expectToFit(client);
    await server.stop();
  },
  240_000,
);

test.each(byTurns(MONEY_WIDTHS, 1))(
  "a time from the waiting list is paid before it stands, with and without a script (%s)",
  async (_width, viewport) => {
    const { server, app, paying } = await stripeSite({ viewport });
    await switchOn(paying, "1");
    await hasWaitingList(app, true);
    const now = app.clock.now();
    const value = settingSchemas.prepayment.parse({ what: "amount", services: [DEEP_TISSUE] });
    await writeSetting(app.db.kysely, { key: "prepayment", value, now });
    await raiseContentVersion(app.db.kysely, now);
    for (const javaScriptEnabled of [true, false]) {
      const name = javaScriptEnabled ? "Rosa" : "Rory";
      const { secret } = await offeredIn(app, { name, email: `${name.toLowerCase()}@example.com` });
      const client = await newPage(server.url, { viewport, javaScriptEnabled, expectedErrors: EXPECTED });
      await client.goto(`/waiting/offer/${secret}`);
      await client.getByText("Now, by card £15.00").waitFor();
      await client.getByText("To pay at the practice £43.00").waitFor();
      await client.getByText(/^Cancel before it begins, and £15\.00 goes back the way you paid\./).waitFor();
      if (javaScriptEnabled) await expectNoViolations(client);
      await expectToFit(client);
      await client.getByRole("button", { name: "Pay £15.00 and book" }).click();
      await client.getByRole("heading", { name: "Pay with a pretend card" }).waitFor();
      // Until it is paid the offer leads to where it is paid.
      await client.goto(`/waiting/offer/${secret}`);
      await client.getByText(/^The time is kept for you until/).waitFor();
      await client.getByRole("button", { name: "Pay £15.00 and book" }).click();
      await client.getByRole("button", { name: "Pay with the pretend card" }).click();
      await untilScheduled(client);
      await client.getByText(/^£58\.00 in total: £15\.00 paid when you booked, £43\.00 to pay/).waitFor();
      await client.goto(`/waiting/offer/${secret}`);
      await client.getByRole("link", { name: "See the appointment" }).waitFor();
    }
    await server.stop();
  },
  240_000,
);

test.each(byTurns(MONEY_WIDTHS, 0))(
  "an owner asks those who missed appointments to pay first; one of them reads why, and the owner lifts it (%s)",
  async (_width, viewport) => {
    const { server, page, app, paying } = await stripeSite({ viewport, expectedErrors: [/422/] });
    await switchOn(paying, "1");
    const user = await personIn(app, { name: "Ana Pereira" });
    const what = { minutes: 60, pence: 5800, therapist: "demo-imogen-hartley", service: "demo-deep-tissue-massage" };
    const missed = { client: "ana", status: "Confirmed", state: "missed", source: "website", cancelled: null };
    const visits = [20, 40].map((days) => ({ id: `missed-${days}`, start: app.clock.now() - days * DAY }));
    await insertVisits(
      app,
      visits.map((visit) => ({ ...visit, ...what, ...missed })),
    );
    const account = { kind: "account" as const, value: user.id, client_id: "ana" };
    await app.db.kysely.insertInto("client_keys").values(account).execute();

    await page.goto("/admin/settings/payments/prepay/new");
    await page.getByLabel("All services").uncheck();
    await page.getByLabel("Who pays").selectOption({ label: "Clients who cancelled late, missed or moved late" });
    await page.getByLabel("What they pay when they book online").selectOption({ label: "a fixed amount" });
    await page.getByLabel("Deep Tissue Massage").check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "In the last 13 weeks" }).waitFor();
    await page.getByLabel("In how many months").fill("0");
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByText(/Enter the months: 1 to 24 months/)
      .first()
      .waitFor();
    await page.getByLabel("In how many months").fill("6");
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByText(/Enter the months: 1 to 24 months/)
      .first()
      .waitFor({ state: "detached" });
    await page.getByText(/^These rules would have /).waitFor();
    await expectNoViolations(page);
    await expectToFit(page);

    for (const javaScriptEnabled of [true, false]) {
      const client = await newPage(server.url, { viewport, javaScriptEnabled, expectedErrors: EXPECTED });
      const { browserCookie } = await newSession(app, user.id);
      await client.context().addCookies([{ ...browserCookie, url: server.url }]);
      await client.goto("/my-appointment");
      await client.getByText("You pay when you book online.").waitFor();
      expect(await client.getByText(/Massage: did not attend$/i).count()).toBe(2);
      if (javaScriptEnabled) await expectNoViolations(client);
      await expectToFit(client);
      if (!javaScriptEnabled) continue;
      await openBooking(client, `?service=deep-tissue-massage&day=${laterDay()}`);
      await chooseTime(client, 0);
      await client
        .getByText(/^Now, by card/)
        .first()
        .waitFor();
      await client
        .getByText(/This is for clients with 2 late cancellations/)
        .first()
        .waitFor();
    }

    await page.goto("/admin/clients/ana");
    await page.getByText("Pays when booking.").waitFor();
    await expectNoViolations(page);
    await expectToFit(page);
    await page.getByRole("button", { name: "Lift this" }).click();
    await page.getByText("Pays when booking.").waitFor({ state: "detached" });
    const client = await newPage(server.url, { viewport });
    const { browserCookie } = await newSession(app, user.id);
    await client.context().addCookies([{ ...browserCookie, url: server.url }]);
    await client.goto("/my-appointment");
    await client.getByRole("heading", { name: "Your Appointments" }).waitFor();
    expect(await client.getByText("You pay when you book online.").count()).toBe(0);
    await server.stop();
  },
  240_000,
);

const DAY = 86_400_000;
const SECOND = { name: "Tom Jones", phone: "07700 900983", email: "tom@example.com" };

async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
