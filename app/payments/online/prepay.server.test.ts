import { expect, test } from "vitest";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { getHold, holdSecretOf } from "#app/appointments/booking/booking-holds.db.server.ts";
import { confirmHold } from "#app/appointments/booking/confirm-hold.server.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { bookingConfirmed } from "#app/appointments/mails/booked.mail.tsx";
import { bookingCancelled } from "#app/appointments/mails/cancelled.mail.tsx";
import { getBillOf } from "#app/payments/bills.db.server.ts";
import { followSchedule } from "#app/payments/fees.server.ts";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { openPayPage, startPaying } from "#app/payments/online/open-page.server.ts";
import { readPublicLink } from "#app/payments/online/pay-links.server.ts";
import { getPrepaid, releaseUnpaid } from "#app/payments/online/prepaid.server.ts";
import {
  afterCancelling,
  paidMoneyOf,
  payPathOf,
  prepayOf,
  prepayOfService,
  publicPrepay,
  waivedOf,
} from "#app/payments/online/prepay.server.ts";
import { receiveStripeNotice } from "#app/payments/online/receive-notice.server.ts";
import { settlePage } from "#app/payments/online/settle-page.server.ts";
import { listDueRefunds, sendDueRefund } from "#app/payments/online/settle-prepaid.server.ts";
import { noteTill, STOPPED_REASON } from "#app/payments/online/stopped-tills.server.ts";
import { openTill, switchTillOff } from "#app/payments/online/tills.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { viewAppointments } from "#app/routes/account/my-appointment/appointment-views.server.ts";
import { getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { type PretendStripe, signatureOf } from "#scripts/pretend-stripe.ts";
import { at, expectBooked, inputFor } from "#tests/support/booking-inputs.ts";
import { apartStarts } from "#tests/support/bookings.ts";
import { failingAt } from "#tests/support/failing-at.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { DEEP_TISSUE, OWNER, payingToBook, switchOn } from "#tests/support/pretend-stripe.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FROM = "192.0.2.7";
const LATER = "2027-06-02";
const DAYS = { from: LATER, to: "2027-06-05" };

type Roles = Parameters<typeof inputFor>[0] & { pays?: string | null; clientAddress?: string };

function tryToPay(app: AppContext, { pays = "1500", clientAddress, ...roles }: Roles = {}, actor: Actor = visitor) {
  const asked = { input: inputFor({ therapist: "imogen-hartley", ...roles }), idempotencyKey: null, pays };
  return book(app, actor, { ...asked, prepay: prepayOf(app, "en-GB"), ...(clientAddress && { clientAddress }) });
}

/** Books, and goes on to the provider's page. */
async function toPay(app: AppContext, stripe: PretendStripe, roles: Roles = {}) {
  const { appointment } = expectBooked(await tryToPay(app, roles));
  const path = await startPaying(app, { appointmentId: appointment.id, clientAddress: FROM });
  const secret = path.replace(/^\/pay\//, "").replace(/\?.*/, "");
  const session = [...stripe.sessions.values()].at(-1)?.id ?? "";
  return { id: appointment.id, path, secret, session };
}

async function paid(app: TestApp, stripe: PretendStripe, roles: Roles = {}) {
  const one = await toPay(app, stripe, roles);
  stripe.pay(one.session);
  await later(app, 2 * MINUTE);
  return one;
}

async function later(app: TestApp, ms: number) {
  app.clock.set(app.clock.now() + ms);
  await followOnline(app);
}

const statusOf = async (app: AppContext, id: string) => (await getAppointment(app.db.kysely, id))?.status;
const stateOf = async (app: AppContext, appointmentId: string) =>
  (await getPrepaid(app.db.kysely, { appointmentId }))?.state;

async function mailsOf(app: AppContext): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("outbox").select("kind").orderBy("kind").execute();
  return rows
    .map(({ kind }) => kind)
    .filter((kind) => kind.endsWith("-client") && kind !== "appointment-reminder-client");
}

async function onlinePence(app: AppContext): Promise<number> {
  const rows = await app.db.kysely.selectFrom("payments").select("pence").where("method", "=", "online").execute();
  return rows.reduce((all, { pence }) => all + pence, 0);
}

async function expectSound(app: AppContext, stripe: PretendStripe) {
  expect(await onlinePence(app)).toBe(stripe.keptPence());
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
}

test("a time is kept while its client pays, nobody hears of it, and the payment books it", async () => {
  const { app, stripe } = await payingToBook();
  expect(await tryToPay(app, { pays: null })).toMatchObject({
    kind: "repriced",
    message: "£15.00 of it is paid when you book. Read what is above the button, then select it again",
  });
  expect(await tryToPay(app, { pays: "1000" })).toMatchObject({ kind: "repriced" });
  const { id, path, secret, session } = await toPay(app, stripe);
  expect(path).toBe(`${await payPathOf(app, id)}?go`);
  expect(await statusOf(app, id)).toBe("Pending");
  expect(await getHold(app.db.kysely, id)).toMatchObject({ pays: 1500, until: app.clock.now() + 20 * MINUTE });
  expect(await tryToPay(app)).toMatchObject({ kind: "taken" });
  expect(stripe.sessions.get(session)).toMatchObject({ amount_total: 1500, currency: "gbp" });
  expect(await readPublicLink(app, secret)).toMatchObject({ owedPence: 1500, booking: { isKept: true } });
  expect(await mailsOf(app)).toEqual([]);
  await later(app, 2 * MINUTE);
  expect(await statusOf(app, id)).toBe("Pending");
  stripe.pay(session);
  await later(app, 2 * MINUTE);
  expect(await statusOf(app, id)).toBe("Confirmed");
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ paidPence: 1500, owedPence: 4300 });
  expect(await mailsOf(app)).toContain("appointment-confirmed-client");
  const mail = await bookingConfirmed.render(app, { appointmentId: id });
  expect(mail?.text.replace(/\s+/g, " ")).toContain(
    "You have paid £15.00. Cancel before it begins, and £15.00 goes back the way you paid.",
  );
  expect(await getPrepaid(app.db.kysely, { appointmentId: id })).toMatchObject({
    state: "paid",
    words: expect.stringContaining("Cancel before it begins, and £15.00 goes back the way you paid."),
    request: expect.stringContaining("within 14 days"),
  });
  expect((await openPayPage(app, { secret, clientAddress: FROM })).kind).toBe("nothing");
  await later(app, HOUR);
  expect(await statusOf(app, id)).toBe("Confirmed");
  await expectSound(app, stripe);
});

