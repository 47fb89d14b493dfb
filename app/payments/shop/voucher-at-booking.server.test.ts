import { expect, test } from "vitest";
import type { Appointment } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { bookingCancelled } from "#app/appointments/mails/cancelled.mail.tsx";
import { getBillOf } from "#app/payments/bills.db.server.ts";
import { followSchedule } from "#app/payments/fees.server.ts";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { openPayPage, startPaying } from "#app/payments/online/open-page.server.ts";
import { getLink, listDue, sumOf } from "#app/payments/online/pay-links.db.server.ts";
import { readPublicLink } from "#app/payments/online/pay-links.server.ts";
import { getPrepaid } from "#app/payments/online/prepaid.server.ts";
import { afterCancelling, paidMoneyOf, payPathOf, prepayOf } from "#app/payments/online/prepay.server.ts";
import { returnVoucher } from "#app/payments/shop/return-voucher.server.ts";
import { type Sale, sell } from "#app/payments/shop/sell.server.ts";
import { spendOnLink } from "#app/payments/shop/spend-on-link.server.ts";
import { listVouchers } from "#app/payments/shop/vouchers.db.server.ts";
import { takeBack } from "#app/payments/take-back.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import type { Settings } from "#app/settings/settings.ts";
import type { PretendStripe } from "#scripts/pretend-stripe.ts";
import { at, expectBooked, inputFor } from "#tests/support/booking-inputs.ts";
import { apartStarts } from "#tests/support/bookings.ts";
import { OWNER, one, payingToBook } from "#tests/support/pretend-stripe.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FROM = { clientAddress: "192.0.2.7" };
const DAY = "2027-06-02";

async function sold(app: TestApp, pence: number): Promise<string> {
  const sale: Sale = { products: [], voucherPence: pence, lines: [{ method: "cash", pence }], seenPence: pence };
  const outcome = await sell(app, OWNER, { sellerId: "1", clientId: null, key: newId(), sale });
  return outcome.kind === "sold" ? (outcome.codes[0]?.code ?? "") : outcome.kind;
}

/** A time that is kept until its deposit of £15.00 is paid. */
async function kept(app: TestApp, start = at("10:00", DAY), pays = "1500") {
  const input = inputFor({ start, therapist: "imogen-hartley" });
  const asked = { input, idempotencyKey: null, pays, prepay: prepayOf(app, "en-GB") };
  const { id } = expectBooked(await book(app, visitor, asked)).appointment;
  const path = (await payPathOf(app, id)) ?? "";
  return { id, secret: path.slice(path.lastIndexOf("/") + 1) };
}

async function pageOf(app: TestApp, secret: string) {
  expect((await openPayPage(app, { secret, ...FROM })).kind).toBe("ready");
  return (await readPublicLink(app, secret))?.page?.url?.split("/").at(-1) ?? "";
}

async function later(app: TestApp, ms: number) {
  app.clock.set(app.clock.now() + ms);
  await followOnline(app);
  await followSchedule(app);
}

const leftOf = async (app: TestApp) =>
  (await listVouchers(app.db.kysely, { sellerIds: ["1"] })).map(({ leftPence }) => leftPence);
const spend = (app: TestApp, { secret }: { secret: string }, typed: string) =>
  spendOnLink(app, { secret, typed, ...FROM });
const statusOf = async (app: TestApp, id: string) => (await getAppointment(app.db.kysely, id))?.status;
const dueOf = async (app: TestApp, appointmentId: string) => {
  const prepaid = await getPrepaid(app.db.kysely, { appointmentId });
  const link = await getLink(app.db.kysely, prepaid?.link_id ?? "");
  return link && sumOf(await listDue(app.db.kysely, link));
};

async function expectSound(app: TestApp, stripe: PretendStripe) {
  const rows = await app.db.kysely.selectFrom("payments").select("pence").where("method", "=", "online").execute();
  expect(rows.reduce((all, { pence }) => all + pence, 0)).toBe(stripe.keptPence());
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
}

