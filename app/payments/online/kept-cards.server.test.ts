import { expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { bookingConfirmed } from "#app/appointments/mails/booked.mail.tsx";
import { getBillOf } from "#app/payments/bills.db.server.ts";
import { chargeFee, followSchedule, returnFee, waiveFee } from "#app/payments/fees.server.ts";
import { chargeCard, getCardView } from "#app/payments/online/charge-card.server.ts";
import { keptFor, listKeptCards, removeCard } from "#app/payments/online/kept-cards.server.ts";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { openPayPage, startPaying } from "#app/payments/online/open-page.server.ts";
import { readPublicLink } from "#app/payments/online/pay-links.server.ts";
import { getPrepaid } from "#app/payments/online/prepaid.server.ts";
import { afterCancelling, prepayOf, viewPrepay, waivedOf } from "#app/payments/online/prepay.server.ts";
import { settlePage } from "#app/payments/online/settle-page.server.ts";
import { listDueRefunds, sendDueRefund } from "#app/payments/online/settle-prepaid.server.ts";
import { noteTill } from "#app/payments/online/stopped-tills.server.ts";
import { paymentData } from "#app/payments/personal-data.server.ts";
import { giveBack } from "#app/payments/take-back.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import type { Settings } from "#app/settings/settings.ts";
import type { PretendStripe } from "#scripts/pretend-stripe.ts";
import { at, expectBooked, inputFor } from "#tests/support/booking-inputs.ts";
import { DEEP_TISSUE, OWNER, payingToBook } from "#tests/support/pretend-stripe.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FROM = "192.0.2.7";
const LATER = "2027-06-02";
const ADA: Actor = { kind: "client", userId: "ada" };
const RECEPTION: Actor = { kind: "staff", userId: "kit", roles: ["reception"], therapistId: null, choices: [] };
const WORDS =
  "Cancel by Tue 1 Jun, 10:00, and nothing is charged. After that up to £29.00 may be charged to your card if you cancel or don’t come, once, and nothing if someone else books the time. If you move the appointment, this moves along. You can remove the card at any time: sign in, or ask the practice.";

const practice = (rule: Parameters<typeof payingToBook>[0] = {}) => payingToBook({ what: "card", ...rule });

type Roles = Parameters<typeof inputFor>[0] & { pays?: string | null };

function tryToBook(app: AppContext, { pays = "card:2900", ...roles }: Roles = {}, actor: Actor = ADA) {
  const input = inputFor({ therapist: "imogen-hartley", start: at("10:00", LATER), ...roles });
  return book(app, actor, { input, idempotencyKey: null, pays, prepay: prepayOf(app, "en-GB") });
}

/** Books, and goes on to the provider's page. */
async function toKeep(app: AppContext, stripe: PretendStripe, roles: Roles = {}, actor: Actor = ADA) {
  const { appointment } = expectBooked(await tryToBook(app, roles, actor));
  const path = await startPaying(app, { appointmentId: appointment.id, clientAddress: FROM });
  const secret = path.replace(/^\/pay\//, "").replace(/\?.*/, "");
  return { id: appointment.id, path, secret, session: [...stripe.sessions.values()].at(-1)?.id ?? "" };
}

async function kept(app: TestApp, stripe: PretendStripe, roles: Roles = {}, actor: Actor = ADA) {
  const one = await toKeep(app, stripe, roles, actor);
  stripe.pay(one.session);
  await later(app, 2 * MINUTE);
  return one;
}

/** A kept card, and its appointment cancelled late. */
async function cancelledLate({ sendsMail = false } = {}) {
  const { app, stripe } = await practice();
  if (sendsMail) Object.assign(app.config, { smtpUrl: "smtp://127.0.0.1:9" });
  const { id, secret } = await kept(app, stripe);
  app.clock.set(at("18:00", "2027-06-01"));
  await cancel(app, { kind: "holder", appointmentId: id }, { appointmentId: id, reason: null, knowsCost: true });
  await later(app, 2 * MINUTE);
  const charge = (press: Partial<Parameters<typeof chargeCard>[2]> = {}, actor: Actor = OWNER) =>
    chargeCard(app, actor, { appointmentId: id, key: newId(), pence: 2900, reason: "Cancelled at six", ...press });
  return { app, stripe, id, secret, charge };
}

async function later(app: TestApp, ms: number) {
  app.clock.set(app.clock.now() + ms);
  await followOnline(app);
}

const statusOf = async (app: AppContext, id: string) => (await getAppointment(app.db.kysely, id))?.status;
const stateOf = async (app: AppContext, appointmentId: string) =>
  (await getPrepaid(app.db.kysely, { appointmentId }))?.state;
const mailsOf = async (app: AppContext, kind: string) =>
  (await app.db.kysely.selectFrom("outbox").select("id").where("kind", "=", kind).execute()).length;

async function onlinePence(app: AppContext): Promise<number> {
  const rows = await app.db.kysely.selectFrom("payments").select("pence").where("method", "=", "online").execute();
  return rows.reduce((all, { pence }) => all + pence, 0);
}

async function expectSound(app: AppContext, stripe: PretendStripe, pence: number) {
  expect([await onlinePence(app), stripe.keptPence()]).toEqual([pence, pence]);
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
}

test("a time is kept until the card is, and the agreement stands on the booking with its cap", async () => {
  const { app, stripe } = await practice();
  expect(await tryToBook(app, { pays: null })).toMatchObject({
    kind: "repriced",
    message: "Your card is kept when you book. Read what is above the button, then select it again",
  });
  expect(await tryToBook(app, { pays: "2900" })).toMatchObject({ kind: "repriced" });
  const { id, secret, session } = await toKeep(app, stripe);
  expect(await statusOf(app, id)).toBe("Pending");
  expect(await readPublicLink(app, secret)).toMatchObject({ owedPence: 0, booking: { kind: "card", isKept: true } });
  expect(stripe.sessions.get(session)).toMatchObject({ mode: "setup", amount_total: 0 });
  await later(app, 2 * MINUTE);
  expect(await statusOf(app, id)).toBe("Pending");
  stripe.pay(session);
  await later(app, 2 * MINUTE);
  expect([await statusOf(app, id), await stateOf(app, id)]).toEqual(["Confirmed", "kept"]);
  expect(await mailsOf(app, "appointment-confirmed-client")).toBe(1);
  expect(await getCardView(app.db.kysely, id)).toMatchObject({
    ...{ brand: "visa", last4: "4242", leftPence: 2900, last: null },
    agreed: { words: WORDS, capPence: 2900 },
  });
  expect(await keptFor(app, id)).toEqual({ name: "Visa ending 4242", words: WORDS });
  const mail = await bookingConfirmed.render(app, { appointmentId: id });
  expect(mail?.text.replace(/\s+/g, " ")).toContain(`Your card ending 4242 is kept for this booking. ${WORDS}`);
  expect(mail?.text).not.toContain("£0.00");
  const goTo = (provider: "stripe" | "sumup") => app.db.kysely.updateTable("tills").set({ provider }).execute();
  await goTo("sumup");
  expect((await bookingConfirmed.render(app, { appointmentId: id }))?.text).not.toContain("4242");
  await goTo("stripe");
  expect(await getBillOf(app.db.kysely, id)).toBe(null);
  expect((await openPayPage(app, { secret, clientAddress: FROM })).kind).toBe("nothing");
  await later(app, 60 * MINUTE);
  expect(await statusOf(app, id)).toBe("Confirmed");
  await expectSound(app, stripe, 0);
});

test("without a card its time is free again, and a card that comes too late is removed at the provider", async () => {
  const { app, stripe } = await practice();
  const one = await toKeep(app, stripe);
  stripe.become("broken");
  await later(app, 21 * MINUTE);
  stripe.become("well");
  expect([await statusOf(app, one.id), await stateOf(app, one.id)]).toEqual(["Cancelled", "released"]);
  const other = await kept(app, stripe, { email: "tom@example.com", phone: "+441632960002" }, visitor);
  expect(await statusOf(app, other.id)).toBe("Confirmed");
  stripe.pay(one.session);
  await later(app, 20 * MINUTE);
  await later(app, MINUTE);
  expect([await statusOf(app, one.id), await stateOf(app, one.id)]).toEqual(["Cancelled", "returned"]);
  expect(stripe.kept.cards.size).toBe(1);
  expect(await getCardView(app.db.kysely, one.id)).toBe(null);
});

test("a card that comes late while the time is still free books it", async () => {
  const { app, stripe } = await practice();
  const { id, session } = await toKeep(app, stripe);
  stripe.become("broken");
  await later(app, 21 * MINUTE);
  stripe.become("well");
  stripe.pay(session);
  await later(app, 20 * MINUTE);
  expect([await statusOf(app, id), await stateOf(app, id)]).toEqual(["Confirmed", "kept"]);
});

test("what could never be charged asks for no card: within 14 days, unless the exemption was stated", async () => {
  const { app } = await practice();
  const soon = { start: at("10:00", "2027-05-06") };
  expect(await tryToBook(app, { ...soon, pays: null })).toMatchObject({ kind: "booked", pays: false });
  expect((await viewPrepay(app, "en-GB")).rules[0]?.examples.map(({ pay }) => pay?.button ?? null)).toEqual([
    null,
    "Keep my card and book",
  ]);
  const stated = await practice({ leisure: [DEEP_TISSUE] });
  expect(await tryToBook(stated.app, { ...soon, pays: null })).toMatchObject({ kind: "repriced" });
});

test("while nobody can leave a card, bookings stand without one", async () => {
  const { app, stripe } = await practice();
  stripe.become("revoked");
  const { id } = await toKeep(app, stripe);
  expect([await statusOf(app, id), await stateOf(app, id)]).toEqual(["Confirmed", "waived"]);
  expect(await waivedOf(app, id)).toMatchObject({ pence: 0, reason: "Card payments did not work" });
  await noteTill(app, "1", { status: 401, words: "Gone" });
  expect(await tryToBook(app, { start: at("12:00", LATER), pays: null })).toMatchObject({ kind: "booked" });
});

test("one press charges the fee to the card, and a press that comes twice charges once", async () => {
  const { app, stripe, id, charge } = await cancelledLate();
  const key = newId();
  const both = await Promise.all([charge({ key }), charge({ key })]);
  expect(both.filter(({ kind }) => kind === "changed").length).toBeGreaterThan(0);
  expect(await charge({ key })).toEqual({ kind: "changed", pence: 2900 });
  expect(await charge({ key, pence: 100 })).toMatchObject({ kind: "conflict" });
  expect(await charge()).toMatchObject({ kind: "conflict", message: "No fee is owed for this appointment now." });
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ feePence: 2900, paidPence: 2900, owedPence: 0 });
  expect(stripe.kept.intents.size).toBe(1);
  const rows = await app.db.kysely.selectFrom("card_charges").select(["state", "reason", "actor"]).execute();
  expect(rows).toEqual([{ state: "paid", reason: "Cancelled at six", actor: "admin:owner" }]);
  await later(app, 5 * MINUTE);
  await expectSound(app, stripe, 2900);
});