test("a notice that comes three times, and that its page ended after it was paid, is one payment of one booking", async () => {
  const { app, stripe } = await payingToBook();
  const { id, session } = await toPay(app, stripe);
  stripe.pay(session);
  const completed = stripe.queue.at(-1) ?? "";
  // The same page, in a notice of its own that says it ended.
  const expired = completed
    .replace("checkout.session.completed", "checkout.session.expired")
    .replace(/"id":"evt_[^"]*"/, '"id":"evt_another"');
  expect(expired).not.toBe(completed);
  for (const body of [completed, expired, completed, completed, expired]) {
    const headers = new Headers({ "stripe-signature": signatureOf(body, { now: app.clock.now() }) });
    await receiveStripeNotice(app, { body: Buffer.from(body), headers });
    expect(await statusOf(app, id)).toBe("Confirmed");
  }
  await later(app, HOUR);
  expect([await statusOf(app, id), await onlinePence(app)]).toEqual(["Confirmed", 1500]);
  expect((await mailsOf(app)).filter((kind) => kind === "appointment-confirmed-client")).toHaveLength(1);
  await expectSound(app, stripe);
});

test("what is not paid in time is free again, its page is closed, and nobody is mailed", async () => {
  const { app, stripe } = await payingToBook();
  const { id, secret, session } = await toPay(app, stripe);
  await later(app, 21 * MINUTE);
  expect(await statusOf(app, id)).toBe("Cancelled");
  expect(stripe.sessions.get(session)?.status).toBe("expired");
  expect(await readPublicLink(app, secret)).toMatchObject({ owedPence: 0, booking: { state: "released" } });
  expect(await mailsOf(app)).toEqual([]);
  expectBooked(await tryToPay(app));
});