test("a deposit that a voucher has paid at the desk is asked for no more", async () => {
  const { app } = await payingToBook();
  const { id } = await kept(app);
  await sold(app, 1000);
  const [voucher] = await listVouchers(app.db.kysely, { sellerIds: ["1"] });
  const spent = { voucherId: voucher?.id ?? "", pence: 1000, seenLeft: null };
  const taking = { lines: [], tipPence: 0, extras: [], discount: null, seenPence: 5800, spend: spent };
  expect((await takePayment(app, OWNER, { appointmentId: id, key: "one", taking })).kind).toBe("taken");
  expect(await dueOf(app, id)).toBe(500);
});

test("a voucher that has the whole deposit books at once, without a page at the provider", async () => {
  const { app, stripe } = await payingToBook();
  const code = await sold(app, 5000);
  const booking = await kept(app);
  const presses = await Promise.all([spend(app, booking, code), spend(app, booking, code)]);
  expect(presses).toEqual([{ kind: "changed" }, { kind: "changed" }]);
  expect(await statusOf(app, booking.id)).toBe("Confirmed");
  expect(await getPrepaid(app.db.kysely, { appointmentId: booking.id })).toMatchObject({ state: "paid" });
  expect(await leftOf(app)).toEqual([3500]);
  expect(await getBillOf(app.db.kysely, booking.id)).toMatchObject({ owedPence: 4300 });
  expect(stripe.sessions.size).toBe(0);
  await later(app, HOUR);
  expect(await statusOf(app, booking.id)).toBe("Confirmed");
  await expectSound(app, stripe);
});

test("a voucher that has a part leaves the rest to the card, and never too little for it", async () => {
  const { app, stripe } = await payingToBook();
  const code = await sold(app, 1480);
  const booking = await kept(app);
  const first = await pageOf(app, booking.secret);
  expect(await spend(app, booking, code)).toEqual({ kind: "changed" });
  // Less than 50p no card pays.
  expect(await leftOf(app)).toEqual([30]);
  expect(stripe.sessions.get(first)?.status).toBe("expired");
  expect(await statusOf(app, booking.id)).toBe("Pending");
  const session = await pageOf(app, booking.secret);
  expect(stripe.sessions.get(session)).toMatchObject({ amount_total: 50 });
  stripe.pay(session);
  await later(app, 2 * MINUTE);
  expect(await statusOf(app, booking.id)).toBe("Confirmed");
  expect(await getBillOf(app.db.kysely, booking.id)).toMatchObject({ owedPence: 4300, paidPence: 50 });
  await expectSound(app, stripe);
});

test("a hold that lapses gives its voucher back, and a payment that comes too late for the rest goes back, too", async () => {
  const { app, stripe } = await payingToBook();
  const code = await sold(app, 1000);
  const booking = await kept(app);
  await spend(app, booking, code);
  const session = await pageOf(app, booking.secret);
  stripe.become("broken");
  await later(app, 21 * MINUTE);
  expect(await statusOf(app, booking.id)).toBe("Cancelled");
  expect(await leftOf(app)).toEqual([1000]);
  stripe.become("well");
  stripe.pay(session);
  await later(app, HOUR);
  await later(app, HOUR);
  expect(await statusOf(app, booking.id)).toBe("Cancelled");
  expect(stripe.keptPence()).toBe(0);
  expect(await leftOf(app)).toEqual([1000]);
  expect((await spend(app, booking, code)).kind).not.toBe("changed");
  await expectSound(app, stripe);
});

test("one voucher at two bookings at once pays one of them, and is never below nothing", async () => {
  const { app, stripe } = await payingToBook();
  const code = await sold(app, 2000);
  const bookings = [await kept(app), await kept(app, at("14:00", DAY))];
  await Promise.all(bookings.map((booking) => spend(app, booking, code)));
  expect(await leftOf(app)).toEqual([0]);
  const states = await Promise.all(bookings.map(({ id }) => statusOf(app, id)));
  expect(states.toSorted()).toEqual(["Confirmed", "Pending"]);
  expect((await Promise.all(bookings.map(({ id }) => dueOf(app, id)))).toSorted()).toEqual([0, 1000]);
  await later(app, HOUR);
  // What waited for the rest is let go.
  expect(await leftOf(app)).toEqual([500]);
  await expectSound(app, stripe);
});