test("two different presses at once charge once", async () => {
  const { app, stripe, charge } = await cancelledLate();
  const both = await Promise.all([charge(), charge()]);
  expect(both.map(({ kind }) => kind).sort()).toEqual(["changed", "conflict"]);
  await expectSound(app, stripe, 2900);
});

test("no more than the cap, nothing without a reason, and nothing by those who take no money", async () => {
  const { app, stripe, id, charge } = await cancelledLate();
  expect(await charge({ pence: 2901 })).toEqual({
    kind: "invalid",
    errors: { amount: "Enter an amount from £0.50 to £29.00." },
  });
  expect(await charge({ pence: 0 })).toMatchObject({ kind: "invalid" });
  expect(await charge({ reason: " " })).toMatchObject({ kind: "invalid", errors: { reason: expect.anything() } });
  for (const actor of [ADA, visitor, { kind: "holder", appointmentId: id } as const]) {
    expect(await charge({}, actor)).toEqual({ kind: "not-found" });
  }
  expect(await getBillOf(app.db.kysely, id)).toBe(null);
  await app.db.kysely.updateTable("card_agreements").set({ cap_pence: 1000 }).execute();
  expect(await charge({ pence: 1001 })).toMatchObject({ kind: "invalid" });
  expect(await charge({ pence: 1000 }, RECEPTION)).toEqual({ kind: "changed", pence: 1000 });
  await expectSound(app, stripe, 1000);
});