test("what was paid a moment before its time is let go is booked, with no notice at all", async () => {
  const { app, stripe } = await payingToBook();
  const { id, session } = await toPay(app, stripe);
  await later(app, 19 * MINUTE);
  stripe.pay(session);
  await later(app, 2 * MINUTE);
  expect(await statusOf(app, id)).toBe("Confirmed");
  await expectSound(app, stripe);
});

test("what is paid after its time was let go is booked if the time is still free", async () => {
  const { app, stripe } = await payingToBook();
  const { id, session } = await toPay(app, stripe);
  stripe.become("broken");
  await later(app, 21 * MINUTE);
  expect(await statusOf(app, id)).toBe("Cancelled");
  stripe.become("well");
  stripe.pay(session);
  await later(app, 20 * MINUTE);
  expect(await statusOf(app, id)).toBe("Confirmed");
  expect(await stateOf(app, id)).toBe("paid");
  expect(await getHold(app.db.kysely, id)).toMatchObject({ releasedAt: null });
  expect(await mailsOf(app)).toContain("appointment-confirmed-client");
  expect(await tryToPay(app)).toMatchObject({ kind: "taken" });
  await expectSound(app, stripe);
});

test("if someone else has the time by then, the money goes back by itself, and the client reads and hears it", async () => {
  const { app, stripe } = await payingToBook();
  const { id, secret, session } = await toPay(app, stripe);
  stripe.become("broken");
  await later(app, 21 * MINUTE);
  stripe.become("well");
  const other = await paid(app, stripe, { email: "tom@example.com", phone: "+441632960002" });
  expect(await statusOf(app, other.id)).toBe("Confirmed");
  stripe.pay(session);
  await later(app, 20 * MINUTE);
  await later(app, MINUTE);
  expect(await statusOf(app, id)).toBe("Cancelled");
  expect(await readPublicLink(app, secret)).toMatchObject({ booking: { state: "returned" }, backPence: 1500 });
  expect(stripe.refunds).toMatchObject([{ amount: 1500 }]);
  expect(stripe.keptPence()).toBe(1500);
  expect(await mailsOf(app)).toContain("refund-sent-client");
  await expectSound(app, stripe);
});

test("two clients press for one time: one gets the page, the other reads that it was just taken", async () => {
  const { app } = await payingToBook();
  const both = await Promise.all([tryToPay(app), tryToPay(app, { email: "tom@example.com" })]);
  expect(both.map(({ kind }) => kind).sort()).toEqual(["booked", "taken"]);
});

test("while the provider is down the time is kept, and the same page opens later", async () => {
  const { app, stripe } = await payingToBook();
  stripe.become("broken");
  const { id, path, secret } = await toPay(app, stripe);
  expect(path).toMatch(/\?down$/);
  expect(await statusOf(app, id)).toBe("Pending");
  stripe.become("well");
  expect((await openPayPage(app, { secret, clientAddress: FROM })).kind).toBe("ready");
  stripe.pay([...stripe.sessions.keys()].at(-1) ?? "");
  await later(app, 2 * MINUTE);
  expect(await statusOf(app, id)).toBe("Confirmed");
});

test("another amount books nothing, waits for a person, and its time is let go", async () => {
  const { app, stripe } = await payingToBook();
  const { id, session } = await toPay(app, stripe);
  stripe.pay(session, { amount: 1400 });
  await later(app, 2 * MINUTE);
  expect(await statusOf(app, id)).toBe("Pending");
  await later(app, 20 * MINUTE);
  expect(await statusOf(app, id)).toBe("Cancelled");
  expect(await onlinePence(app)).toBe(0);
});

async function sendsRefunds(app: AppContext, sends: boolean): Promise<void> {
  const { moneyRules } = (await readSettings(app.db.kysely, app.log)).settings;
  const now = app.clock.now();
  await writeSetting(app.db.kysely, { key: "moneyRules", value: { ...moneyRules, sendsRefunds: sends }, now });
  await raiseContentVersion(app.db.kysely, now);
}

const cancelIt = (app: AppContext, id: string) =>
  cancel(app, { kind: "holder", appointmentId: id }, { appointmentId: id, reason: null, knowsCost: true });

