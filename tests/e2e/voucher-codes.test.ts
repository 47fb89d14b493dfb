import { expect, test } from "vitest";
import { payUrlOf } from "#app/payments/online/pay-links.db.server.ts";
import { makeLink } from "#app/payments/online/pay-links.server.ts";
import { sell } from "#app/payments/shop/sell.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { OWNER, switchOn } from "#tests/support/pretend-stripe.ts";
import { stripeSite } from "#tests/support/stripe-site.ts";

const EXPECTED = [/^foreign host: http:\/\/127\.0\.0\.1:\d+\//, /favicon\.ico/, /422/];

const VISIT = {
  ...{ minutes: 60, pence: 5800, cancelled: null, status: "Confirmed", state: "finished", client: "ana" },
  ...{ therapist: "demo-imogen-hartley", service: "demo-deep-tissue-massage", source: "website" },
};

test.each(MONEY_WIDTHS)(
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