test("nothing is charged where no fee may be: before it, after a waiver, and for time that was sold again", async () => {
  const { app, stripe } = await practice();
  const { id } = await kept(app, stripe);
  const press = { appointmentId: id, pence: 2900, reason: "Why not" };
  expect(await chargeCard(app, OWNER, { ...press, key: newId() })).toMatchObject({ kind: "conflict" });
  const late = await cancelledLate();
  await waiveFee(late.app, OWNER, { appointmentId: late.id, key: newId(), reason: "Ill" });
  expect(await late.charge()).toMatchObject({ kind: "conflict" });
  const sold = await cancelledLate();
  expectBooked(await tryToBook(sold.app, { email: "tom@example.com", pays: null }, visitor));
  expect(await sold.charge()).toMatchObject({ kind: "conflict", message: expect.stringContaining("sold again") });
  expect(stripe.keptPence() + late.stripe.keptPence() + sold.stripe.keptPence()).toBe(0);
});

test("where the bank wants the client, a link goes out by itself and the card is not tried again", async () => {
  const { app, stripe, id, charge } = await cancelledLate({ sendsMail: true });
  stripe.kept.chargeWith("authentication required");
  expect(await charge()).toMatchObject({
    ...{ kind: "refused", why: "needs-client" },
    message: "The bank wants the client to agree, so nothing was charged. They have a link to pay by in their email.",
  });
  expect(await mailsOf(app, "pay-link-client")).toBe(1);
  stripe.kept.chargeWith("well");
  expect(await charge()).toMatchObject({ kind: "conflict", message: expect.stringContaining("not charged again") });
  expect(stripe.kept.intents.size).toBe(1);
  const { last } = (await getCardView(app.db.kysely, id)) ?? {};
  expect(last).toMatchObject({ state: "needs-client" });
  const link = await app.db.kysely.selectFrom("pay_links").select("id").where("pence", "is", null).execute();
  expect(link.map(({ id: one }) => one)).toEqual([last?.linkId]);
  await expectSound(app, stripe, 0);
});