test.each(["prepayments", "cancellations"])(
  "an unpaid time of which a server that died wrote nothing to %s is let go by the next one",
  async (table) => {
    const { app, stripe } = await payingToBook();
    const { id } = await toPay(app, stripe);
    app.clock.set(app.clock.now() + 21 * MINUTE);
    const close = (pageId: string) => settlePage(app, pageId, { closes: true });
    const dying = failingAt(app, ({ kind }, text) => kind !== "SelectQueryNode" && text.includes(`"${table}"`));
    await expect(releaseUnpaid(dying, close)).rejects.toThrow("not this time");
    await releaseUnpaid(app, close);
    expect([await statusOf(app, id), await stateOf(app, id)]).toEqual(["Cancelled", "released"]);
    await expectSound(app, stripe);
  },
);

test("cancelled in time, all of it goes back to the card by itself", async () => {
  const { app, stripe } = await payingToBook();
  const { id } = await paid(app, stripe, { start: at("10:00", LATER) });
  const appointment = await getAppointment(app.db.kysely, id);
  expect(appointment && (await paidMoneyOf(app, appointment, "en-GB"))).toMatchObject({
    lead: "Cancel by Tue 1 Jun, 10:00, and £15.00 goes back the way you paid.",
    button: "Cancel and get £15.00 back",
    beside: "£15.00 back",
    moves: "The £15.00 deposit moves along. You pay nothing now.",
    cost: { why: "It goes back to your card." },
  });
  await cancelIt(app, id);
  await later(app, MINUTE);
  expect(stripe.refunds).toEqual([]);
  await later(app, 2 * MINUTE);
  expect(stripe.refunds).toMatchObject([{ amount: 1500 }]);
  expect(await stateOf(app, id)).toBe("settled");
  expect(await mailsOf(app)).toContain("refund-sent-client");
  await later(app, HOUR);
  expect(stripe.refunds).toHaveLength(1);
  await expectSound(app, stripe);
});

test("however many cancellations are settled already, the next one is settled, too", async () => {
  const { app, stripe } = await payingToBook();
  const { id } = await paid(app, stripe);
  const db = app.db.kysely;
  const then = { at: app.clock.now() - HOUR, actor: "client:x", askedBy: "client" as const, late: false };
  const visits = Array.from({ length: 25 }, (_, nth) => ({
    ...{ id: `-${nth}`, client: null, start: app.clock.now() + HOUR, minutes: 45, pence: 1500, state: null },
    ...{ therapist: "demo-imogen-hartley", service: DEEP_TISSUE, status: "Cancelled", source: null, cancelled: then },
  }));
  await insertVisits(app, visits);
  const row = await db.selectFrom("prepayments").selectAll().where("appointment_id", "=", id).executeTakeFirstOrThrow();
  const link = await db.selectFrom("pay_links").selectAll().where("id", "=", row.link_id).executeTakeFirstOrThrow();
  for (const { id: appointment_id } of visits) {
    const link_id = `link${appointment_id}`;
    await db
      .insertInto("pay_links")
      .values({ ...link, id: link_id, secret_hash: link_id })
      .execute();
    await db
      .insertInto("prepayments")
      .values({ ...row, appointment_id, link_id, state: "settled" })
      .execute();
  }
  await cancelIt(app, id);
  await later(app, 3 * MINUTE);
  expect(stripe.refunds).toHaveLength(1);
});

test("paid on two pages of one link, both payments go back when it is cancelled", async () => {
  const { app, stripe } = await payingToBook();
  const { id, session } = await toPay(app, stripe, { start: at("10:00", LATER) });
  const db = app.db.kysely;
  const first = await db.selectFrom("pay_pages").selectAll().executeTakeFirstOrThrow();
  const second = { ...first, id: "page-2", at: first.at + 1 };
  const till = await openTill(app, db, { sellerId: first.seller_id });
  const terms = { id: second.id, pence: first.pence, until: first.until, words: "Payment", email: null };
  const opened = await till?.provider.open({ ...terms, backUrl: "https://limber-yard.test/" });
  if (opened?.kind !== "answer") throw new Error("No second page opened");
  await db
    .insertInto("pay_pages")
    .values({ ...second, ...opened.value })
    .execute();
  for (const one of [session, opened.value.session]) stripe.pay(one);
  await later(app, 2 * MINUTE);
  await later(app, MINUTE);
  expect(stripe.keptPence()).toBe(1500);
  await cancelIt(app, id);
  await later(app, 3 * MINUTE);
  expect(stripe.keptPence()).toBe(0);
  await expectSound(app, stripe);
});

