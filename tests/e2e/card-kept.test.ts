import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { noteFeeRule } from "#app/payments/fees.server.ts";
import { payPathOf } from "#app/payments/online/prepay.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { chooseTime, fillPerson, laterDay, openBooking, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { DEEP_TISSUE, switchOn } from "#tests/support/pretend-stripe.ts";
import { newSession, personIn } from "#tests/support/signed-in.ts";
import { stripeSite } from "#tests/support/stripe-site.ts";

const EXPECTED = [/^foreign host: http:\/\/127\.0\.0\.1:\d+\//, /favicon\.ico/, /409/];
const WEEK_MINUTES = 7 * 24 * 60;

/** A week's notice, so that what is booked below is cancelled late; and the exemption, so that it may cost something. */
async function chargesLate(app: AppContext): Promise<void> {
  const now = app.clock.now();
  const { bookingRules, moneyRules } = (await readSettings(app.db.kysely, app.log)).settings;
  const rules = { ...bookingRules, chargesLate: true, changeNotice: WEEK_MINUTES };
  await writeSetting(app.db.kysely, { key: "bookingRules", value: rules, now });
  await writeSetting(app.db.kysely, { key: "moneyRules", value: { ...moneyRules, leisure: [DEEP_TISSUE] }, now });
  await raiseContentVersion(app.db.kysely, now);
  await noteFeeRule(app);
}

type NewRule = { who?: string; what: string; service: string };

async function addRule(page: Page, { who = "Everyone", what, service }: NewRule): Promise<void> {
  await page.getByRole("link", { name: "Add a rule" }).click();
  await page.getByLabel("Who pays").selectOption({ label: who });
  await page.getByLabel("What they pay when they book online").selectOption({ label: what });
  await page.getByLabel("All services").uncheck();
  await page.getByLabel(service).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Rules, as clients read them" }).waitFor();
}

test.each(byTurns(MONEY_WIDTHS, 1))(
  "two services have rules of their own; a new client pays a deposit, a regular leaves a card, and the owner moves and removes rules (%s)",
  async (_width, viewport) => {
    const { server, page, app, paying } = await stripeSite({ viewport, expectedErrors: [/409/, /422/] });
    await chargesLate(app);
    await switchOn(paying, "1");
    await page.goto("/admin/settings/payments/prepay");
    await addRule(page, { what: "a share of the price", service: "Joint Mobilization" });
    await addRule(page, { what: "nothing, and their card is kept", service: "Deep Tissue Massage" });
    await addRule(page, { who: "New clients", what: "a fixed amount", service: "Deep Tissue Massage" });
    await page.getByText(/^This rule is for no one/).waitFor();
    await page.getByRole("button", { name: "Move rule 3 up" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("New clients pay £15.00 when booking Deep Tissue Massage online.").waitFor();
    await page
      .getByText("Other clients leave a card, and pay nothing when booking Deep Tissue Massage online.")
      .waitFor();
    await page.getByText(/^These rules would have /).waitFor();
    await expectNoViolations(page);
    await expectToFit(page);

    const guest = await newPage(server.url, { viewport, expectedErrors: EXPECTED });
    await openBooking(guest, `?service=deep-tissue-massage&day=${laterDay()}`);
    await chooseTime(guest, 0);
    await guest.getByRole("button", { name: "Pay £15.00 and book" }).waitFor();
    await openBooking(guest, `?service=joint-mobilization&day=${laterDay()}`);
    await chooseTime(guest, 0);
    await guest.getByText(/^Now, by card £/).waitFor();

    const user = await personIn(app, { name: "Ana Pereira" });
    const visit = { id: "came", start: app.clock.now() - 20 * 86_400_000, minutes: 60, pence: 5800, client: "ana" };
    const diary = { therapist: "demo-imogen-hartley", service: DEEP_TISSUE, source: "website" };
    await insertVisits(app, [{ ...visit, ...diary, status: "Confirmed", state: "finished", cancelled: null }]);
    await app.db.kysely.updateTable("appointments").set({ user_id: user.id }).where("id", "=", "came").execute();
    const { browserCookie } = await newSession(app, user.id);
    await guest.context().addCookies([{ ...browserCookie, url: server.url }]);
    await openBooking(guest, `?service=deep-tissue-massage&day=${laterDay()}`);
    await chooseTime(guest, 0);
    await guest.getByRole("button", { name: "Keep my card and book" }).waitFor();
    await expectNoViolations(guest);
    await guest.goto("/policies/cancellations");
    await guest.getByText(/New clients pay £15\.00 when booking Deep Tissue Massage online\./).waitFor();

    const plain = await newPage(server.url, { viewport, javaScriptEnabled: false, expectedErrors: EXPECTED });
    await plain.context().addCookies(await page.context().cookies());
    await plain.goto("/admin/settings/payments/prepay");
    await plain.getByRole("button", { name: "Move rule 3 up" }).click();
    await plain.getByText(/^This rule is for no one/).waitFor();
    await plain.getByRole("link", { name: "Change rule 2" }).click();
    await plain.getByText("Remove this rule").click();
    await plain.getByRole("button", { name: "Remove rule" }).click();
    await plain.getByText("New clients pay £15.00 when booking Deep Tissue Massage online.").waitFor();
    await expectToFit(plain);
    await page.waitForLoadState("networkidle");
    await guest.waitForLoadState("networkidle");
    await server.stop();
  },
  240_000,
);

test.each(byTurns(MONEY_WIDTHS, 0))(
  "an owner asks for a card; a client keeps one with and without a script, is charged the fee or gets a link, and removes it (%s)",
  async (_width, viewport) => {
    const { stripe, server, page, app, paying } = await stripeSite({ viewport, expectedErrors: [/409/, /422/] });
    await chargesLate(app);
    await page.goto("/admin/settings/payments/prepay/new");
    await page.getByText("Cards can be kept once a seller is paid through Stripe.").waitFor();
    await switchOn(paying, "1");
    await page.reload();
    await page.getByLabel("All services").uncheck();
    await page
      .getByLabel("What they pay when they book online")
      .selectOption({ label: "nothing, and their card is kept" });
    await page.getByLabel("Deep Tissue Massage").check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Button: “Keep my card and book”").first().waitFor();
    await expectNoViolations(page);
    await expectToFit(page);

    const user = await personIn(app, { name: "Ana Pereira" });
    for (const javaScriptEnabled of [true, false]) {
      const client = await newPage(server.url, { viewport, javaScriptEnabled, expectedErrors: EXPECTED });
      const { browserCookie } = await newSession(app, user.id);
      await client.context().addCookies([{ ...browserCookie, url: server.url }]);
      await openBooking(client, `?service=deep-tissue-massage&day=${laterDay()}`);
      await chooseTime(client, javaScriptEnabled ? 0 : 3);
      await fillPerson(client, { name: "Ana Pereira", phone: "07700 900982" });
      const button = client.getByRole("button", { name: "Keep my card and book" });
      if (!javaScriptEnabled) {
        await button.click();
        await client
          .getByText(/^Your card is kept when you book/)
          .first()
          .waitFor();
      }
      await client.getByText("If you cancel late or don’t come, at most £29.00").waitFor();
      await client.getByText(/up to £29\.00 may be charged to your card if you cancel or don’t come, once/).waitFor();
      if (javaScriptEnabled) await expectNoViolations(client);
      await expectToFit(client);
      await button.click();
      await client.getByRole("heading", { name: "Pay with a pretend card" }).waitFor();
      await client.goto(await payAddress(app, server.url));
      await client.getByRole("heading", { name: "Keep your card and book" }).waitFor();
      await client.getByText(/^The time is kept for you until .+ It is booked once your card is kept/).waitFor();
      if (javaScriptEnabled) await expectNoViolations(client);
      await expectToFit(client);
      await client.getByRole("button", { name: "Keep my card and book" }).click();
      await client.getByRole("button", { name: "Keep the pretend card" }).click();
      await untilScheduled(client);
      await client.getByText(/up to £29\.00 may be charged to your card if you cancel/).waitFor();
      await client.goto("/account");
      const cards = client.getByRole("region", { name: "Kept cards" });
      await cards.getByText("Visa ending 4242", { exact: true }).first().waitFor();
      await cards
        .getByText(/£29\.00 at most/)
        .first()
        .waitFor();
      if (javaScriptEnabled) await expectNoViolations(client);
      await expectToFit(client);

      const id = await lateId(app, user.id);
      await page.goto(`/admin/appointments/${id}/pay`);
      await page.getByRole("heading", { name: /^Cancelled late/ }).waitFor();
      await page.getByText("Visa ending 4242 is kept for this booking.").waitFor();
      await expectNoViolations(page);
      await expectToFit(page);
      if (javaScriptEnabled) await leaveAndReturn(app, [page, client]);
      if (!javaScriptEnabled) stripe.kept.chargeWith("authentication required");
      const press = page.getByRole("button", { name: "Charge Visa ending 4242" });
      await press.click();
      await page.getByText("Enter a reason. It stays with the charge.").first().waitFor();
      await page.getByLabel("Reason for the charge").fill("Cancelled the day before");
      await press.click();
      if (javaScriptEnabled) {
        await page.getByText("Paid", { exact: true }).waitFor();
        expect(stripe.keptPence()).toBe(2900);
        expect(await removedByAnother(client, app, server.url)).toBe(404);
        continue;
      }
      await page
        .getByText(/The bank wants the client to agree, so nothing was charged/)
        .first()
        .waitFor();
      expect(await press.count()).toBe(0);
      await page.getByRole("link", { name: "See the link to pay by" }).waitFor();
      await expectNoViolations(page);
      await expectToFit(page);

      await cards
        .getByRole("button", { name: /Visa ending 4242/ })
        .first()
        .click();
      await client.getByText("Your card has been removed. Nothing can be charged to it").first().waitFor();
      await page.reload();
      await page.getByText(/was removed on .+, so nothing can be charged to it\./).waitFor();
    }
    expect([stripe.keptPence(), stripe.kept.cards.size]).toEqual([2900, 1]);
    await server.stop();
  },
  240_000,
);

/** What both sides read while its seller is at another provider than the card. */
async function leaveAndReturn(app: AppContext, [page, client]: [Page, Page]): Promise<void> {
  const goTo = (provider: "stripe" | "sumup") => app.db.kysely.updateTable("tills").set({ provider }).execute();
  await goTo("sumup");
  await page.reload();
  await page.getByText("This card was left with Stripe, and payments go through SumUp now").waitFor();
  expect(await page.getByRole("button", { name: "Charge Visa ending 4242" }).count()).toBe(0);
  await client.reload();
  await client.getByText("Nothing can be charged to this card any longer.").first().waitFor();
  for (const one of [page, client]) {
    await expectNoViolations(one);
    await expectToFit(one);
  }
  await goTo("stripe");
  await page.reload();
  await page.getByText("Visa ending 4242 is kept for this booking.").waitFor();
}

/** What someone else is answered who sends the form that removes the card. */
async function removedByAnother(client: Page, app: AppContext, url: string): Promise<number | undefined> {
  const card = await client.getByRole("region", { name: "Kept cards" }).locator("input[name=id]").first().inputValue();
  const { cookie } = await newSession(app, (await personIn(app, { name: "Eve Long" })).id);
  const body = new URLSearchParams({ part: "card", id: card });
  const headers = { cookie, origin: url };
  return (await fetch(`${url}/account`, { method: "POST", body, headers, redirect: "manual" })).status;
}

/** Where the booking that waits for a card goes on. */
async function payAddress(app: AppContext, url: string): Promise<string> {
  const waiting = app.db.kysely.selectFrom("prepayments").select("appointment_id").where("state", "=", "waiting");
  const { appointment_id: id } = await waiting.executeTakeFirstOrThrow();
  return new URL((await payPathOf(app, id)) ?? "", url).href;
}

/** Cancels the appointment that was just booked, as its client does who has read what it costs. */
async function lateId(app: AppContext, userId: string): Promise<string> {
  const { id } = await app.db.kysely
    .selectFrom("appointments")
    .select("id")
    .where("user_id", "=", userId)
    .where("status", "=", "Confirmed")
    .executeTakeFirstOrThrow();
  const outcome = await cancel(app, { kind: "client", userId }, { appointmentId: id, reason: null, knowsCost: true });
  expect(outcome.kind).toBe("cancelled");
  return id;
}

async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
