import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { holdSecretOf } from "#app/appointments/booking/booking-holds.db.server.ts";
import { insertRequest } from "#app/appointments/booking/booking-requests.db.server.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { followSchedule } from "#app/payments/fees.server.ts";
import { listProducts, productForm, saveProduct } from "#app/payments/shop/products.server.ts";
import { sell } from "#app/payments/shop/sell.server.ts";
import { listVouchers } from "#app/payments/shop/vouchers.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { hashOf, newId, newReference } from "#app/platform/ids.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { MONEY_WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { chooseTime, fillPerson, laterDay, openBooking, untilScheduled } from "#tests/support/booking-page.ts";
import { apartStarts } from "#tests/support/bookings.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { DEEP_TISSUE, switchOn } from "#tests/support/pretend-stripe.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { stripeSite } from "#tests/support/stripe-site.ts";

const OWNER = { kind: "admin", userId: "owner" } as const;

test.each(byTurns(MONEY_WIDTHS, 1))(
  "a client books with a course where a deposit is asked for, gets the session back, books again and pays nothing at the desk (%s)",
  async (_width, viewport) => {
    const { server, page, app, paying } = await stripeSite({ viewport });
    await switchOn(paying, "1");
    const now = app.clock.now();
    const rule = settingSchemas.prepayment.parse({ what: "amount", services: [DEEP_TISSUE] });
    await writeSetting(app.db.kysely, { key: "prepayment", value: rule, now });
    await raiseContentVersion(app.db.kysely, now);
    const me = await signedIn(app);
    const person = { by: "person" as const, userId: me.id, name: me.name, email: me.email, phone: null };
    const { id: clientId } = await app.db.kysely.transaction().execute((tx) => clientFor(tx, person, now));
    const fields = { kind: "course", title: "Course of 3", price: "120", sessions: "3", onSale: "on" };
    const value = productForm.parse(fields);
    expect((await saveProduct(app, OWNER, { id: null, version: 0, value })).kind).toBe("saved");
    const products = await listProducts(app.db.kysely, { sellerId: "1" });
    const productId = products.find(({ title }) => title === "Course of 3")?.id ?? "";
    const sale = {
      ...{ products: [{ productId, quantity: 1 }], voucherPence: 0, seenPence: 12_000 },
      lines: [{ method: "cash" as const, pence: 12_000 }],
    };
    expect((await sell(app, OWNER, { sellerId: "1", clientId, key: "one", sale })).kind).toBe("sold");

    let left = 3;
    for (const javaScriptEnabled of [true, false]) {
      const client = await newPage(server.url, { viewport, javaScriptEnabled, expectedErrors: [/409/] });
      await client.context().addCookies([{ ...me.browserCookie, url: server.url }]);
      const looks = async () => {
        await expectToFit(client);
        if (javaScriptEnabled) await expectNoViolations(client);
      };
      const books = async () => {
        await openBooking(client, `?service=deep-tissue-massage&day=${laterDay()}`);
        await client.getByRole("link", { name: "Book without the course" }).click();
        await client.getByRole("link", { name: `Use your course (${left} left)` }).click();
        await client.getByText(`You use your course (${left} left).`).waitFor();
        await chooseTime(client, javaScriptEnabled ? 0 : 3);
        await fillPerson(client, { phone: "01632 960983" });
        const button = client.getByRole("button", { name: "Book with your course" });
        if (!javaScriptEnabled) {
          await button.click();
          await client
            .getByText(/^A session of your course is used when you book/)
            .first()
            .waitFor();
        }
        await client.getByText("Course of 3 1 session").waitFor();
        await client.getByText(/and the session goes back to the course\./).waitFor();
        await looks();
        await button.click();
        await untilScheduled(client);
        await looks();
      };
      await books();
      await client.getByRole("link", { name: "Cancel appointment session back" }).click();
      await looks();
      await client.getByRole("button", { name: "Cancel and get the session back" }).click();
      await client.getByRole("heading", { name: "Appointment cancelled." }).waitFor();
      await followSchedule(paying);
      await client.reload();
      await client.getByText(/The session (goes back to the course|is on the course again)\./).waitFor();
      await books();
      left -= 1;
      await client.context().close();
    }
    const booked = app.db.kysely.selectFrom("appointments").select("id").where("user_id", "=", me.id);
    const [first] = await booked.where("status", "=", "Confirmed").execute();
    await page.goto(`/admin/appointments/${first?.id}/pay`);
    await page.getByText("Paid with Course of 3", { exact: true }).waitFor();
    await expectToFit(page);
    await expectNoViolations(page);

    const client = await newPage(server.url, { viewport });
    await client.context().addCookies([{ ...me.browserCookie, url: server.url }]);
    const [used = 0, paid = 0] = await apartStarts(app, { from: laterDay(), to: addDays(laterDay(), 20) });
    const [course] = await listVouchers(app.db.kysely, { clientId });
    const opens = async (start: number) => {
      const path = await linkTo(app, { start, like: first?.id ?? "", pays: `course:${course?.id}` });
      await client.goto(`${server.url}${path}`);
      await client.getByText("A session of your course is used then.").waitFor();
      await expectNoViolations(client);
      await client.getByRole("button", { name: "Book this time" }).click();
    };
    await opens(used);
    await untilScheduled(client);
    await client.getByText("£58.00 in total, paid with a session of a course").waitFor();
    // The last session is used, so the next link asks for the deposit.
    await opens(paid);
    await client.getByText("Your course can’t pay for this appointment, so no session was used.").waitFor();
    await client.getByRole("button", { name: "Pay £15.00 and book" }).waitFor();
    await expectToFit(client);
    await expectNoViolations(client);
    await server.stop();
  },
  240_000,
);

type Waiting = { start: number; like: string; pays: string };

/** The path of the mailed link that books a time which nobody keeps; for what else it is as `like`. */
async function linkTo(app: AppContext, { start, like, pays }: Waiting): Promise<string> {
  const booked = await getAppointment(app.db.kysely, like);
  if (!booked) throw new Error("no such appointment");
  const appointment = { ...booked, id: newId(), reference: newReference(), start };
  const { name, phone, email } = appointment;
  const input = { service: "deep-tissue-massage", minutes: booked.minutes, start, name, phone, email };
  const now = app.clock.now();
  const request = { input, pays, appointment, source: "website" as const, idempotency: null, until: now + 3_600_000 };
  const secret = holdSecretOf(app, appointment.id);
  const stored = { secretHash: hashOf(secret), now };
  await app.db.kysely.transaction().execute((tx) => insertRequest(tx, request, stored));
  return `/booking/${secret}/keep`;
}

async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