test("cancelled late, no more than the cap is kept, and the rest goes back", async () => {
  const { app, stripe } = await payingToBook({ what: "full" });
  const { id } = await paid(app, stripe, { start: at("10:00", LATER), pays: "5800" });
  app.clock.set(at("18:00", "2027-06-01"));
  const appointment = await getAppointment(app.db.kysely, id);
  expect(appointment && (await paidMoneyOf(app, appointment, "en-GB"))).toMatchObject({
    button: "Cancel: up to £29.00 of the £58.00 payment is kept",
    beside: "up to £29.00 kept",
  });
  await cancelIt(app, id);
  await later(app, 3 * MINUTE);
  expect(stripe.refunds).toMatchObject([{ amount: 2900 }]);
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ totalPence: 2900, paidPence: 2900, feePence: 2900 });
  await expectSound(app, stripe);
});

test("a rule may be kinder than the practice's notice: until its own all goes back, and after it the rule's part is kept", async () => {
  for (const [time, back] of [
    ["18:00", 5800],
    ["23:30", 2900],
  ] as const) {
    const { app, stripe } = await payingToBook({ rules: { rules: [{ what: "full", notice: 12 * 60 }] } });
    const { id } = await paid(app, stripe, { start: at("10:00", LATER), pays: "5800" });
    expect(await getPrepaid(app.db.kysely, { appointmentId: id })).toMatchObject({
      notice: 720,
      words: expect.stringContaining("Cancel by Tue 1 Jun, 22:00"),
    });
    app.clock.set(at(time, "2027-06-01"));
    const appointment = await getAppointment(app.db.kysely, id);
    const money = appointment && (await paidMoneyOf(app, appointment, "en-GB"));
    expect(money?.beside).toBe(back === 5800 ? "£58.00 back" : "up to £29.00 kept");
    await cancelIt(app, id);
    await later(app, 3 * MINUTE);
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([back]);
    await expectSound(app, stripe);
  }
});

test("public pages have the rule while somebody can be paid by it, and of its services alone", async () => {
  const { app } = await payingToBook();
  expect(await publicPrepay(app)).toHaveLength(3);
  expect(await prepayOfService(app, DEEP_TISSUE)).toBe("Clients pay £15.00 when booking online.");
  expect(await prepayOfService(app, "demo-joint-mobilization")).toBe(null);
  await switchTillOff(app, OWNER, { sellerId: "1", notifyOwners });
  expect(await publicPrepay(app)).toEqual([]);
});

test("what was kept goes back to the card, too, once the time is sold again, and the client reads each step", async () => {
  const { app, stripe } = await payingToBook({ what: "full" });
  const { id } = await paid(app, stripe, { start: at("10:00", LATER), pays: "5800" });
  app.clock.set(at("18:00", "2027-06-01"));
  await cancelIt(app, id);
  const words = async () => {
    const appointment = await getAppointment(app.db.kysely, id);
    return appointment && afterCancelling(app, appointment, "en-GB");
  };
  const kept = "£29.00 of what you paid is kept. If someone else books the time, it goes back, too.";
  expect(await words()).toBe(
    "£29.00 of what you paid is kept. £29.00 goes back to your card. If someone else books the time, nothing is kept.",
  );
  await later(app, 3 * MINUTE);
  expect(await words()).toBe(`£29.00 went back to your card. ${kept}`);
  const bo = { email: "bo@example.com", phone: "+441632960009" };
  const input = inputFor({ start: at("10:00", LATER), therapist: "imogen-hartley", ...bo });
  expectBooked(await book(app, OWNER, { input, idempotencyKey: null }));
  await followSchedule(app);
  expect(await words()).toBe("£58.00 goes back to your card, as someone else has booked the time.");
  await later(app, 3 * MINUTE);
  expect(stripe.refunds.map(({ amount }) => amount)).toEqual([2900, 2900]);
  expect(await words()).toBe("£58.00 went back to your card, as someone else has booked the time.");
  expect(stripe.keptPence()).toBe(0);
  await later(app, HOUR);
  expect(stripe.refunds).toHaveLength(2);
  await expectSound(app, stripe);
});