test("a decline is said with the bank's reason, the fee stays owed, and the card rests until tomorrow", async () => {
  const { app, stripe, id, charge } = await cancelledLate();
  stripe.kept.chargeWith("declined");
  expect(await charge()).toMatchObject({
    ...{ kind: "refused", why: "declined" },
    message: "The bank declined the card: “Your card has insufficient funds.” Nothing was charged.",
  });
  stripe.kept.chargeWith("well");
  expect(await charge()).toMatchObject({ kind: "conflict", message: expect.stringContaining("Try again tomorrow") });
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ feePence: 2900, owedPence: 2900 });
  app.clock.set(app.clock.now() + DAY);
  expect(await charge()).toEqual({ kind: "changed", pence: 2900 });
  await expectSound(app, stripe, 2900);
});

test.each(["broken", "cut", "revoked"] as const)(
  "with a provider that is %s nothing is charged, which is said, and the press may be repeated",
  async (mood) => {
    const { app, stripe, charge } = await cancelledLate();
    stripe.become(mood);
    expect(await charge()).toMatchObject({
      ...{ kind: "refused", why: "failed" },
      message: "The payment provider did not answer. Nothing was charged. You can try again.",
    });
    expect(stripe.keptPence()).toBe(0);
    stripe.become("well");
    await later(app, 5 * MINUTE);
    expect(await charge()).toEqual({ kind: "changed", pence: 2900 });
    await expectSound(app, stripe, 2900);
  },
);