test.each([
  ["in time", 5 * 24 * HOUR, 1500],
  ["late", 2 * HOUR, 0],
] as const)("cancelled %s, what the rule does not keep goes back on the voucher", async (_when, before, back) => {
  const { app, stripe } = await payingToBook({ leisure: ["demo-deep-tissue-massage"] });
  const code = await sold(app, 1500);
  const booking = await kept(app);
  await spend(app, booking, code);
  app.clock.set(at("10:00", DAY) - before);
  const why = { appointmentId: booking.id, reason: null, askedBy: "client" as const };
  expect((await cancel(app, OWNER, why)).kind).toBe("cancelled");
  await later(app, HOUR);
  await later(app, HOUR);
  expect(await leftOf(app)).toEqual([back]);
  expect(await getPrepaid(app.db.kysely, { appointmentId: booking.id })).toMatchObject({ state: "settled" });
  expect(await getBillOf(app.db.kysely, booking.id)).toMatchObject({ owedPence: 0, feePence: 1500 - back });
  await expectSound(app, stripe);
});

test("after any order of bookings, vouchers, cards, cancellations and waits no voucher is below nothing or lost", async () => {
  for (let seed = 1; seed <= 6; seed += 1) await playVouchers(seed);
}, 240_000);

async function playVouchers(seed: number): Promise<void> {
  const { app, stripe } = await payingToBook({ leisure: ["demo-deep-tissue-massage"] });
  let state = seed;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const faces = [700, 1500, 2600];
  const codes = await Promise.all(faces.map((pence) => sold(app, pence)));
  const starts = await apartStarts(app, { from: DAY, to: "2027-06-12" });
  const bookings: { id: string; secret: string }[] = [];
  for (let turn = 0; turn < 14; turn += 1) {
    const code = one(codes, random(99)) ?? "";
    const booking = one(bookings, random(99));
    const what = random(6);
    if (!booking || (what === 0 && bookings.length < starts.length))
      bookings.push(await kept(app, starts[bookings.length]));
    else if (what === 1) await spend(app, booking, code);
    else if (what === 2)
      await Promise.all([spend(app, booking, code), startPaying(app, { appointmentId: booking.id, ...FROM })]);
    else if (what === 3) for (const [id] of stripe.sessions) stripe.pay(id);
    else if (what === 4)
      await cancel(
        app,
        { kind: "holder", appointmentId: booking.id },
        { appointmentId: booking.id, reason: null, knowsCost: true },
      );
    else await later(app, one([MINUTE, 12 * MINUTE, 25 * MINUTE], random(99)) ?? 0);
  }
  stripe.become("well");
  for (let turn = 0; turn < 6; turn += 1) await later(app, 2 * HOUR);
  await expectSound(app, stripe);
  const left = await leftOf(app);
  expect.soft(Math.min(...left), `seed ${seed}`).toBeGreaterThanOrEqual(0);
  let spent = 0;
  for (const { id } of bookings) {
    const bill = await getBillOf(app.db.kysely, id);
    const status = await statusOf(app, id);
    spent += bill?.spentPence ?? 0;
    if (status === "Confirmed") expect.soft(await dueOf(app, id), `seed ${seed}: ${id} is booked and paid`).toBe(0);
    // Nothing is kept of a booking that never stood or was cancelled in time.
    else expect.soft([bill?.spentPence ?? 0, bill?.paidPence ?? 0], `seed ${seed}: ${id} is off`).toEqual([0, 0]);
  }
  expect.soft(left.reduce((all, pence) => all + pence, 0) + spent, `seed ${seed}`).toBe(4800);
}

const WAYS = { card: 0, voucher: 5800, both: 4000 } as const;
type Way = keyof typeof WAYS;