test("within 14 days of booking a late cancellation costs nothing, unless the exemption was stated", async () => {
  const { app, stripe } = await payingToBook();
  const one = await paid(app, stripe);
  await cancelIt(app, one.id);
  await later(app, 3 * MINUTE);
  expect(stripe.keptPence()).toBe(0);
  const stated = await payingToBook({ leisure: [DEEP_TISSUE] });
  const other = await paid(stated.app, stated.stripe);
  stated.app.clock.set(at("18:00", "2027-05-04"));
  await cancelIt(stated.app, other.id);
  await later(stated.app, 3 * MINUTE);
  expect(stated.stripe.keptPence()).toBe(1500);
  await expectSound(stated.app, stated.stripe);
});

test("what the practice cancels goes back whole, and what is moved keeps its payment", async () => {
  const { app, stripe } = await payingToBook();
  const { id } = await paid(app, stripe, { start: at("10:00", LATER) });
  const holder = { kind: "holder", appointmentId: id } as const;
  const move = { appointmentId: id, start: at("12:00", LATER), therapist: null };
  expect(await reschedule(app, holder, move)).toMatchObject({ kind: "rescheduled" });
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ paidPence: 1500, owedPence: 4300 });
  app.clock.set(at("11:00", LATER));
  const moved = await getAppointment(app.db.kysely, id);
  expect(moved && (await paidMoneyOf(app, moved, "en-GB"))?.button).toBe("Cancel: the £15.00 deposit is kept");
  await cancel(app, OWNER, { appointmentId: id, reason: "Ill" });
  expect(moved && (await afterCancelling(app, moved, "en-GB"))).toBe("You get £15.00 back. It goes back to your card.");
  const mail = await bookingCancelled.render(app, { appointmentId: id });
  expect(mail?.text.replaceAll(/\s+/g, " ")).toContain(
    "All of it goes back the way you paid, to your card or voucher.",
  );
  await later(app, 3 * MINUTE);
  expect(stripe.refunds).toMatchObject([{ amount: 1500 }]);
  await expectSound(app, stripe);
});

test("where the owner sends each refund by a press, it waits on Today, goes once, and never more than is left", async () => {
  const { app, stripe } = await payingToBook();
  await sendsRefunds(app, false);
  const { id } = await paid(app, stripe, { start: at("10:00", LATER) });
  const appointment = await getAppointment(app.db.kysely, id);
  const { cost } = (appointment && (await paidMoneyOf(app, appointment, "en-GB"))) ?? {};
  expect(cost?.why).toBe("The practice sends it back to your card.");
  await cancelIt(app, id);
  await later(app, 3 * MINUTE);
  expect(stripe.refunds).toEqual([]);
  expect(await stateOf(app, id)).toBe("due");
  expect((await getAdminCounts(app, OWNER)).needs).toContainEqual(
    expect.objectContaining({ label: "Refunds to send", count: 1, to: "/admin/money/requests" }),
  );
  expect(await listDueRefunds(app)).toMatchObject([{ appointmentId: id, name: "Ada Smith", pence: 1500 }]);
  const send = (actor: Actor, pence = 1500) => sendDueRefund(app, actor, { appointmentId: id, pence });
  expect(await send({ kind: "staff", userId: "kit", roles: ["reception"], therapistId: null, choices: [] })).toEqual({
    kind: "not-found",
  });
  expect(await send(OWNER, 1400)).toEqual({
    kind: "conflict",
    message: "£15.00 is due now. Check the amount, then send it.",
  });
  const both = await Promise.all([send(OWNER), send(OWNER)]);
  expect(both.map(({ kind }) => kind).sort()).toEqual(["changed", "conflict"]);
  await later(app, MINUTE);
  expect(stripe.refunds).toMatchObject([{ amount: 1500 }]);
  expect(await listDueRefunds(app)).toEqual([]);
  expect((await getAdminCounts(app, OWNER)).needs).not.toContainEqual(
    expect.objectContaining({ label: "Refunds to send" }),
  );
  await expectSound(app, stripe);
});