test("a card of another account at the same provider is refused in the provider’s words, and pauses nothing", async () => {
  const { app, charge } = await cancelledLate();
  const db = app.db.kysely;
  await db.updateTable("kept_cards").set({ holder: "cus_elsewhere" }).execute();
  const refused = {
    ...{ kind: "refused", why: "failed" },
    message:
      "Stripe answered 404: No such customer: 'cus_elsewhere'. It refused what we asked. Nothing was charged. If the card was left with another account there, send a link instead.",
  };
  expect(await charge()).toMatchObject(refused);
  expect(await db.selectFrom("tills").select(["failing_since", "stopped_at"]).executeTakeFirst()).toEqual({
    ...{ failing_since: null, stopped_at: null },
  });
});

test("a provider that falls silent after it has charged is read back, and nothing is charged twice", async () => {
  const { app, stripe, charge } = await cancelledLate();
  stripe.breakAfter("/confirm");
  expect(await charge()).toMatchObject({ kind: "refused", why: "sending" });
  expect(await charge()).toMatchObject({ kind: "conflict", message: expect.stringContaining("being charged") });
  expect([stripe.keptPence(), await onlinePence(app)]).toEqual([2900, 0]);
  stripe.become("well");
  await later(app, 5 * MINUTE);
  await expectSound(app, stripe, 2900);
  expect(await charge()).toMatchObject({ kind: "conflict" });
});

test("a press that was killed between its row and the provider charges nothing, and may be repeated", async () => {
  const { app, stripe, id, charge } = await cancelledLate();
  stripe.become("broken");
  await charge();
  stripe.become("well");
  // As a kill leaves them: the press is written down, and the provider was never reached.
  const open = { state: "open", check_at: app.clock.now() + 2 * MINUTE } as const;
  await app.db.kysely.updateTable("pay_pages").set(open).where("purpose", "=", "charge").execute();
  await app.db.kysely.updateTable("card_charges").set({ state: "sending" }).execute();
  expect(await charge()).toMatchObject({ kind: "conflict" });
  await later(app, 5 * MINUTE);
  expect((await getCardView(app.db.kysely, id))?.last?.state).toBe("failed");
  expect(await charge()).toEqual({ kind: "changed", pence: 2900 });
  await expectSound(app, stripe, 2900);
});

test("killed between the charge and the ledger, a restart reads back what happened", async () => {
  const { app, stripe, id, charge } = await cancelledLate();
  stripe.breakAfter("/confirm");
  await charge();
  stripe.become("well");
  const page = await app.db.kysely
    .selectFrom("pay_pages")
    .select("id")
    .where("purpose", "=", "charge")
    .executeTakeFirstOrThrow();
  await Promise.all([settlePage(app, page.id), settlePage(app, page.id)]);
  expect((await getCardView(app.db.kysely, id))?.last?.state).toBe("paid");
  await expectSound(app, stripe, 2900);
});

test("a desk that takes the fee meanwhile is not paid twice: the card gets its money back by itself", async () => {
  const { app, stripe, id, charge } = await cancelledLate();
  await chargeFee(app, OWNER, { appointmentId: id, key: newId(), pence: 2900 });
  stripe.breakAfter("/confirm");
  await charge();
  stripe.become("well");
  await waiveFee(app, OWNER, { appointmentId: id, key: newId(), reason: "Paid in cash" });
  await later(app, 5 * MINUTE);
  await later(app, 5 * MINUTE);
  await expectSound(app, stripe, 0);
});

test("a charged fee can be given back to its card", async () => {
  const { app, stripe, id, charge } = await cancelledLate();
  await charge();
  const payment = await app.db.kysely.selectFrom("payments").select("id").executeTakeFirstOrThrow();
  const back = { appointmentId: id, paymentId: payment.id, pence: 2900, reason: "Sorry", owesAgain: false };
  expect(await giveBack(app, OWNER, { ...back, key: newId() })).toMatchObject({ kind: "undone" });
  await later(app, MINUTE);
  expect(stripe.refunds).toMatchObject([{ amount: 2900 }]);
  await expectSound(app, stripe, 0);
});

type Rules = Partial<Settings["moneyRules"]>;