/** The whole £58.00 paid at booking, of which up to half is kept. */
async function paidWhole(way: Way, rules: Partial<Settings["moneyRules"]> = {}) {
  const { app, stripe } = await payingToBook({ what: "full", leisure: ["demo-deep-tissue-massage"] });
  const { settings } = await readSettings(app.db.kysely, app.log);
  const value = { ...settings.moneyRules, ...rules };
  await writeSetting(app.db.kysely, { key: "moneyRules", value, now: app.clock.now() });
  const code = WAYS[way] > 0 ? await sold(app, WAYS[way]) : "";
  const booking = await kept(app, at("10:00", DAY), "5800");
  if (code) expect(await spend(app, booking, code)).toEqual({ kind: "changed" });
  if (way !== "voucher") stripe.pay(await pageOf(app, booking.secret));
  await later(app, 2 * MINUTE);
  expect(await statusOf(app, booking.id)).toBe("Confirmed");
  return { app, stripe, ...booking };
}

const LATE = "If someone else books the time, nothing is kept.";
const STAYS = "£29.00 of what you paid is kept. If someone else books the time, it goes back, too.";
/** What its client reads of a cancellation in time and late: before it, and once it is settled. */
const SAID = {
  card: {
    inTime: ["It goes back to your card.", "£58.00 went back to your card."],
    late: [`£29.00 goes back to your card. ${LATE}`, `£29.00 went back to your card. ${STAYS}`],
    back: { inTime: [5800, 0], late: [2900, 0] },
  },
  voucher: {
    inTime: ["It goes back on your voucher.", "£58.00 is on your voucher again."],
    late: [`£29.00 goes back on your voucher. ${LATE}`, `£29.00 is on your voucher again. ${STAYS}`],
    back: { inTime: [0, 5800], late: [0, 2900] },
  },
  both: {
    inTime: [
      "It goes back the way you paid, to your card first and then on your voucher.",
      "£18.00 went back to your card. £40.00 is on your voucher again.",
    ],
    late: [
      `£29.00 goes back the way you paid, to your card first and then on your voucher. ${LATE}`,
      `£18.00 went back to your card. £11.00 is on your voucher again. ${STAYS}`,
    ],
    back: { inTime: [1800, 4000], late: [1800, 1100] },
  },
} as const;

const EACH_WAY = (["card", "voucher", "both"] as const).flatMap((way) =>
  (["inTime", "late"] as const).map((when) => [way, when] as const),
);

test.each(EACH_WAY)(
  "paid by %s and cancelled %s, what is said of the money is what becomes of it",
  async (way, when) => {
    const { app, stripe, id } = await paidWhole(way);
    const read = async () => (await getAppointment(app.db.kysely, id)) as Appointment;
    app.clock.set(at("10:00", DAY) - (when === "late" ? 2 : 48) * HOUR);
    const money = await paidMoneyOf(app, await read(), "en-GB");
    if (when === "inTime")
      expect(money?.lead).toBe("Cancel by Tue 1 Jun, 10:00, and £58.00 goes back the way you paid.");
    expect(money?.cost?.why).toBe(SAID[way][when][0]);
    await cancel(app, { kind: "holder", appointmentId: id }, { appointmentId: id, reason: null, knowsCost: true });
    expect(await afterCancelling(app, await read(), "en-GB")).toContain(SAID[way][when][0]);
    const mail = await bookingCancelled.render(app, { appointmentId: id });
    expect(mail?.text.replaceAll(/\s+/g, " ")).toContain(
      "Anything not kept under the rule you agreed to goes back the way you paid, to your card or voucher.",
    );
    await later(app, HOUR);
    await later(app, HOUR);
    expect(await afterCancelling(app, await read(), "en-GB")).toBe(SAID[way][when][1]);
    const onCard = stripe.refunds.reduce((all, { amount }) => all + amount, 0);
    expect([onCard, (await leftOf(app))[0] ?? 0]).toEqual(SAID[way].back[when]);
    await expectSound(app, stripe);
  },
);

test("of what two ways have paid, the practice's press sends the card's part, and the voucher has its own at once", async () => {
  const { app, stripe, id } = await paidWhole("both", { sendsRefunds: false });
  await cancel(app, OWNER, { appointmentId: id, reason: null });
  await later(app, HOUR);
  const appointment = (await getAppointment(app.db.kysely, id)) as Appointment;
  const words = "The practice sends £18.00 back to your card. £40.00 is on your voucher again.";
  expect(await afterCancelling(app, appointment, "en-GB")).toBe(words);
  expect([stripe.refunds, await leftOf(app)]).toEqual([[], [4000]]);
});