test("a signed-in client reads in their account what happens to the money", async () => {
  const { app, stripe } = await payingToBook();
  const { id } = await paid(app, stripe, { start: at("10:00", LATER) });
  const user = await app.db.kysely.selectFrom("users").select("id").where("role", "=", "user").executeTakeFirst();
  await app.db.kysely
    .updateTable("appointments")
    .set({ user_id: user?.id ?? "" })
    .where("id", "=", id)
    .execute();
  const view = await viewAppointments(app, { user: { id: user?.id ?? "", role: "user" }, locale: "en-GB" });
  expect(view?.ahead.find((one) => one.id === id)?.money).toEqual({
    lead: "Cancel by Tue 1 Jun, 10:00, and £15.00 goes back the way you paid.",
    rest: expect.stringContaining("If you move the appointment, the payment moves along."),
    button: "Cancel and get £15.00 back",
  });
  expect(view?.ahead.filter(({ money }) => money !== undefined)).toHaveLength(1);
});

test("the practice's own bookings pay nothing, nor does anyone with a test key, an off switch or another service", async () => {
  const { app } = await payingToBook();
  expect(expectBooked(await tryToPay(app, {}, OWNER)).pays).toBe(false);
  const foot = { service: "sport-foot-massage", therapist: undefined, start: at("12:00") };
  expect(expectBooked(await tryToPay(app, foot)).pays).toBe(false);
  await app.db.kysely.updateTable("tills").set({ mode: "test" }).execute();
  expect(expectBooked(await tryToPay(app, { start: at("14:00") })).pays).toBe(false);
  await switchTillOff(app, OWNER, { sellerId: "1", notifyOwners });
  expect(expectBooked(await tryToPay(app, { start: at("15:30") })).pays).toBe(false);
});

test("unpaid holds share a tenth of a day with other holds: the next one waits for a mailed link, and is paid from there", async () => {
  const { app, stripe } = await payingToBook();
  const limited = { ...app, config: { ...app.config, rateLimits: true, smtpUrl: "smtp://127.0.0.1:1" } };
  const kinds: string[] = [];
  for (const start of (await apartStarts(app, DAYS)).slice(0, 3)) {
    const outcome = await tryToPay(limited, { start, clientAddress: FROM });
    kinds.push(outcome.kind);
  }
  expect(kinds).toEqual(["booked", "booked", "link-sent"]);
  const request = await app.db.kysely.selectFrom("booking_requests").selectAll().executeTakeFirstOrThrow();
  const { id } = request;
  const opened = await confirmHold(limited, holdSecretOf(app, id), prepayOf(app, "en-GB"));
  expect(opened).toMatchObject({ kind: "kept", pays: id });
  expect(await statusOf(app, id)).toBe("Pending");
  // A second press of the same link books nothing without a payment.
  expect(await confirmHold(limited, holdSecretOf(app, id))).toMatchObject({ kind: "kept", pays: id });
  expect(await statusOf(app, id)).toBe("Pending");
  await startPaying(app, { appointmentId: id, clientAddress: FROM });
  stripe.pay([...stripe.sessions.keys()].at(-1) ?? "");
  await later(app, 2 * MINUTE);
  expect(await statusOf(app, id)).toBe("Confirmed");
});

test("the fourth pay page of an hour is refused to an address, an email address and a phone", async () => {
  const { app } = await payingToBook();
  const limited = { ...app, config: { ...app.config, rateLimits: true } };
  const open = async (start: number, person: Roles, clientAddress: string) => {
    const { appointment } = expectBooked(await tryToPay(app, { ...person, start }));
    const secret = (await payPathOf(app, appointment.id))?.split("/").at(-1) ?? "";
    return (await openPayPage(limited, { secret, clientAddress })).kind;
  };
  const starts = (await apartStarts(app, DAYS)).slice(0, 4);
  const kinds: string[] = [];
  for (const [nth, start] of starts.entries()) {
    kinds.push(await open(start, { email: `a${nth}@example.com` }, `192.0.2.${nth + 1}`));
  }
  expect(kinds).toEqual(["ready", "ready", "ready", "limited"]);
});

const tillOf = (app: AppContext) => app.db.kysely.selectFrom("tills").selectAll().executeTakeFirstOrThrow();