/** A fee that was charged to a kept card, whose time someone else then books. */
async function chargedAndSold(rules: Rules = {}) {
  const one = await cancelledLate();
  const { app, id } = one;
  const { settings } = await readSettings(app.db.kysely, app.log);
  const now = app.clock.now();
  await writeSetting(app.db.kysely, { key: "moneyRules", value: { ...settings.moneyRules, ...rules }, now });
  expect(await one.charge()).toEqual({ kind: "changed", pence: 2900 });
  expect(await wordsOf(app, id)).toBe("£29.00 was charged to your card. If someone else books the time, it goes back.");
  expectBooked(await tryToBook(app, { email: "tom@example.com", phone: "+441632960002", pays: null }, visitor));
  await followSchedule(app);
  return one;
}

async function wordsOf(app: AppContext, id: string) {
  const appointment = await getAppointment(app.db.kysely, id);
  return appointment && afterCancelling(app, appointment, "en-GB");
}

test("a fee whose time is sold again goes back to the card that it was charged to, by itself, and its client hears when", async () => {
  const { app, stripe, id } = await chargedAndSold();
  expect(await wordsOf(app, id)).toContain("as someone else has booked the time");
  await later(app, MINUTE);
  await later(app, MINUTE);
  expect(stripe.refunds).toMatchObject([{ amount: 2900 }]);
  expect(await wordsOf(app, id)).toBe("£29.00 went back to your card, as someone else has booked the time.");
  expect(await mailsOf(app, "refund-sent-client")).toBe(1);
  await followSchedule(app);
  await later(app, MINUTE);
  expect(stripe.refunds).toHaveLength(1);
  await expectSound(app, stripe, 0);
});

test("where fees wait for a press, one press sends the fee back to the card", async () => {
  const { app, stripe, id } = await chargedAndSold({ returnsFees: false });
  await later(app, MINUTE);
  await later(app, MINUTE);
  await expectSound(app, stripe, 2900);
  expect(await returnFee(app, OWNER, { appointmentId: id, key: newId() })).toMatchObject({ kind: "changed" });
  await later(app, MINUTE);
  await later(app, MINUTE);
  expect(stripe.refunds).toMatchObject([{ amount: 2900 }]);
  await expectSound(app, stripe, 0);
});

test("where refunds wait for a press, the fee of a time that is sold again waits among them, and goes back once", async () => {
  const { app, stripe, id } = await chargedAndSold({ sendsRefunds: false });
  await later(app, MINUTE);
  await expectSound(app, stripe, 2900);
  expect(await listDueRefunds(app)).toMatchObject([{ appointmentId: id, pence: 2900 }]);
  expect(await wordsOf(app, id)).toBe(
    "The practice sends £29.00 back to your card, as someone else has booked the time.",
  );
  const press = { appointmentId: id, pence: 2900 };
  expect(await sendDueRefund(app, OWNER, press)).toEqual({ kind: "changed" });
  expect((await sendDueRefund(app, OWNER, press)).kind).toBe("conflict");
  await later(app, MINUTE);
  await expectSound(app, stripe, 0);
});

test("a fee that nobody has paid goes away by itself once its time is sold again", async () => {
  const { app, stripe, id, charge } = await cancelledLate();
  stripe.kept.chargeWith("declined");
  expect(await charge()).toMatchObject({ kind: "refused" });
  expectBooked(await tryToBook(app, { email: "tom@example.com", phone: "+441632960002", pays: null }, visitor));
  await followSchedule(app);
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ feePence: 0, owedPence: 0 });
  await later(app, MINUTE);
  expect(stripe.refunds).toEqual([]);
  expect(await wordsOf(app, id)).toBe(null);
  await expectSound(app, stripe, 0);
});

test("its owner removes a card with one press, and it is refused from then on", async () => {
  const { app, stripe, id, charge } = await cancelledLate();
  const db = app.db.kysely;
  const [card] = await listKeptCards(db, { userId: "ada" });
  expect(card).toMatchObject({ last4: "4242", agreements: [{ capPence: 2900, words: WORDS }] });
  const cardId = card?.id ?? "";
  for (const actor of [
    { kind: "client", userId: "eve" } as const,
    visitor,
    { kind: "holder", appointmentId: id } as const,
  ])
    expect(await removeCard(app, actor, cardId)).toEqual({ kind: "not-found" });
  expect(await listKeptCards(db, { userId: "eve" })).toEqual([]);
  expect(await removeCard(app, ADA, cardId)).toEqual({ kind: "removed" });
  expect(stripe.kept.cards.size).toBe(0);
  expect(await listKeptCards(db, { userId: "ada" })).toEqual([]);
  expect(await charge()).toEqual({
    kind: "conflict",
    message: "This card was removed, so nothing can be charged to it. Send a link instead.",
  });
  expect(await removeCard(app, ADA, cardId)).toEqual({ kind: "not-found" });
});

