import { expect, test } from "vitest";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { adminToast, MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { laterDay, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { DEEP_TISSUE, switchOn } from "#tests/support/pretend-stripe.ts";
import { stripeSite } from "#tests/support/stripe-site.ts";

const EXPECTED = [/^foreign host: http:\/\/127\.0\.0\.1:\d+\//, /favicon\.ico/];

test.each(byTurns(MONEY_WIDTHS, 1))(
  "the desk books under a rule: by a link that is paid, at the till, and without a payment for a reason (%s)",
  async (_width, viewport) => {
    const { server, page, app, paying } = await stripeSite({ viewport, expectedErrors: [/409/, /422/] });
    await switchOn(paying, "1");
    const value = settingSchemas.prepayment.parse({ what: "amount", services: [DEEP_TISSUE] });
    await writeSetting(app.db.kysely, { key: "prepayment", value, now: app.clock.now() });
    await raiseContentVersion(app.db.kysely, app.clock.now());

    async function fill(name: string) {
      await page.goto(`/appointments?add=1&day=${laterDay()}`);
      const form = page.getByRole("dialog", { name: "Add Appointment" });
      await form.getByRole("combobox", { name: "Service" }).selectOption({ label: "Deep Tissue Massage" });
      await form.getByRole("group", { name: "Free times that day" }).getByRole("button").first().click();
      await form.getByLabel("Name").fill(name);
      await form.getByRole("button", { name: /^Book \d/ }).click();
      await form.getByText("By your rule this client pays £15.00 first").waitFor();
      return form;
    }

    const byLink = await fill("Walter Inn");
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await byLink.getByRole("button", { name: "Keep the time and make a link" }).click();
    await page.getByRole("heading", { name: "Walter Inn" }).waitFor();
    await page.getByText("£15.00 to pay").waitFor();
    const address = (await page.locator("code").textContent()) ?? "";
    const client = await newPage(server.url, { viewport, expectedErrors: EXPECTED });
    await client.goto(address);
    await client.getByText(/^The time is kept for you until \S+ \d+ \S+, \d\d:\d\d\./).waitFor();
    await client.getByRole("button", { name: "Pay £15.00 and book" }).click();
    await client.getByRole("button", { name: "Pay with the pretend card" }).click();
    await untilScheduled(client);

    const waived = await fill("Ruth Regular");
    await waived.getByRole("button", { name: "Book without payment" }).click();
    await waived.getByText("Enter why it is booked without a payment").first().waitFor();
    await waived.getByLabel("Why it is booked without a payment").fill("Comes every week");
    await waived.getByRole("button", { name: "Book without payment" }).click();
    await adminToast(page, /^Appointment scheduled for/).waitFor();
    const { id } = await app.db.kysely
      .selectFrom("appointments")
      .select("id")
      .where("name", "=", "Ruth Regular")
      .executeTakeFirstOrThrow();
    await page.goto(`/admin/appointments/${id}`);
    await page.getByText("£15.00: Comes every week").waitFor();

    const atTill = await fill("Tess Till");
    await atTill.getByRole("button", { name: "Book and take payment now" }).click();
    await page.getByRole("heading", { name: "Tess Till" }).waitFor();
    await page.getByRole("cell", { name: "£58.00" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/admin\/appointments\/[^/]+\/pay$/);

    const plain = await newPage(server.url, { viewport, javaScriptEnabled: false, expectedErrors: [/409/] });
    await plain.context().addCookies(await page.context().cookies());
    await plain.goto(`/admin/appointments/new?day=${laterDay()}&time=15:30`);
    await plain.getByRole("combobox", { name: "Service" }).selectOption({ label: "Deep Tissue Massage" });
    await plain.getByRole("textbox", { name: "Name" }).fill("Nora Noscript");
    await plain.getByRole("button", { name: "Book appointment" }).click();
    await plain.getByText("By your rule this client pays £15.00 first").waitFor();
    await plain.getByRole("button", { name: "Book without payment" }).click();
    await plain.getByText("Enter why it is booked without a payment").first().waitFor();
    await plain.getByRole("button", { name: "Keep the time and make a link" }).click();
    await plain.getByRole("heading", { name: "Nora Noscript" }).waitFor();
    await plain.getByText("£15.00 to pay").waitFor();
    await server.stop();
  },
  240_000,
);