test("a key that was taken back stops the rule at once: who pays just then is booked without, and reads so", async () => {
  const { app, stripe } = await payingToBook();
  stripe.become("revoked");
  const { id, path } = await toPay(app, stripe);
  expect(path).not.toMatch(/\?/);
  expect(await statusOf(app, id)).toBe("Confirmed");
  expect(await stateOf(app, id)).toBe("waived");
  expect(await waivedOf(app, id)).toEqual({ pence: 1500, reason: STOPPED_REASON });
  expect(await getHold(app.db.kysely, id)).toMatchObject({ pays: 0 });
  expect(await mailsOf(app)).toEqual(["appointment-confirmed-client"]);
  const next = expectBooked(await tryToPay(app, { start: at("14:00"), pays: null, email: "tom@example.com" }));
  expect(next).toMatchObject({ pays: false, appointment: { status: "Confirmed" } });
  expect(await waivedOf(app, next.appointment.id)).toEqual({ pence: 1500, reason: STOPPED_REASON });
  expect(await onlinePence(app)).toBe(0);
  await expectSound(app, stripe);
});

test("where the owner takes such bookings by phone alone, none is made online", async () => {
  const { app, stripe } = await payingToBook({ whenStopped: "phone" });
  stripe.become("revoked");
  const { id, path } = await toPay(app, stripe);
  expect(path).toMatch(/\?down$/);
  expect(await statusOf(app, id)).toBe("Pending");
  expect(await tryToPay(app, { start: at("14:00"), email: "tom@example.com" })).toMatchObject({
    kind: "invalid",
    field: "start",
    message: expect.stringContaining("Nothing is booked. Call"),
  });
  await later(app, 21 * MINUTE);
  expect(await statusOf(app, id)).toBe("Cancelled");
});

test("trouble of three minutes stops the rule; the first answer after it ends that", async () => {
  const { app, stripe } = await payingToBook();
  const { id, session } = await toPay(app, stripe);
  stripe.become("broken");
  await later(app, 2 * MINUTE);
  await later(app, 2 * MINUTE);
  expect(await statusOf(app, id)).toBe("Pending");
  expect(await tillOf(app)).toMatchObject({ stopped_at: null });
  await later(app, 2 * MINUTE);
  expect(await statusOf(app, id)).toBe("Confirmed");
  expect((await tillOf(app)).stopped_at).not.toBeNull();
  stripe.become("well");
  // Who was on the provider's page pays there all the same.
  stripe.pay(session);
  await later(app, 20 * MINUTE);
  expect(await tillOf(app)).toMatchObject({ failing_since: null, stopped_at: null });
  expect(await stateOf(app, id)).toBe("paid");
  expect(await getHold(app.db.kysely, id)).toMatchObject({ pays: 1500 });
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ paidPence: 1500 });
  expect(await tryToPay(app, { start: at("14:00"), pays: null, email: "tom@example.com" })).toMatchObject({
    kind: "repriced",
  });
  await expectSound(app, stripe);
});

test("a key that is taken back while nobody pays is found within the hour, and a new one ends that at once", async () => {
  const { app, stripe } = await payingToBook();
  await later(app, MINUTE);
  stripe.become("revoked");
  await later(app, 61 * MINUTE);
  expect((await tillOf(app)).stopped_at).not.toBeNull();
  expect(await getAdapter(app.db.kysely, "stripe")).toMatchObject({ state: "revoked" });
  stripe.become("well");
  await switchOn(app, "1");
  expect(await tillOf(app)).toMatchObject({ failing_since: null, stopped_at: null });
});

test("while one of two sellers has stopped, whoever chose no one in particular is booked as the page says", async () => {
  const { app } = await payingToBook();
  await takesPayments(app, { online: true, ownSeller: "demo-tom-ellery" });
  await switchOn(app, "2");
  await noteTill(app, "2", { status: 401, words: "No." });
  const input = inputFor({ start: at("10:00") });
  const scheduled = await book(app, visitor, { input, idempotencyKey: null, prepay: prepayOf(app, "en-GB") });
  expect(scheduled).toMatchObject({ kind: "booked", pays: false });
});

test("a refusal of one page, and too many requests, stop nothing", async () => {
  const { app } = await payingToBook();
  for (const status of [400, 402, 404, 429]) await noteTill(app, "1", { status, words: "No." });
  expect(await tillOf(app)).toMatchObject({ failing_since: null, stopped_at: null });
});
