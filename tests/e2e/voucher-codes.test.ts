import { expect, test } from "vitest";
import { payUrlOf } from "#app/payments/online/pay-links.db.server.ts";
import { makeLink } from "#app/payments/online/pay-links.server.ts";
import { sell } from "#app/payments/shop/sell.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { chooseTime, fillPerson, laterDay, openBooking, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { DEEP_TISSUE, OWNER, switchOn } from "#tests/support/pretend-stripe.ts";
import { stripeSite } from "#tests/support/stripe-site.ts";

const EXPECTED = [/^foreign host: http:\/\/127\.0\.0\.1:\d+\//, /favicon\.ico/, /422/];

const VISIT = {
  ...{ minutes: 60, pence: 5800, cancelled: null, status: "Confirmed", state: "finished", client: "ana" },
  ...{ therapist: "demo-imogen-hartley", service: "demo-deep-tissue-massage", source: "website" },
};

test.each(byTurns(MONEY_WIDTHS, 0))(
  "a client reads what is left on a voucher, pays a part by it and the rest by card, with and without a script (%s)",
  async (_width, viewport) => {
    const { server, app, paying } = await stripeSite({ viewport });
    await switchOn(paying, "1");
    for (const javaScriptEnabled of [true, false]) {
      const id = newId();
      await insertVisits(app, [{ ...VISIT, id, start: app.clock.now() - 3 * 3_600_000 - Number(javaScriptEnabled) }]);
      const made = await makeLink(paying, OWNER, [id]);
      const link = made.kind === "saved" ? new URL(payUrlOf(paying, made.id)).pathname : "";
      const sale = {
        products: [],
        voucherPence: 5000,
        lines: [{ method: "cash" as const, pence: 5000 }],
        seenPence: 5000,
      };
      const sold = await sell(app, OWNER, { sellerId: "1", clientId: null, key: newId(), sale });
      const code = sold.kind === "sold" ? (sold.codes[0]?.code ?? "") : "";
      const client = await newPage(server.url, { viewport, javaScriptEnabled, expectedErrors: EXPECTED });

      await client.goto("/vouchers/balance");
      await client.getByLabel("Voucher code").fill("7KQM-2F9D-X4TB");
      await client.getByRole("button", { name: "See what is left" }).click();
      await client
        .getByText(/^There is nothing to spend with this code/)
        .first()
        .waitFor();
      expect(await client.getByLabel("Voucher code").inputValue()).toBe("7KQM-2F9D-X4TB");
      await client.getByLabel("Voucher code").fill(code.toLowerCase());
      await client.getByRole("button", { name: "See what is left" }).click();
      await client.getByText(/£50\.00 is left/).waitFor();
      expect(client.url()).not.toContain(code.slice(0, 4));
      if (javaScriptEnabled) await expectNoViolations(client);

      await client.goto(link);
      await client.getByText("Pay with a voucher").click();
      await client.getByRole("button", { name: "Use the voucher" }).click();
      await client.getByText("Enter the voucher’s code.").first().waitFor();
      if (javaScriptEnabled) await expectNoViolations(client);
      await client.getByLabel("Voucher code").fill(code);
      await client.getByRole("button", { name: "Use the voucher" }).click();
      await client.getByText("£50.00 was paid by voucher.").waitFor();
      expect(await client.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await client.getByRole("button", { name: "Pay £8.00" }).click();
      await client.getByRole("button", { name: "Pay with the pretend card" }).click();
      await client.getByRole("heading", { name: "Thank you, it is paid" }).waitFor();
      await client.goto("/vouchers/balance");
      await client.getByLabel("Voucher code").fill(code);
      await client.getByRole("button", { name: "See what is left" }).click();
      await client
        .getByText(/^There is nothing to spend with this code/)
        .first()
        .waitFor();
    }
    await server.stop();
  },
  180_000,
);

test.each(byTurns(MONEY_WIDTHS, 1))(
  "two guests pay their deposits with one voucher at once: one is booked by it, the other pays the rest by card (%s)",
  async (_width, viewport) => {
    const { stripe, server, app, paying } = await stripeSite({ viewport });
    await switchOn(paying, "1");
    const rule = settingSchemas.prepayment.parse({ what: "amount", services: [DEEP_TISSUE] });
    await writeSetting(app.db.kysely, { key: "prepayment", value: rule, now: app.clock.now() });
    await raiseContentVersion(app.db.kysely, app.clock.now());
    const sale = {
      products: [],
      voucherPence: 2000,
      lines: [{ method: "cash" as const, pence: 2000 }],
      seenPence: 2000,
    };
    const sold = await sell(app, OWNER, { sellerId: "1", clientId: null, key: newId(), sale });
    const code = sold.kind === "sold" ? (sold.codes[0]?.code ?? "") : "";

    const guests = [];
    for (const javaScriptEnabled of [true, false]) {
      const guest = await newPage(server.url, { viewport, javaScriptEnabled, expectedErrors: [...EXPECTED, /409/] });
      await openBooking(guest, `?service=deep-tissue-massage&day=${laterDay()}`);
      await chooseTime(guest, javaScriptEnabled ? 0 : 3);
      await fillPerson(guest, javaScriptEnabled ? undefined : SECOND);
      const button = guest.getByRole("button", { name: "Pay £15.00 and book" });
      await button.click();
      if (!javaScriptEnabled) {
        await guest
          .getByText(/^£15\.00 of it is paid when you book/)
          .first()
          .waitFor();
        await button.click();
      }
      // Where vouchers are sold, our own page comes before the provider's.
      await guest.getByText("£15.00 to pay").waitFor();
      if (javaScriptEnabled) await expectNoViolations(guest);
      await guest.getByText("Pay with a voucher").click();
      await guest.getByLabel("Voucher code").fill(code);
      guests.push(guest);
    }
    await Promise.all(guests.map((guest) => guest.getByRole("button", { name: "Use the voucher" }).click()));
    await expect
      .poll(async () =>
        (await app.db.kysely.selectFrom("voucher_moves").select("pence").orderBy("pence").execute()).map(
          ({ pence }) => pence,
        ),
      )
      .toEqual([500, 1500]);
    const pays = [];
    for (const guest of guests) {
      await guest
        .getByText("£10.00 to pay")
        .or(guest.getByText(/paid when you booked/))
        .first()
        .waitFor();
      if (await guest.getByText("£10.00 to pay").isVisible()) pays.push(guest);
    }
    expect(pays).toHaveLength(1);
    const [last] = pays;
    await last?.getByText("£5.00 was paid by voucher.").waitFor();
    await last?.getByRole("button", { name: "Pay £10.00" }).click();
    await last?.getByRole("button", { name: "Pay with the pretend card" }).click();
    if (last) await untilScheduled(last);
    expect(stripe.keptPence()).toBe(1000);
    // What a page still loads would be cut off.
    for (const guest of guests) await guest.waitForLoadState("networkidle");
    await server.stop();
  },
  240_000,
);

const SECOND = { name: "Tom Jones", phone: "07700 900983", email: "tom@example.com" };
