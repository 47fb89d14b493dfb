import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { listProducts, productForm, saveProduct } from "#app/payments/shop/products.server.ts";
import { sell } from "#app/payments/shop/sell.server.ts";
import { adminPage, MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { openSite } from "#tests/support/server.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const DAY = 24 * 3_600_000;
const VISIT = {
  ...{ minutes: 45, pence: 4800, service: "demo-deep-tissue-massage", therapist: "demo-imogen-hartley" },
  ...{ source: "website", client: "ana", status: "Confirmed", state: "finished", cancelled: null },
} as const;

async function practice(viewport: { width: number; height: number }) {
  const dataDir = temporaryFolder();
  const server = await openSite({ DATA_DIR: dataDir });
  const { page, app } = await adminPage({ url: server.url, dataDir }, { viewport, expectedErrors: [/409|422/] });
  await takesPayments(app);
  const start = app.clock.now() - 3 * DAY;
  await insertVisits(
    app,
    [0, 1, 2].map((nth) => ({ ...VISIT, id: `visit-${nth}`, start: start + nth * 7_200_000 })),
  );
  const stop = async () => {
    await page.context().close();
    await server.stop();
  };
  return { page, app, server, stop };
}

/** A page is no wider than the window. */
async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBeLessThanOrEqual(0);
}

async function look(page: Page): Promise<void> {
  await expectNoViolations(page);
  await expectToFit(page);
}

