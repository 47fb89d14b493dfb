import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { productForm, saveProduct } from "#app/payments/shop/products.server.ts";
import { MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { switchOn } from "#tests/support/pretend-stripe.ts";
import { stripeSite } from "#tests/support/stripe-site.ts";

const EXPECTED = [/^foreign host: http:\/\/127\.0\.0\.1:\d+\//, /favicon\.ico/, /404|409|422/];

test.each(byTurns(MONEY_WIDTHS, 1))(
  "someone buys a voucher that goes out by email, and one to print, and returns one, with and without a script (%s)",
  async (_width, viewport) => {
    const mails = await mailServer();
    const { server, page, paying } = await stripeSite(
      { viewport, expectedErrors: [/404|409|422/] },
      { SMTP_URL: mails.url },
    );
    await switchOn(paying, "1");
    await page.goto("/vouchers");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    expect(await page.getByRole("link", { name: "Gift vouchers" }).count()).toBe(0);
    await page.goto("/admin/settings/payments/products");
    await page.getByRole("link", { name: "Vouchers on your website" }).click();
    await page.getByLabel("Sell gift vouchers on the website").check();
    await page.getByLabel("Largest amount in pounds").fill("5");
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByText(/^Enter a largest amount that is not below the least/)
      .first()
      .waitFor();
    await expectNoViolations(page);
    await page.getByLabel("Largest amount in pounds").fill("200");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").first().waitFor();

    for (const javaScriptEnabled of [true, false]) {
      const to = `alex-${javaScriptEnabled}@example.com`;
      const buyer = await newPage(server.url, { viewport, javaScriptEnabled, expectedErrors: EXPECTED });
      const looks = async (one: Page) => {
        await expectToFit(one);
        if (javaScriptEnabled) await expectNoViolations(one);
      };
      await buyer.goto("/");
      await buyer.getByRole("link", { name: "Gift vouchers" }).click();
      await buyer.getByRole("heading", { level: 1, name: "Gift vouchers" }).waitFor();
      await looks(buyer);
      await buyer.getByLabel(/^Amount in pounds/).fill("5");
      await buyer.getByLabel("Message (optional)").fill("Happy birthday");
      await buyer.getByRole("button", { name: "Continue" }).click();
      await buyer
        .getByText(/^Enter an amount from £10 to £200/)
        .first()
        .waitFor();
      await looks(buyer);
      expect(await buyer.getByLabel("Message (optional)").inputValue()).toBe("Happy birthday");
      await buyer.getByLabel(/^Amount in pounds/).fill("50");
      await buyer.getByLabel("Who it is for").fill("Alex");
      await buyer.getByLabel(/^Their email address/).fill(to);
      await buyer.getByLabel("Your name").fill("Sam Carter");
      await buyer.getByLabel("Your email address").fill("sam@example.com");
      await buyer.getByRole("button", { name: "Continue" }).click();
      await buyer.getByRole("heading", { name: "Check your voucher" }).waitFor();
      await buyer.getByText(/^You can return it until .* if none of it has been spent\./).waitFor();
      await buyer.getByText(/^The voucher is valid until/).waitFor();
      await looks(buyer);
      await buyer.getByRole("button", { name: "Change something" }).click();
      await buyer.getByLabel(/^Amount in pounds/).fill("52.50");
      await buyer.getByRole("button", { name: "Continue" }).click();
      await buyer.getByRole("button", { name: "Pay £52.50" }).click();
      await buyer.getByRole("button", { name: "Pay with the pretend card" }).click();
      await buyer.getByRole("heading", { name: "Thank you, your voucher is paid" }).waitFor();
      await looks(buyer);

      const receipt = await mailTo(mails, "sam@example.com", /voucher: £52\.50 paid$/);
      expect(receipt).toMatch(/Voucher for £52\.50/);
      const gift = await mailTo(mails, to, /^A gift voucher for you from Sam Carter$/);
      const link = /\/vouchers\/gift\/[\w-]+/.exec(gift)?.[0] ?? "";
      const alex = await newPage(server.url, { viewport, javaScriptEnabled, expectedErrors: EXPECTED });
      await alex.goto(link);
      await alex.getByText("Happy birthday").waitFor();
      expect(await alex.getByRole("heading", { name: "Code" }).count()).toBe(0);
      await looks(alex);
      await alex.getByRole("button", { name: "Open the voucher" }).click();
      await alex.getByRole("heading", { name: "Code" }).waitFor();
      await looks(alex);
      const code = await alex.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText();
      const file = await alex.request.get(`${link}/voucher.pdf`);
      expect([file.status(), (await file.body()).subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);
      await alex.goto("/vouchers/balance");
      await alex.getByLabel("Voucher code").fill(code);
      await alex.getByRole("button", { name: "See what is left" }).click();
      await alex.getByText(/£52\.50 is left/).waitFor();

      await buyer.reload();
      await buyer.getByText(/It has been opened\./).waitFor();
      expect(await buyer.getByText("Change who gets it").count()).toBe(0);
      await buyer.getByText("Lost the code?").click();
      await buyer.getByRole("button", { name: "Make a new code" }).click();
      await buyer.getByText("That is done.").waitFor();
      await alex.goto(link);
      await alex.getByRole("heading", { name: "Page not found" }).waitFor();
      await buyer.getByText("Return it", { exact: true }).click();
      await looks(buyer);
      await buyer.getByRole("button", { name: "Return it for £52.50" }).click();
      await buyer.getByRole("heading", { name: "Your voucher is returned" }).waitFor();
      await buyer.getByText(/^£52\.50 goes back to the card by itself\./).waitFor();
      await looks(buyer);

      // A treatment, to print.
      await buyer.goto("/vouchers");
      await buyer.getByLabel("What it is for").selectOption({ label: "Deep Tissue Massage, 60 min, £58" });
      await buyer.getByLabel("Printed by you").check();
      await buyer.getByLabel("Who it is for").fill("Alex");
      await buyer.getByLabel("Your name").fill("Sam Carter");
      await buyer.getByLabel("Your email address").fill("sam@example.com");
      await buyer.getByRole("button", { name: "Continue" }).click();
      await buyer.getByText("Deep Tissue Massage, 60 min, £58.00", { exact: true }).waitFor();
      await buyer.getByRole("button", { name: "Pay £58.00" }).click();
      await buyer.getByRole("button", { name: "Pay with the pretend card" }).click();
      await buyer.getByRole("heading", { name: "Thank you, your voucher is paid" }).waitFor();
      await buyer.getByRole("button", { name: "Open the voucher to print" }).click();
      await buyer.getByRole("link", { name: "Print it (PDF)" }).waitFor();
      await looks(buyer);
    }

    await page.goto("/admin/money/vouchers");
    await page.getByText("Bought online by Sam Carter").first().waitFor();
    await expectNoViolations(page);
    await expectToFit(page);
    await page
      .getByRole("link", { name: /^Voucher ending/ })
      .first()
      .click();
    await page.getByText("Sam Carter, sam@example.com").waitFor();
    await expectNoViolations(page);
    await expectToFit(page);
    await server.stop();
  },
  240_000,
);

test.each(byTurns(MONEY_WIDTHS, 0))(
  "a course is put on the website, bought by card, seen and returned, with and without a script (%s)",
  async (_width, viewport) => {
    const mails = await mailServer();
    const { server, page, app, paying } = await stripeSite(
      { viewport, expectedErrors: [/404|409|422/] },
      { SMTP_URL: mails.url },
    );
    await switchOn(paying, "1");
    const owner = { kind: "admin", userId: "owner" } as const;
    const fields = { kind: "course", title: "6 for the price of 5", price: "240", sessions: "6", onSale: "on" };
    const value = productForm.parse(fields);
    expect((await saveProduct(app, owner, { id: null, version: 0, value })).kind).toBe("saved");
    await page.goto("/admin/settings/payments/vouchers");
    await page.getByLabel("Sell gift vouchers on the website").check();
    await page.getByLabel("6 for the price of 5, £240").check();
    await page.getByLabel("How many months a course from the website pays").fill("9");
    await expectToFit(page);
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").first().waitFor();

    for (const javaScriptEnabled of [true, false]) {
      const email = `sam-${javaScriptEnabled}@example.com`;
      const buyer = await newPage(server.url, { viewport, javaScriptEnabled, expectedErrors: EXPECTED });
      const looks = async () => {
        await expectToFit(buyer);
        if (javaScriptEnabled) await expectNoViolations(buyer);
      };
      await buyer.goto("/vouchers");
      await buyer.getByRole("heading", { level: 1, name: "Gift vouchers and courses" }).waitFor();
      await looks();
      await buyer.getByRole("link", { name: "6 for the price of 5, £240" }).click();
      await buyer.getByRole("heading", { level: 1, name: "6 for the price of 5" }).waitFor();
      await looks();
      await buyer.getByRole("button", { name: "Continue" }).click();
      await buyer.getByText("Enter your name").first().waitFor();
      await looks();
      await buyer.getByLabel("Your name").fill("Sam Carter");
      await buyer.getByLabel("Your email address").fill(email);
      await buyer.getByRole("button", { name: "Continue" }).click();
      await buyer.getByRole("heading", { name: "Check your course" }).waitFor();
      await buyer.getByText(/^The course is 6 sessions of any treatment\./).waitFor();
      await looks();
      await buyer.getByRole("button", { name: "Pay £240.00" }).click();
      await buyer.getByRole("button", { name: "Pay with the pretend card" }).click();
      await buyer.getByRole("heading", { name: "Thank you, your course is paid" }).waitFor();
      await buyer.getByText(/It is in your name: 6 of 6 left, until /).waitFor();
      await looks();
      expect(await mailTo(mails, email, /^Your course: £240\.00 paid$/)).toMatch(/6 for the price of 5/);
      expect(await mailTo(mails, email, /^Receipt .* from /)).toMatch(/£240\.00/);
      await buyer.getByText("Return it", { exact: true }).click();
      await buyer.getByRole("button", { name: "Return it for £240.00" }).click();
      await buyer.getByRole("heading", { name: "Your course is returned" }).waitFor();
      await looks();
    }
    await page.goto("/admin/money/vouchers");
    await page.getByRole("link", { name: "6 for the price of 5" }).first().click();
    await page.getByText(/^Sam Carter, sam-/).waitFor();
    await expectToFit(page);
    await expectNoViolations(page);
    await server.stop();
  },
  240_000,
);

async function mailTo(
  mails: Awaited<ReturnType<typeof mailServer>>,
  address: string,
  subject: RegExp,
): Promise<string> {
  const find = () =>
    mails.arrived.findLast(({ recipients, mail }) => recipients.includes(address) && subject.test(mail.subject ?? ""));
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return find()?.mail.text ?? "";
}

async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