test("a card that the provider can't forget now is forgotten later, and is not charged meanwhile", async () => {
  const { app, stripe, charge } = await cancelledLate();
  const [card] = await listKeptCards(app.db.kysely, { userId: "ada" });
  stripe.become("broken");
  expect(await removeCard(app, OWNER, card?.id ?? "")).toEqual({ kind: "removed" });
  expect([stripe.kept.cards.size, (await charge()).kind]).toEqual([1, "conflict"]);
  stripe.become("well");
  await later(app, 5 * MINUTE);
  expect(stripe.kept.cards.size).toBe(0);
});

test("a card whose appointments are long over is removed by itself", async () => {
  const { app, stripe } = await practice();
  await kept(app, stripe);
  app.clock.set(at("10:00", LATER) + 50 * DAY);
  await later(app, MINUTE);
  expect(stripe.kept.cards.size).toBe(1);
  await later(app, 15 * DAY);
  expect(stripe.kept.cards.size).toBe(0);
});

test("a person's export lists their cards, a merge carries them, and an erasure removes them at the provider", async () => {
  const { app, stripe, id, charge } = await cancelledLate();
  await charge();
  const db = app.db.kysely;
  const { client_id: clientId } = await db.selectFrom("kept_cards").select("client_id").executeTakeFirstOrThrow();
  const person = { clientId: clientId ?? "", userIds: [], addresses: [], phones: [] };
  const now = app.clock.now();
  expect(await paymentData.export?.(db, person, now)).toMatchObject({
    money: {
      keptCards: [
        {
          ...{ last4: "4242", agreements: [{ appointment: id, mostPence: 2900, words: WORDS }] },
          charges: [{ pence: 2900, state: "paid", reason: "Cancelled at six" }],
        },
      ],
    },
  });
  await db
    .transaction()
    .execute((tx) => paymentData.merge?.(tx, { from: clientId ?? "", to: "other" }) ?? Promise.resolve());
  expect(await listKeptCards(db, { clientId: "other" })).toHaveLength(1);
  await db.transaction().execute(async (tx) => paymentData.forget?.(tx, { ...person, clientId: "other" }, now));
  await later(app, MINUTE);
  expect(stripe.kept.cards.size).toBe(0);
  expect(await db.selectFrom("kept_cards").select(["client_id", "brand", "last4"]).execute()).toEqual([
    { client_id: null, brand: "", last4: "" },
  ]);
  expect((await charge()).kind).toBe("conflict");
  await expectSound(app, stripe, 2900);
});

test("a card at a provider that the seller left is charged no more, which the practice and its client read, and serves again after a return", async () => {
  const { app, stripe, id, charge } = await cancelledLate();
  const db = app.db.kysely;
  const goTo = (provider: "stripe" | "sumup") => db.updateTable("tills").set({ provider }).execute();
  await goTo("sumup");
  const words =
    "This card was left with Stripe, and payments go through SumUp now, so nothing can be charged to it. Send a link instead.";
  expect(await charge()).toEqual({ kind: "conflict", message: words });
  expect(await getBillOf(db, id)).toBe(null);
  expect((await getCardView(db, id))?.left).toBe(words);
  expect(await listKeptCards(db, { userId: "ada" })).toMatchObject([{ last4: "4242", isLeft: true }]);
  expect(await keptFor(app, id)).toBe(null);
  await goTo("stripe");
  expect((await getCardView(db, id))?.left).toBe(null);
  expect(await listKeptCards(db, { userId: "ada" })).toMatchObject([{ isLeft: false }]);
  expect(await charge()).toEqual({ kind: "changed", pence: 2900 });
  await expectSound(app, stripe, 2900);
});