test.each(byTurns(MONEY_WIDTHS, 0))(
  "a voucher is sold, its code shown once, a part of it spent, and the rest given back (%s)",
  async (_width, viewport) => {
    const { page, stop } = await practice(viewport);
    await page.goto("/admin/money");
    await page.getByRole("link", { name: "Sell", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Sell" }).waitFor();
    await look(page);
    await page.getByLabel("Worth in pounds").fill("50,00");
    await page.getByRole("button", { name: "Card" }).click();
    await page.getByText("Enter an amount in pounds, like 48 or 48.50, up to £10,000.").first().waitFor();
    await page.getByLabel("Worth in pounds").fill("50");
    await page.getByRole("button", { name: "Card" }).click();
    const code = await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText();
    await look(page);
    await page.getByRole("link", { name: "See the sale" }).click();
    await page.getByRole("heading", { level: 1, name: "Sale at the desk" }).waitFor();
    expect(await page.locator("main").innerText()).not.toContain(code);
    await look(page);

    await page.goto("/admin/appointments/visit-0/pay");
    await page.getByText("Use a voucher or course").click();
    await page.getByLabel("Voucher code").fill("7KQM-2F9D-X4TB");
    await page.getByLabel("Voucher code").press("Enter");
    await page.getByText("We don’t know this code. Check its letters and digits.").first().waitFor();
    await page.getByLabel("Voucher code").fill(code.toLowerCase());
    await page.getByRole("button", { name: "Find voucher" }).click();
    await page.getByRole("button", { name: "Pay £48.00 with the voucher" }).waitFor();
    await page.getByLabel("From the voucher in pounds (optional)").fill("30");
    await look(page);
    await page.getByRole("button", { name: "Card, £18.00" }).click();
    const ending = code.slice(-4);
    await page.getByText(`paid £30.00 with Voucher ending ${ending} and £18.00 by card`).waitFor();
    await look(page);

    await page.goto("/admin/money/vouchers");
    await page.getByText("£20.00 sold and not used yet.").waitFor();
    await page.getByRole("heading", { name: "What you owe" }).waitFor();
    const owed = await page.request.get(
      (await page.getByRole("link", { name: /^Each voucher and course/ }).getAttribute("href")) ?? "",
    );
    expect([owed.status(), await owed.text()]).toEqual([200, expect.stringMatching(/,0,50,30,0,0,20,/)]);
    await look(page);
    await page.getByRole("link", { name: "Month before" }).click();
    await page.getByRole("link", { name: "Month after" }).click();
    await page.getByText(/so far\. Clients have paid/).waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill(ending);
    await page.waitForURL(/q=/);
    await look(page);
    await page.getByRole("link", { name: `Voucher ending ${ending}` }).click();
    await page.getByText("Spent £30.00").waitFor();
    await look(page);
    await page.getByText("Give it back").click();
    await page.getByRole("button", { name: "Give £20.00 back" }).click();
    await page.getByText("Enter a reason. It stays with the payment.").first().waitFor();
    await page.getByLabel("Reason").fill("Moved abroad");
    await page.getByRole("button", { name: "Give £20.00 back" }).click();
    await page.getByText("Given back, £20.00").waitFor();
    await stop();
  },
  180_000,
);

test.each(byTurns(MONEY_WIDTHS, 1))(
  "a course of five is sold to a client and used once, and a product sold counts its stock down (%s)",
  async (_width, viewport) => {
    const { page, app, stop } = await practice(viewport);
    const stock = async () => {
      const { stock: left } = await app.db.kysely
        .selectFrom("products")
        .select("stock")
        .where("kind", "=", "product")
        .executeTakeFirstOrThrow();
      return left;
    };
    await page.goto("/admin/settings/payments");
    await page.getByRole("link", { name: "Products and courses" }).click();
    await look(page);
    await page.getByRole("link", { name: "Add product or course" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Massage ball, 6 cm");
    await page.getByLabel("Price in pounds").fill("9");
    await page.getByLabel("How many are in stock (optional)").fill("x");
    await look(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Enter how many there are: 0 to 10000").first().waitFor();
    await page.getByLabel("How many are in stock (optional)").fill("3");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Product, 3 in stock").waitFor();
    await page.getByRole("link", { name: "Add product or course" }).click();
    await page.getByLabel("What it is").selectOption("course");
    await page.getByLabel("Name", { exact: true }).fill("Course of 5, 45 min");
    await page.getByLabel("Price in pounds").fill("210");
    await page.getByLabel("How many sessions").fill("5");
    await page.getByLabel("For which service").selectOption({ label: "Deep Tissue Massage" });
    await look(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Course of 5", { exact: true }).waitFor();
    await look(page);

    await page.goto("/admin/clients/ana");
    await page.getByRole("link", { name: "Sell a course or voucher" }).click();
    await page.getByLabel("Course of 5, 45 min, £210.00").fill("1");
    await look(page);
    await page.getByRole("button", { name: "Cash" }).click();
    await page.getByText("Sold and paid.").waitFor();
    await page.goto("/admin/appointments/visit-0/pay");
    await page.getByText("Add an item").click();
    await page.getByLabel("Massage ball, 6 cm, £9.00").fill("2");
    await page.getByText("Use a voucher or course").click();
    await page.getByLabel("Pays with").selectOption({ label: "Course of 5, 45 min, 5 of 5 left" });
    await look(page);
    await page.getByRole("button", { name: "Cash, £18.00" }).click();
    await page.getByText("paid £48.00 with Course of 5, 45 min and £18.00 in cash").waitFor();
    expect(await stock()).toBe(1);
    await page.goto("/admin/clients/ana");
    await page.getByText(/Course of 5, 45 min\s*: 4 of 5 left, until /).waitFor();
    await look(page);

    await page.goto("/admin/appointments/visit-1/pay");
    await page.getByText("Use a voucher or course").click();
    await page.getByLabel("Pays with").selectOption({ label: "Course of 5, 45 min, 4 of 5 left" });
    await page.getByRole("button", { name: "Use one session" }).click();
    await page.getByText("paid £48.00 with Course of 5, 45 min").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Cash, £48.00" }).waitFor();
    await page.goto("/admin/appointments/visit-0/pay");
    await page.getByText("Take it back").first().click();
    await page.getByLabel("Reason").first().fill("Wrong client");
    await page.getByRole("button", { name: "Take £18.00 in cash back" }).click();
    await page.getByRole("button", { name: "Cash, £48.00" }).waitFor();
    expect(await stock()).toBe(3);
    await page.goto("/admin/clients/ana");
    await page.getByText(/5 of 5 left/).waitFor();
    await stop();
  },
  180_000,
);

test.each(byTurns(MONEY_WIDTHS, 0))(
  "a client shares a course from their account, the checkout says whose it is, and one press ends it (%s)",
  async (_width, viewport) => {
    const { page, app, server, stop } = await practice(viewport);
    const owner = { kind: "admin", userId: "owner" } as const;
    const value = productForm.parse({
      kind: "course",
      title: "Course of 5",
      price: "210",
      sessions: "5",
      onSale: "on",
    });
    expect((await saveProduct(app, owner, { id: null, version: 0, value })).kind).toBe("saved");
    const [product] = await listProducts(app.db.kysely, { sellerId: "1" });
    const lines = [{ method: "card" as const, pence: 21_000 }];
    const products = [{ productId: product?.id ?? "", quantity: 1 }];
    const sale = { products, voucherPence: 0, lines, seenPence: 21_000 };
    expect((await sell(app, owner, { sellerId: "1", clientId: "ana", key: "one press", sale })).kind).toBe("sold");
    await insertVisits(app, [{ ...VISIT, id: "bos", client: "bo", start: app.clock.now() - 2 * DAY }]);
    const client = await signedIn(app, { name: "Ana Client" });
    await app.db.kysely
      .insertInto("client_keys")
      .values([
        { kind: "account", value: client.id, client_id: "ana" },
        { kind: "email", value: "bo@example.com", client_id: "bo" },
      ])
      .execute();
    const checkout = async () => {
      await page.goto("/admin/appointments/bos/pay");
      await page.getByText("Use a voucher or course").click();
      return page.getByRole("option", { name: /’s course, Course of 5, 5 of 5 left$/ }).count();
    };
    for (const javaScriptEnabled of [true, false]) {
      const mine = await newPage(server.url, { viewport, javaScriptEnabled, expectedErrors: [/422/] });
      await mine.context().addCookies([{ ...client.browserCookie, url: server.url }]);
      await mine.goto("/my-appointment");
      await mine.getByRole("link", { name: "Your courses" }).click();
      await mine.getByText(/^5 of 5 left, until/).waitFor();
      await mine.getByText("Share it").first().click();
      await mine.getByRole("button", { name: "Share it" }).click();
      await mine
        .getByText(/email address/i)
        .first()
        .waitFor();
      if (javaScriptEnabled) await look(mine);
      await mine.getByLabel("Email address of who else may use it").fill("bo@example.com");
      await mine.getByRole("button", { name: "Share it" }).click();
      await mine.getByText("bo@example.com", { exact: true }).waitFor();
      if (javaScriptEnabled) await look(mine);
      expect(await checkout()).toBe(1);
      await look(page);
      await mine.getByRole("button", { name: "Stop sharing with bo@example.com" }).click();
      await mine.getByText("bo@example.com", { exact: true }).waitFor({ state: "detached" });
      expect(await checkout()).toBe(0);
      await mine.context().close();
    }
    await page.goto("/admin/clients/ana");
    await page.getByRole("link", { name: "Course of 5" }).click();
    await page.getByText("Share it").first().click();
    await page.getByLabel("Email address of who else may use it").fill("bo@example.com");
    await page.getByRole("button", { name: "Share it" }).click();
    await page.getByRole("button", { name: "Stop sharing with bo@example.com" }).waitFor();
    await look(page);
    await stop();
  },
  180_000,
);

test.each(byTurns(MONEY_WIDTHS, 1))(
  "credit that was paid ahead pays for an appointment, and the rest of it stays (%s)",
  async (_width, viewport) => {
    const { page, stop } = await practice(viewport);
    await page.goto("/admin/clients/ana/money");
    await page.getByLabel("Put on account, in pounds").fill("60");
    await page.getByRole("button", { name: "Add credit" }).click();
    await page.getByText("has £60.00 of credit").waitFor();
    await page.goto("/admin/appointments/visit-0/pay");
    await page.getByRole("button", { name: "From credit of £60.00" }).click();
    await page.getByText("paid £48.00 from credit").first().waitFor();
    await look(page);
    await page.goto("/admin/clients/ana");
    await page.getByText("has £12.00 of credit").waitFor();
    await stop();
  },
  180_000,
);

const BROUGHT = `Voucher code,Remaining value,Expiry date
GC-4481,£30.00,
GC-4482,"12,50",
`;

test.each(byTurns(MONEY_WIDTHS, 0))(
  "open vouchers come over from a file whose preview says their total, and pay by their old code (%s)",
  async (_width, viewport) => {
    const { page, stop } = await practice(viewport);
    await page.goto("/admin/import");
    await page.getByLabel("What the file holds").selectOption({ label: "Open vouchers and courses" });
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "vouchers.csv", mimeType: "text/csv", buffer: Buffer.from(BROUGHT) });
    await page.getByRole("button", { name: "Upload and preview" }).click();
    await page.getByText("In total £30.00 not used yet. Compare it with your other system.").waitFor();
    await page.getByText("“12,50” is no amount in pounds, like 48 or 48.50").waitFor();
    await look(page);
    await page.getByRole("button", { name: /^Import 1 voucher/ }).click();
    await expect
      .poll(
        async () => {
          await page.goto("/admin/money/vouchers");
          return page.getByRole("main").textContent();
        },
        { timeout: 30_000, interval: 500 },
      )
      .toContain("£30.00 sold and not used yet.");
    await page.goto("/admin/appointments/visit-0/pay");
    await page.getByText("Use a voucher or course").click();
    await page.getByLabel("Voucher code").fill("gc 4481");
    await page.getByRole("button", { name: "Find voucher" }).click();
    await page.getByRole("button", { name: "Card, £18.00" }).click();
    await page.getByText("paid £30.00 with Voucher ending 4481 and £18.00 by card").waitFor();
    await stop();
  },
  180_000,
);