/** A voucher of £10.00 has paid its part of a deposit of £15.00, and a page for the rest is open. */
async function paysTheRest() {
  const { app, stripe } = await payingToBook();
  const code = await sold(app, 1000);
  const booking = await kept(app);
  expect(await spend(app, booking, code)).toEqual({ kind: "changed" });
  const session = await pageOf(app, booking.secret);
  const moves = app.db.kysely.selectFrom("voucher_moves").select(["taking_id", "voucher_id"]);
  const spent = await moves.where("move", "=", "spent").executeTakeFirstOrThrow();
  const takeVoucherBack = () => takeBack(app, OWNER, { takingId: spent.taking_id, reason: "Lent", key: newId() });
  return { app, stripe, code, booking, session, takeVoucherBack };
}

test("a voucher that the desk takes back while its client pays the rest by card: all is to pay, and the card has its money", async () => {
  const { app, stripe, booking, session, takeVoucherBack } = await paysTheRest();
  expect((await takeVoucherBack()).kind).toBe("undone");
  stripe.pay(session);
  await later(app, 2 * MINUTE);
  await later(app, 2 * MINUTE);
  expect([await statusOf(app, booking.id), await dueOf(app, booking.id)]).toEqual(["Pending", 1500]);
  expect([stripe.keptPence(), await leftOf(app)]).toEqual([0, [1000]]);
  // The time is still theirs to pay.
  stripe.pay(await pageOf(app, booking.secret));
  await later(app, 2 * MINUTE);
  expect([await statusOf(app, booking.id), await dueOf(app, booking.id)]).toEqual(["Confirmed", 0]);
  expect([stripe.keptPence(), await leftOf(app)]).toEqual([1500, [1000]]);
  await expectSound(app, stripe);
});

test("at the same moment: whichever is first, the booking stands paid in full or not at all, and nothing is lost", async () => {
  for (const first of ["desk", "client"] as const) {
    const { app, stripe, booking, session, takeVoucherBack } = await paysTheRest();
    stripe.pay(session);
    app.clock.set(app.clock.now() + 2 * MINUTE);
    const both = [takeVoucherBack, () => followOnline(app)];
    await Promise.all((first === "desk" ? both : both.toReversed()).map((go) => go()));
    await later(app, 30 * MINUTE);
    await later(app, 30 * MINUTE);
    const bill = await getBillOf(app.db.kysely, booking.id);
    const [left = 0] = await leftOf(app);
    expect(left + (bill?.spentPence ?? 0)).toBe(1000);
    expect(stripe.keptPence()).toBe(bill?.paidPence ?? 0);
    // Whose voucher is taken back once the booking stands owes that part to the practice.
    const stands = (await statusOf(app, booking.id)) === "Confirmed";
    expect([bill?.paidPence ?? 0, left]).toEqual(stands ? [500, 1000] : [0, 1000]);
    await expectSound(app, stripe);
  }
});

test("a voucher that the desk pays out and its client spends at the same moment is worth its money once", async () => {
  const { app, stripe } = await payingToBook();
  const code = await sold(app, 5000);
  const booking = await kept(app);
  const [voucher] = await listVouchers(app.db.kysely, { sellerIds: ["1"] });
  const given = { voucherId: voucher?.id ?? "", seenPence: 5000, reason: "Unwanted", key: newId() };
  const [out, spent] = await Promise.all([returnVoucher(app, OWNER, given), spend(app, booking, code)]);
  const isOut = out.kind === "undone";
  expect([out.kind, spent.kind]).toEqual(isOut ? ["undone", "invalid"] : ["conflict", "changed"]);
  expect(await leftOf(app)).toEqual([isOut ? 0 : 3500]);
  expect(await statusOf(app, booking.id)).toBe(isOut ? "Pending" : "Confirmed");
  await expectSound(app, stripe);
});
