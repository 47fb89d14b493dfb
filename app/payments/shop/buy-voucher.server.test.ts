import { expect, onTestFinished, test } from "vitest";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { decideDispute } from "#app/payments/disputes/decide-dispute.server.ts";
import { makePack } from "#app/payments/disputes/dispute-pack.server.ts";
import { listDisputes } from "#app/payments/disputes/disputes.server.ts";
import { followOnline, returnDiffering } from "#app/payments/online/online.jobs.server.ts";
import { openPayPage } from "#app/payments/online/open-page.server.ts";
import { secretOf } from "#app/payments/online/pay-links.db.server.ts";
import { listLinks, readPublicLink } from "#app/payments/online/pay-links.server.ts";
import { receiveStripeNotice, receiveSumupNotice } from "#app/payments/online/receive-notice.server.ts";
import { saveTill } from "#app/payments/online/tills.server.ts";
import { orderVoucher, payOrder, readShop } from "#app/payments/shop/buy-voucher.server.ts";
import {
  changeRecipient,
  openOwn,
  readGift,
  renewVoucher,
  resendVoucher,
  returnOrder,
} from "#app/payments/shop/change-order.server.ts";
import { courseForm, orderForm, termsOf } from "#app/payments/shop/order.form.ts";
import { giftSecretOf, type Order } from "#app/payments/shop/orders.db.server.ts";
import { tendOrders } from "#app/payments/shop/orders.jobs.server.ts";
import { listProducts, productForm, saveProduct } from "#app/payments/shop/products.server.ts";
import { readOrderPage } from "#app/payments/shop/read-order.server.ts";
import { returnVoucher } from "#app/payments/shop/return-voucher.server.ts";
import { findByCode, renewCode, type Sale, sell } from "#app/payments/shop/sell.server.ts";
import { listOwnCourses } from "#app/payments/shop/share-course.server.ts";
import { courseBought, giftVoucher, voucherBought, voucherEnds } from "#app/payments/shop/voucher.mail.tsx";
import { readBalance } from "#app/payments/shop/voucher-online.server.ts";
import { listVouchers } from "#app/payments/shop/vouchers.db.server.ts";
import { DISPUTED, stateInWords, type Voucher } from "#app/payments/shop/vouchers.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import type { VoucherShop } from "#app/settings/schemas/money-rules.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import type { PretendStripe } from "#scripts/pretend-stripe.ts";
import { signatureOf } from "#scripts/pretend-stripe.ts";
import { PRETEND_SUMUP, startPretendSumup } from "#scripts/pretend-sumup.ts";
import { archiveFrom, broughtInto } from "#tests/support/archives/archives.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { OWNER, payingOnline } from "#tests/support/pretend-stripe.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const DEEP = "demo-deep-tissue-massage";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FROM = { clientAddress: "192.0.2.7" };

async function sellingOnline(shop: Partial<VoucherShop> = {}) {
  const { app, stripe } = await payingOnline();
  Object.assign(app.config, { smtpUrl: "smtp://127.0.0.1:9" });
  const { settings } = await readSettings(app.db.kysely, app.log);
  const value = { ...settings.voucherShop, on: true, ...shop };
  await writeSetting(app.db.kysely, { key: "voucherShop", value, now: app.clock.now() });
  await raiseContentVersion(app.db.kysely, app.clock.now());
  return { app, stripe };
}

const TYPED = {
  ...{ what: "amount", amount: "50", recipientName: "Alex", fromName: "", message: "Happy birthday" },
  ...{ delivery: "email", recipientEmail: "alex@example.com", sendOn: "", buyerName: "Sam Carter" },
  buyerEmail: "sam@example.com",
};

async function parsed(app: AppContext, typed: Partial<typeof TYPED> = {}) {
  const shop = await readShop(app);
  if (shop.kind !== "on") throw new Error(shop.kind);
  return orderForm(shop.bounds).parse({ ...TYPED, ...typed });
}

type Buying = { app: TestApp; stripe: PretendStripe };

/** Orders, and pays on the provider's page. */
async function order(
  { app }: Buying,
  typed: Partial<typeof TYPED> = {},
  press: { key?: string; seenPence?: number } = {},
) {
  const order = await parsed(app, typed);
  const outcome = await orderVoucher(app, { order, key: newId(), seenPence: order.pence, ...FROM, ...press });
  if (outcome.kind !== "saved") return { outcome, secret: "", session: "" };
  const secret = outcome.path.replace("/vouchers/order/", "").replace(/\?.*/, "");
  const view = await readPublicLink(app, secret);
  return { outcome, secret, session: view?.page?.url?.split("/").at(-1) ?? "" };
}

async function notify({ app, stripe }: Buying) {
  const body = stripe.queue.at(-1) ?? "";
  const signed = signatureOf(body, { now: app.clock.now() });
  return receiveStripeNotice(app, { body: Buffer.from(body), headers: new Headers({ "stripe-signature": signed }) });
}

async function bought(buying: Buying, typed: Partial<typeof TYPED> = {}) {
  const made = await order(buying, typed);
  buying.stripe.pay(made.session);
  expect(await notify(buying)).toEqual({ kind: "received" });
  return made;
}

const vouchersOf = (app: AppContext) => listVouchers(app.db.kysely, { sellerIds: ["1"] });
const ordersOf = (app: AppContext) => app.db.kysely.selectFrom("voucher_orders").selectAll().orderBy("at").execute();

async function mailsOf(app: AppContext) {
  const kinds = [voucherBought.id, giftVoucher.id, voucherEnds.id, "refund-sent-client"];
  const rows = app.db.kysely.selectFrom("outbox").select(["kind", "run_at", "data"]).where("kind", "in", kinds);
  return (await rows.orderBy("kind").execute()).map(({ kind, run_at, data }) => ({
    kind,
    run_at,
    data: JSON.parse(data),
  }));
}

async function giftSecret(app: AppContext): Promise<string> {
  const mail = (await mailsOf(app)).find(({ kind }) => kind === giftVoucher.id);
  const written = await giftVoucher.render(app, mail?.data);
  return /vouchers\/gift\/([\w-]+)/.exec(written?.text ?? "")?.[1] ?? "";
}

async function agrees({ app, stripe }: Buying) {
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
  const { pence } = await app.db.kysely
    .selectFrom("payments")
    .select((all) => all.fn.sum<number>("pence").as("pence"))
    .where("method", "=", "online")
    .executeTakeFirstOrThrow();
  expect(Number(pence ?? 0)).toBe(stripe.keptPence());
}

test("a voucher that is paid is sold once, whatever is reported how often, and opens for whoever it is for", async () => {
  const buying = await sellingOnline();
  const { app, stripe } = buying;
  const { secret, session, outcome } = await order(buying);
  expect(outcome).toEqual({ kind: "saved", path: `/vouchers/order/${secret}?go` });
  expect(stripe.sessions.get(session)).toMatchObject({ amount_total: 5000, currency: "gbp" });
  await followOnline(app);
  expect(await vouchersOf(app)).toEqual([]);
  stripe.pay(session);
  expect(await notify(buying)).toEqual({ kind: "received" });
  expect(await notify(buying)).toEqual({ kind: "repeated" });
  app.clock.set(app.clock.now() + HOUR);
  await followOnline(app);
  expect(await vouchersOf(app)).toMatchObject([
    {
      kind: "money",
      title: "Voucher for £50.00",
      facePence: 5000,
      leftPence: 5000,
      expiresOn: "2029-05-04",
      ending: null,
    },
  ]);
  expect((await mailsOf(app)).map(({ kind }) => kind)).toEqual([giftVoucher.id, voucherBought.id]);
  const receipt = await voucherBought.render(app, (await mailsOf(app))[1]?.data);
  expect(receipt?.to).toEqual({ name: "Sam Carter", address: "sam@example.com" });
  expect(receipt?.text).toMatch(/£50\.00.*You can return it until Tuesday 18 May 2027/s);
  const gift = await giftSecret(app);
  expect(await readGift(app, { secret: gift })).toMatchObject({ kind: "closed", message: "Happy birthday" });
  const opened = await readGift(app, { secret: gift, opens: true });
  const code = opened?.kind === "opened" ? opened.code : "";
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(await readGift(app, { secret: gift })).toMatchObject({ kind: "opened", code });
  expect(await readBalance(app, { typed: code, ...FROM })).toMatchObject({ kind: "found", leftPence: 5000 });
  expect(JSON.stringify(await app.db.kysely.selectFrom("voucher_codes").selectAll().execute())).not.toContain(
    code.slice(0, 9),
  );
  await agrees(buying);
});

test("an order that is sent twice is one, and two pages of it that are paid are one voucher and one refund that is mailed", async () => {
  const buying = await sellingOnline();
  const { app, stripe } = buying;
  const key = newId();
  const first = await order(buying, {}, { key });
  const again = await order(buying, {}, { key });
  expect(again.secret).toBe(first.secret);
  expect(await ordersOf(app)).toHaveLength(1);
  // A page that was taken for ended too early, and another beside it: the provider lets both be paid.
  await app.db.kysely.updateTable("pay_pages").set({ state: "expired" }).execute();
  const second = await order(buying, {}, { key });
  expect(second.session).not.toBe(first.session);
  stripe.pay(first.session);
  stripe.pay(second.session);
  expect(stripe.keptPence()).toBe(10_000);
  for (let nth = 0; nth < 3; nth++) {
    app.clock.set(app.clock.now() + HOUR);
    await followOnline(app);
  }
  expect(await vouchersOf(app)).toHaveLength(1);
  expect(stripe.keptPence()).toBe(5000);
  expect((await mailsOf(app)).map(({ kind }) => kind)).toContain("refund-sent-client");
  await agrees(buying);
});

test("a payment for an order that is gone goes back by itself, and one of another amount or currency makes no voucher", async () => {
  const buying = await sellingOnline();
  const { app, stripe } = buying;
  const { session } = await order(buying);
  await app.db.kysely.updateTable("voucher_orders").set({ state: "released" }).execute();
  stripe.pay(session);
  app.clock.set(app.clock.now() + HOUR);
  await followOnline(app);
  await followOnline(app);
  expect(await vouchersOf(app)).toEqual([]);
  expect(stripe.keptPence()).toBe(0);
  expect((await mailsOf(app)).map(({ kind }) => kind)).toEqual(["refund-sent-client"]);

  const odd = await order(buying, { buyerEmail: "other@example.com" });
  const sent = stripe.sessions.get(odd.session);
  if (sent) Object.assign(sent, { amount_total: 4900 });
  stripe.pay(odd.session);
  app.clock.set(app.clock.now() + HOUR);
  await followOnline(app);
  expect(await vouchersOf(app)).toEqual([]);
  const [link] = (await listLinks(app, OWNER))?.filter(({ state }) => state === "differs") ?? [];
  expect(link).toMatchObject({ name: "Sam Carter", differs: { amount: 4900 } });
  expect(await returnDiffering(app, OWNER, link?.differs?.pageId ?? "")).toEqual({ kind: "changed" });
  await followOnline(app);
  expect(stripe.keptPence()).toBe(0);
  await agrees(buying);
});

test("an order whose page did not open is paid by a later press, and one in another currency waits for a person", async () => {
  const buying = await sellingOnline();
  const { app, stripe } = buying;
  stripe.become("broken");
  const { outcome, secret } = await order(buying);
  expect(outcome).toEqual({ kind: "saved", path: `/vouchers/order/${secret}?down` });
  expect(await readOrderPage(app, { secret, isBack: false })).toMatchObject({ state: "open", url: null });
  stripe.become("well");
  expect(await openPayPage(app, { secret, ...FROM })).toEqual({ kind: "ready" });
  const session = (await readPublicLink(app, secret))?.page?.url?.split("/").at(-1) ?? "";
  Object.assign(stripe.sessions.get(session) ?? {}, { currency: "usd" });
  stripe.pay(session);
  expect(await readOrderPage(app, { secret, isBack: true })).toMatchObject({ state: "differs" });
  expect(await vouchersOf(app)).toEqual([]);
  expect(await openPayPage(app, { secret, ...FROM })).toEqual({ kind: "nothing" });
  // Nor is it let go before somebody has decided.
  app.clock.set(app.clock.now() + 2 * DAY);
  await tendOrders(app);
  expect(await ordersOf(app)).toMatchObject([{ state: "waiting" }]);
});

test("what is to pay is the server's: another sum than was read orders nothing, and a treatment has its price", async () => {
  const buying = await sellingOnline({ leastPence: 2000, mostPence: 10_000 });
  const { app } = buying;
  expect((await order(buying, {}, { seenPence: 100 })).outcome).toEqual({ kind: "conflict" });
  expect(await ordersOf(app)).toEqual([]);
  for (const amount of ["19.99", "100.01", "", "-50", "5e1", "abc"]) {
    await expect(parsed(app, { amount })).rejects.toThrow("Enter an amount from £20 to £100");
  }
  await expect(parsed(app, { what: "nothing:60" })).rejects.toThrow("Choose again");
  await expect(parsed(app, { recipientEmail: "" })).rejects.toThrow("Enter their email address, or choose to print");
  await expect(parsed(app, { sendOn: "2027-05-03" })).rejects.toThrow("Enter a date from today");
  const what = "demo-deep-tissue-massage:60";
  const treated = await parsed(app, { what, amount: "1" });
  expect(treated).toMatchObject({ pence: 5800, treatment: "Deep Tissue Massage, 60 min" });
  expect(termsOf(treated, { seller: "A Ltd", today: "2027-05-04", months: 24 }).join(" ")).toContain(
    "You pay £58.00 now, to A Ltd.",
  );
});

test("nothing is sold where the owner has not switched it on, and a provider that stopped closes the page", async () => {
  const { app } = await payingOnline();
  expect(await readShop(app)).toEqual({ kind: "off" });
  const { app: selling, stripe } = await sellingOnline();
  const { secret } = await order({ app: selling, stripe });
  await selling.db.kysely.updateTable("tills").set({ stopped_at: selling.clock.now() }).execute();
  expect(await payOrder(selling, { secret, ...FROM })).toEqual({ kind: "failed" });
  expect(await payOrder(selling, { secret: "wrong", ...FROM })).toEqual({ kind: "not-found" });
  expect(await readShop(selling)).toEqual({ kind: "shut" });
  await selling.db.kysely.updateTable("tills").set({ stopped_at: null, is_on: 0 }).execute();
  expect(await readShop(selling)).toEqual({ kind: "shut" });
});

test("three pages at the provider an hour from one address or mail, and six orders", async () => {
  const buying = await sellingOnline();
  const limited = { ...buying, app: { ...buying.app, config: { ...buying.app.config, rateLimits: true } } };
  const paths: string[] = [];
  for (let nth = 0; nth < 7; nth++) {
    const { outcome } = await order(limited, { buyerEmail: `sam${nth}@example.com` });
    paths.push(outcome.kind === "saved" ? outcome.path.replace(/.*\?/, "?") : outcome.kind);
  }
  expect(paths).toEqual(["?go", "?go", "?go", "?limited", "?limited", "?limited", "limited"]);
  expect(buying.stripe.sessions.size).toBe(3);
});

test("a voucher waits for its morning, its recipient changes while nobody has opened it, and a lost code is replaced", async () => {
  const buying = await sellingOnline();
  const { app } = buying;
  const { secret } = await bought(buying, { sendOn: "2027-06-01" });
  const [mail] = (await mailsOf(app)).filter(({ kind }) => kind === giftVoucher.id);
  // Eight in London, in summer time.
  expect(mail?.run_at).toBe(Date.UTC(2027, 5, 1, 7));
  const before = await giftSecret(app);
  expect(await changeRecipient(app, { secret }, { name: "Bo", email: "bo@example.com" })).toEqual({ kind: "changed" });
  expect(await readGift(app, { secret: before })).toBe(null);
  const waiting = (await mailsOf(app)).filter(({ kind }) => kind === giftVoucher.id);
  expect(waiting).toMatchObject([{ run_at: Date.UTC(2027, 5, 1, 7), data: { issue: 2 } }]);
  expect((await giftVoucher.render(app, waiting[0]?.data))?.to).toEqual({ name: "Bo", address: "bo@example.com" });
  // What was written for the one before says nothing any more.
  expect(await giftVoucher.render(app, mail?.data)).toBe(null);
  expect(await resendVoucher(app, { secret })).toEqual({ kind: "changed" });
  expect((await mailsOf(app)).filter(({ kind }) => kind === giftVoucher.id)).toMatchObject([
    { run_at: app.clock.now() },
  ]);
  const gift = await giftSecret(app);
  const opened = await readGift(app, { secret: gift, opens: true });
  const code = opened?.kind === "opened" ? opened.code : "";
  expect(await changeRecipient(app, { secret }, { name: "Cy", email: null })).toMatchObject({ kind: "conflict" });
  expect(await renewVoucher(app, { secret })).toEqual({ kind: "changed" });
  expect(await readBalance(app, { typed: code, ...FROM })).toEqual({ kind: "invalid" });
  expect(await readGift(app, { secret: gift })).toBe(null);
  const fresh = await readGift(app, { secret: await giftSecret(app), opens: true });
  expect(fresh?.kind === "opened" && fresh.code !== code).toBe(true);
  expect(await renewVoucher(app, { secret: "wrong" })).toEqual({ kind: "not-found" });
  const therapist = { kind: "client", userId: "somebody" } as const;
  const [voucher] = await vouchersOf(app);
  expect(await renewVoucher(app, { actor: therapist, voucherId: voucher?.id ?? "" })).toEqual({ kind: "not-found" });
  // The practice presses the same, and at the till makes a code that it reads out.
  expect(await renewVoucher(app, { actor: OWNER, voucherId: voucher?.id ?? "" })).toEqual({ kind: "changed" });
  await readGift(app, { secret: await giftSecret(app), opens: true });
  await renewCode(app, OWNER, voucher?.id ?? "");
  expect(await readGift(app, { secret: await giftSecret(app) })).toMatchObject({ kind: "renewed" });
});

test("its buyer prints one without an email, and mails to an address are counted", async () => {
  const buying = await sellingOnline();
  const { app } = buying;
  const { secret } = await bought(buying, { delivery: "print", recipientEmail: "" });
  expect((await mailsOf(app)).map(({ kind }) => kind)).toEqual([voucherBought.id]);
  const own = await openOwn(app, secret);
  const gift = own?.path.split("/").at(-1) ?? "";
  expect(await readGift(app, { secret: gift })).toMatchObject({ kind: "opened" });
  const other = await bought(buying, { buyerEmail: "bo@example.com" });
  expect(await openOwn(app, other.secret)).toBe(null);
  const limited = { ...app, config: { ...app.config, rateLimits: true } };
  const kinds = [];
  for (let nth = 0; nth < 4; nth++) kinds.push((await resendVoucher(limited, { secret: other.secret })).kind);
  expect(kinds).toEqual(["changed", "changed", "changed", "limited"]);
});

const VISIT = {
  ...{ minutes: 45, pence: 4800, cancelled: null, status: "Confirmed", state: "finished", client: "ana" },
  ...{ therapist: "demo-imogen-hartley", service: "demo-deep-tissue-massage", source: "website" },
};

const spend = (app: AppContext, voucherId: string, pence: number) =>
  takePayment(app, OWNER, {
    appointmentId: "visit-0",
    key: newId(),
    taking: {
      ...{
        lines: pence < 4800 ? [{ method: "cash", pence: 4800 - pence }] : [],
        tipPence: 0,
        extras: [],
        discount: null,
        seenPence: 4800,
      },
      spend: { voucherId, pence, seenLeft: null },
    },
  });

test("within 14 days an unspent voucher goes back to the card, once, and its code pays nothing; a spent one does not", async () => {
  const buying = await sellingOnline();
  const { app, stripe } = buying;
  const { secret } = await bought(buying);
  const gift = await readGift(app, { secret: await giftSecret(app), opens: true });
  const code = gift?.kind === "opened" ? gift.code : "";
  app.clock.set(app.clock.now() + 14 * DAY);
  const both = await Promise.all([returnOrder(app, secret), returnOrder(app, secret)]);
  expect(both.map(({ kind }) => kind).sort()).toEqual(["changed", "conflict"]);
  await followOnline(app);
  expect(stripe.keptPence()).toBe(0);
  expect(await readBalance(app, { typed: code, ...FROM })).toEqual({ kind: "invalid" });
  expect((await findByCode(app, OWNER, { typed: code })).kind).toBe("invalid");
  expect((await mailsOf(app)).map(({ kind }) => kind)).toContain("refund-sent-client");

  await insertVisits(app, [{ ...VISIT, id: "visit-0", start: app.clock.now() - 5 * HOUR }]);
  const spent = await bought(buying, { buyerEmail: "bo@example.com" });
  const voucherId = (await ordersOf(app)).find(({ buyer_email }) => buyer_email === "bo@example.com")?.voucher_id ?? "";
  expect((await spend(app, voucherId, 1000)).kind).toBe("taken");
  expect(await returnOrder(app, spent.secret)).toMatchObject({ kind: "conflict" });
  const late = await bought(buying, { buyerEmail: "cy@example.com" });
  app.clock.set(app.clock.now() + 15 * DAY);
  expect(await returnOrder(app, late.secret)).toEqual({
    kind: "conflict",
    message: "The 14 days to return it are over.",
  });
  // The practice may give it back at any time.
  const lateId = (await ordersOf(app)).find(({ buyer_email }) => buyer_email === "cy@example.com")?.voucher_id ?? "";
  const given = { voucherId: lateId, seenPence: 5000, reason: "Kindness", key: newId() };
  expect((await returnVoucher(app, OWNER, given)).kind).toBe("undone");
  await followOnline(app);
  expect(stripe.keptPence()).toBe(5000);
  await agrees(buying);
});

test("SumUp sells the same voucher, once, and its return goes back to the card", async () => {
  const { app: atStripe } = await sellingOnline();
  const sumup = await startPretendSumup({ now: () => atStripe.clock.now() });
  onTestFinished(sumup.close);
  const outboundPrivate = [...atStripe.config.outboundPrivate, sumup.url];
  const app = { ...atStripe, config: { ...atStripe.config, ...sumup.config, outboundPrivate } };
  const typed = { ...PRETEND_SUMUP, signingKey: "" };
  expect(await saveTill(app, OWNER, { sellerId: "1", name: "sumup", typed, notifyOwners })).toEqual({ kind: "saved" });
  const value = await parsed(app);
  const outcome = await orderVoucher(app, { order: value, key: newId(), seenPence: 5000, ...FROM });
  const path = outcome.kind === "saved" ? outcome.path : outcome.kind;
  const secret = path.replace("/vouchers/order/", "").replace(/\?.*/, "");
  const session = [...sumup.checkouts.keys()].at(-1) ?? "";
  sumup.pay(session);
  expect(await readOrderPage(app, { secret, isBack: true })).toMatchObject({ state: "paid", leftPence: 5000 });
  const body = Buffer.from(JSON.stringify({ event_type: "CHECKOUT_STATUS_CHANGED", id: session, status: "PAID" }));
  expect((await receiveSumupNotice(app, { body, headers: new Headers() })).kind).toBe("not-found");
  expect(await vouchersOf(app)).toHaveLength(1);
  expect(await returnOrder(app, secret)).toEqual({ kind: "changed" });
  await followOnline(app);
  expect(sumup.keptPence()).toBe(0);
  expect(await readOrderPage(app, { secret, isBack: false })).toMatchObject({ state: "returned", backPence: 5000 });
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
});

test("a voucher that is spent and returned at the same moment does one of the two", async () => {
  const buying = await sellingOnline();
  const { app, stripe } = buying;
  const { secret } = await bought(buying);
  await insertVisits(app, [{ ...VISIT, id: "visit-0", start: app.clock.now() - 5 * HOUR }]);
  const [voucher] = await vouchersOf(app);
  const [spent, returned] = await Promise.all([spend(app, voucher?.id ?? "", 4800), returnOrder(app, secret)]);
  expect([spent.kind === "taken", returned.kind === "changed"].filter(Boolean)).toHaveLength(1);
  await followOnline(app);
  expect(stripe.keptPence()).toBe(returned.kind === "changed" ? 0 : 5000);
  expect((await vouchersOf(app))[0]?.leftPence).toBe(returned.kind === "changed" ? 0 : 200);
  await agrees(buying);
});

test("the pack for a disputed voucher has what its buyer read, when it was opened and what was spent of it", async () => {
  const buying = await sellingOnline();
  const { app, stripe } = buying;
  const { session } = await bought(buying);
  await readGift(app, { secret: await giftSecret(app), opens: true });
  await insertVisits(app, [{ ...VISIT, id: "visit-0", start: app.clock.now() - 5 * HOUR }]);
  expect((await spend(app, (await vouchersOf(app))[0]?.id ?? "", 1000)).kind).toBe("taken");
  stripe.dispute(stripe.sessions.get(session)?.payment_intent ?? "");
  app.clock.set(app.clock.now() + HOUR);
  await followOnline(app);
  const [dispute] = (await listDisputes(app, OWNER))?.disputes ?? [];
  expect(dispute).toMatchObject({ name: "Sam Carter", pence: 5000 });
  const pack = await makePack(app, OWNER, dispute?.id ?? "");
  const words = (pack?.lines ?? []).map(({ text, right = "" }) => `${text} ${right}`.trim()).join("\n");
  const parts = ["Bought Voucher for £50.00", "By Sam Carter, sam@example.com", "Sent to alex@example.com"];
  for (const part of [...parts, "Opened 4 May 2027", "Spent £10.00", "Left £40.00", "You pay £50.00 now, to"]) {
    expect(words).toContain(part);
  }
  expect(words).not.toContain("Happy birthday");
});

test("a voucher whose payment is disputed is blocked from the first word of it, and free again once that is won", async () => {
  const buying = await sellingOnline();
  const { app, stripe } = buying;
  const { session, secret } = await bought(buying);
  const gift = await readGift(app, { secret: await giftSecret(app), opens: true });
  const code = gift?.kind === "opened" ? gift.code : "";
  const id = (await vouchersOf(app))[0]?.id ?? "";
  await insertVisits(app, [{ ...VISIT, id: "visit-0", start: app.clock.now() - 5 * HOUR }]);
  const dispute = stripe.dispute(stripe.sessions.get(session)?.payment_intent ?? "")?.id ?? "";
  const heard = async () => {
    app.clock.set(app.clock.now() + HOUR);
    await followOnline(app);
  };
  await heard();
  const balance = () => readBalance(app, { typed: code, ...FROM });
  const given = () => returnVoucher(app, OWNER, { voucherId: id, seenPence: 5000, reason: "Asked", key: newId() });
  const blocked = async () => {
    expect(await spend(app, id, 1000)).toEqual({ kind: "invalid", errors: { voucher: DISPUTED } });
    expect(await balance()).toEqual({ kind: "invalid" });
    expect(await returnOrder(app, secret)).toEqual({ kind: "conflict", message: DISPUTED });
    expect(await given()).toEqual({ kind: "conflict", message: DISPUTED });
    expect((await readOrderPage(app, { secret, isBack: false }))?.state).toBe("disputed");
    expect(stateInWords((await vouchersOf(app))[0] as Voucher, "2027-05-04")).toBe("Payment disputed");
  };
  await blocked();
  stripe.endDispute(dispute, "answer");
  await heard();
  await blocked();
  stripe.endDispute(dispute, "win");
  await heard();
  expect(await balance()).toMatchObject({ kind: "found", leftPence: 5000 });
  expect((await spend(app, id, 1000)).kind).toBe("taken");
  await agrees(buying);
});

test("a voucher whose payment is lost to a dispute stays blocked, whatever the practice decides of its money", async () => {
  const buying = await sellingOnline();
  const { app, stripe } = buying;
  const { session } = await bought(buying);
  await insertVisits(app, [{ ...VISIT, id: "visit-0", start: app.clock.now() - 5 * HOUR }]);
  const id = (await vouchersOf(app))[0]?.id ?? "";
  const made = stripe.dispute(stripe.sessions.get(session)?.payment_intent ?? "");
  stripe.endDispute(made?.id ?? "", "lose");
  app.clock.set(app.clock.now() + HOUR);
  await followOnline(app);
  expect((await spend(app, id, 1000)).kind).toBe("invalid");
  const [dispute] = (await listDisputes(app, OWNER))?.disputes ?? [];
  const decided = await decideDispute(app, OWNER, { id: dispute?.id ?? "", decision: "let-go" });
  expect(decided).toEqual({ kind: "changed" });
  expect((await spend(app, id, 1000)).kind).toBe("invalid");
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
});

test("a voucher that ends is reminded of once, never one that is spent, and names go 30 days after it ended", async () => {
  const buying = await sellingOnline();
  const { app } = buying;
  await bought(buying);
  app.clock.set(app.clock.now() + 1);
  const other = await bought(buying, { buyerEmail: "bo@example.com" });
  expect((await returnOrder(app, other.secret)).kind).toBe("changed");
  await readGift(app, { secret: await giftSecret(app), opens: true });
  const reminders = async () => (await mailsOf(app)).filter(({ kind }) => kind === voucherEnds.id);
  app.clock.set(Date.UTC(2029, 2, 4, 3));
  await tendOrders(app);
  expect(await reminders()).toEqual([]);
  app.clock.set(Date.UTC(2029, 2, 5, 3));
  await tendOrders(app);
  await tendOrders(app);
  const [reminder, ...rest] = await reminders();
  expect(rest).toEqual([]);
  expect(reminder?.run_at).toBe(Date.UTC(2029, 2, 5, 8));
  const mail = await voucherEnds.render(app, reminder?.data);
  expect(mail?.text).toMatch(/£50 left.*You can use it until Friday 4 May 2029/s);
  const [first] = await ordersOf(app);
  await app.db.kysely
    .updateTable("voucher_orders")
    .set({ opened_at: 1 })
    .where("id", "=", first?.id ?? "")
    .execute();
  expect((await voucherEnds.render(app, reminder?.data))?.to.address).toBe("alex@example.com");
  // Returned two years ago: nothing personal is left of it.
  expect(await ordersOf(app)).toMatchObject([
    { buyer_name: "Sam Carter" },
    { buyer_name: "", message: "", forgotten_at: expect.any(Number) },
  ]);
  app.clock.set(Date.UTC(2029, 5, 10, 3));
  await tendOrders(app);
  expect(await voucherEnds.render(app, reminder?.data)).toBe(null);
  expect((await ordersOf(app)).map(({ recipient_email }) => recipient_email)).toEqual([null, null]);
});

test("an order that is never paid is let go after a day with all that it says about people", async () => {
  const buying = await sellingOnline();
  const { app } = buying;
  const { secret } = await order(buying);
  await tendOrders(app);
  expect((await ordersOf(app))[0]).toMatchObject({ state: "waiting", buyer_email: "sam@example.com" });
  app.clock.set(app.clock.now() + 2 * HOUR);
  await followOnline(app);
  app.clock.set(app.clock.now() + 23 * HOUR);
  await tendOrders(app);
  expect((await ordersOf(app))[0]).toMatchObject({
    state: "released",
    buyer_email: "",
    recipient_email: null,
    message: "",
  });
  expect(await openPayPage(app, { secret, ...FROM })).toEqual({ kind: "nothing" });
  expect(await listLinks(app, OWNER)).toEqual([]);
});

test("an erasure takes a person off what they bought and were given, and the gift still arrives", async () => {
  const buying = await sellingOnline();
  const { app } = buying;
  await bought(buying, { sendOn: "2027-06-01" });
  await insertVisits(app, [{ ...VISIT, id: "visit-0", start: app.clock.now() - 5 * HOUR }]);
  const known = { client_id: "ana", kind: "email", value: "sam@example.com" } as const;
  await app.db.kysely.insertInto("client_keys").values(known).execute();
  expect(await erase(app, OWNER, { id: "ana", personalData })).toEqual({ kind: "erased" });
  const [left] = await ordersOf(app);
  expect(left).toMatchObject({ buyer_name: "", buyer_email: "", from_name: "", recipient_email: "alex@example.com" });
  const gift = await giftVoucher.render(app, (await mailsOf(app)).find(({ kind }) => kind === giftVoucher.id)?.data);
  expect(gift?.text).toContain("someone has given you a voucher");
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
});

async function sellingCourses(fields: Record<string, string> = {}) {
  const buying = await sellingOnline();
  const { app } = buying;
  const course = { kind: "course", title: "6 for the price of 5", price: "240.01", sessions: "6", serviceId: DEEP };
  const value = productForm.parse({ ...course, onSale: "on", ...fields });
  expect((await saveProduct(app, OWNER, { id: null, version: 0, value })).kind).toBe("saved");
  const [product] = await listProducts(app.db.kysely, { sellerId: "1" });
  const { settings } = await readSettings(app.db.kysely, app.log);
  const shop = { ...settings.voucherShop, courses: [product?.id ?? ""], courseMonths: 9 };
  await writeSetting(app.db.kysely, { key: "voucherShop", value: shop, now: app.clock.now() });
  await raiseContentVersion(app.db.kysely, app.clock.now());
  return { ...buying, productId: product?.id ?? "" };
}

async function orderCourse(
  { app, productId }: Buying & { productId: string },
  { key = newId(), userId = null as string | null, seenPence = 24_001, buyerEmail = "sam@example.com" } = {},
) {
  const shop = await readShop(app);
  if (shop.kind !== "on") throw new Error(shop.kind);
  const typed = { course: productId, buyerName: "Sam Carter", buyerEmail };
  const order = courseForm(shop.courses).parse(typed);
  const outcome = await orderVoucher(app, { order, key, seenPence, userId, ...FROM });
  if (outcome.kind !== "saved") return { outcome, secret: "", session: "" };
  const secret = outcome.path.replace("/vouchers/order/", "").replace(/\?.*/, "");
  const view = await readPublicLink(app, secret);
  return { outcome, secret, session: view?.page?.url?.split("/").at(-1) ?? "" };
}

const receiptsOf = async (app: AppContext) =>
  (await app.db.kysely.selectFrom("receipts").select("number").execute()).map(({ number }) => number);

test("a course that is bought online is sold once to its buyer's record, with a receipt, and is spent at the desk", async () => {
  const buying = await sellingCourses();
  const { app, stripe } = buying;
  const key = newId();
  const [first, again] = await Promise.all([orderCourse(buying, { key }), orderCourse(buying, { key })]);
  expect(again.secret).toBe(first.secret);
  expect((await orderCourse(buying, { seenPence: 20_000 })).outcome).toEqual({ kind: "conflict" });
  stripe.pay(first.session || again.session);
  for (let nth = 0; nth < 3; nth++) await notify(buying);
  app.clock.set(app.clock.now() + HOUR);
  await followOnline(app);
  const [course, ...others] = await vouchersOf(app);
  expect(others).toEqual([]);
  expect(course).toMatchObject({
    ...{ kind: "course", title: "6 for the price of 5", sessions: 6, leftSessions: 6, facePence: 24_001 },
    ...{ serviceId: DEEP, expiresOn: "2028-02-04", vatKind: "none" },
  });
  const client = app.db.kysely
    .selectFrom("clients")
    .select("email")
    .where("id", "=", course?.clientId ?? "");
  expect(await client.executeTakeFirst()).toEqual({ email: "sam@example.com" });
  expect(await receiptsOf(app)).toHaveLength(1);
  const mails = await app.db.kysely.selectFrom("outbox").select(["kind", "data"]).execute();
  const kinds = mails.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === courseBought.id || kind === "receipt-client")).toHaveLength(2);
  expect(kinds).not.toContain(giftVoucher.id);
  const paid = await courseBought.render(
    app,
    JSON.parse(mails.find(({ kind }) => kind === courseBought.id)?.data ?? ""),
  );
  expect(paid?.text).toMatch(/6 for the price of 5, £240\.01.*You can return it until Tuesday 18 May 2027/s);
  expect(await readOrderPage(app, { secret: first.secret, isBack: false })).toMatchObject({
    ...{ state: "paid", isCourse: true, left: "6 of 6 left" },
  });
  // Nothing of a gift can be pressed.
  for (const press of [resendVoucher, renewVoucher])
    expect((await press(app, { secret: first.secret })).kind).toBe("not-found");
  expect(await openOwn(app, first.secret)).toBe(null);
  const visit = { id: "sams", client: course?.clientId ?? "", therapist: "demo-imogen-hartley", minutes: 45 };
  await insertVisits(app, [
    {
      ...{ ...visit, start: app.clock.now() - HOUR, cancelled: null, pence: 4800, service: DEEP },
      ...{ status: "Confirmed", state: "finished" as const, source: "website" as const },
    },
  ]);
  const spend = { voucherId: course?.id ?? "", pence: null, seenLeft: null };
  const taking = { lines: [], tipPence: 0, extras: [], discount: null, seenPence: 4800, spend };
  expect((await takePayment(app, OWNER, { appointmentId: "sams", key: newId(), taking })).kind).toBe("taken");
  expect(await returnOrder(app, first.secret)).toMatchObject({ kind: "conflict" });
  await agrees(buying);
});

test("a course has a length of its own, for the website and the desk, and its reminder says course", async () => {
  const wrong = { kind: "course", title: "6", price: "240", sessions: "6", months: "0" };
  expect(productForm.safeParse(wrong).error?.issues.map(({ path }) => path)).toEqual([["months"]]);
  const buying = await sellingCourses({ months: "3" });
  const { app, stripe, productId } = buying;
  const { session } = await orderCourse(buying);
  // What was read before the button stays.
  await app.db.kysely.updateTable("products").set({ months: 1 }).execute();
  stripe.pay(session);
  await notify(buying);
  expect(await vouchersOf(app)).toMatchObject([{ expiresOn: "2027-08-04" }]);
  const sale: Sale = {
    ...{ products: [{ productId, quantity: 1 }], voucherPence: 0, seenPence: 24_001 },
    lines: [{ method: "cash", pence: 24_001 }],
  };
  const clientId = (await vouchersOf(app))[0]?.clientId ?? null;
  expect((await sell(app, OWNER, { sellerId: "1", clientId, key: newId(), sale })).kind).toBe("sold");
  expect((await vouchersOf(app)).map(({ expiresOn }) => expiresOn).toSorted()).toEqual(["2027-06-04", "2027-08-04"]);
  app.clock.set(Date.UTC(2027, 5, 25, 3));
  await tendOrders(app);
  const reminder = (await mailsOf(app)).find(({ kind }) => kind === voucherEnds.id);
  const mail = await voucherEnds.render(app, reminder?.data);
  expect(mail?.subject).toMatch(/^Your course at .* ends on Wednesday 4 August 2027$/);
  expect(mail?.text).toMatch(/still have sessions on your course.*6 for the price of 5: 6 of 6 left/s);
  expect(mail?.text).not.toMatch(/voucher/i);
});

test("two pages of a course that are paid are one course and one refund, a wrong amount and an order that is gone are none", async () => {
  const buying = await sellingCourses();
  const { app, stripe } = buying;
  const key = newId();
  const first = await orderCourse(buying, { key });
  await app.db.kysely.updateTable("pay_pages").set({ state: "expired" }).execute();
  const second = await orderCourse(buying, { key });
  expect(second.session).not.toBe(first.session);
  stripe.pay(first.session);
  stripe.pay(second.session);
  for (let nth = 0; nth < 3; nth++) {
    app.clock.set(app.clock.now() + HOUR);
    await followOnline(app);
  }
  expect(await vouchersOf(app)).toHaveLength(1);
  expect(stripe.keptPence()).toBe(24_001);
  const wrong = await orderCourse(buying);
  const session = stripe.sessions.get(wrong.session);
  if (session) session.amount_total = 100;
  stripe.pay(wrong.session);
  const gone = await orderCourse(buying);
  await app.db.kysely
    .updateTable("voucher_orders")
    .set({ state: "released" })
    .where("link_id", "=", (await ordersOf(app)).at(-1)?.link_id ?? "")
    .execute();
  stripe.pay(gone.session);
  for (let nth = 0; nth < 3; nth++) {
    app.clock.set(app.clock.now() + HOUR);
    await followOnline(app);
  }
  expect(await vouchersOf(app)).toHaveLength(1);
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
});

test("a course belongs to whoever is signed in, its VAT is frozen, and it is returned whole within 14 days while unused", async () => {
  const buying = await sellingCourses();
  const { app, stripe } = buying;
  const db = app.db.kysely;
  await db.updateTable("sellers").set({ vat_number: "GB 123 4567 89", vat_rate: 2000 }).where("id", "=", "1").execute();
  const { id: userId } = await personIn(app);
  const made = await orderCourse(buying, { userId, buyerEmail: "elsewhere@example.com" });
  // A change of the list after the order changes nothing of it.
  await db.updateTable("products").set({ sessions: 2, pence: 100 }).execute();
  stripe.pay(made.session);
  await notify(buying);
  expect(await listOwnCourses(db, userId)).toMatchObject([
    { leftSessions: 6, facePence: 24_001, vatKind: "single", vatRate: 2000 },
  ]);
  const item = db.selectFrom("bill_items").select("vat_pence").where("item", "=", "voucher");
  expect(await item.execute()).toEqual([{ vat_pence: 4000 }]);
  app.clock.set(app.clock.now() + 13 * DAY);
  expect(await returnOrder(app, made.secret)).toEqual({ kind: "changed" });
  expect((await returnOrder(app, made.secret)).kind).toBe("conflict");
  await followOnline(app);
  expect(stripe.keptPence()).toBe(0);
  expect(await readOrderPage(app, { secret: made.secret, isBack: false })).toMatchObject({ leftPence: 0 });
  await agrees(buying);
});

async function orderFor(app: AppContext, address: string): Promise<Order> {
  const found = (await ordersOf(app)).find((one) => one.recipient_email === address && one.state === "paid");
  if (!found) throw new Error("no such order");
  return found;
}

test("a gift that waits for its day, and who shares a course, move with the practice to another installation", async () => {
  const buying = await sellingOnline();
  const { app } = buying;
  const { secret } = await bought(buying, { sendOn: "2027-06-10" });
  const opened = await bought(buying, { recipientEmail: "bo@example.com" });
  const forBo = await readGift(app, { secret: giftSecretOf(app, await orderFor(app, "bo@example.com")), opens: true });
  expect(forBo?.kind).toBe("opened");
  await order(buying);
  const [gift] = await vouchersOf(app);
  const share = { voucher_id: gift?.id ?? "", email: "kim@example.com", at: app.clock.now() };
  await app.db.kysely.insertInto("voucher_shares").values(share).execute();

  const there = { ...(await testApp()), secret: "another secret of thirty-two letters" };
  there.clock.set(app.clock.now());
  await broughtInto(there, await archiveFrom(app));
  expect((await verifyLedger(there.db.kysely)).fault).toBe(null);
  // What was never paid stays.
  expect(await ordersOf(there)).toHaveLength(2);
  const first = await orderFor(there, "alex@example.com");
  expect(first).toMatchObject({ recipient_name: "Alex", buyer_email: "sam@example.com", send_on: "2027-06-10" });
  expect(await there.db.kysely.selectFrom("voucher_shares").selectAll().execute()).toEqual([share]);
  const mails = (await mailsOf(there)).filter(({ kind }) => kind === giftVoucher.id);
  expect(mails).toMatchObject([{ run_at: Date.parse("2027-06-10T07:00:00Z"), data: { orderId: first.id, issue: 1 } }]);

  // The mail of its day has a link that opens here; those of before open nothing.
  const link = await giftSecret(there);
  expect((await readGift(there, { secret: link }))?.kind).toBe("closed");
  const isOpen = await readGift(there, { secret: link, opens: true });
  const code = isOpen?.kind === "opened" ? isOpen.code : "";
  expect(await readBalance(there, { typed: code, clientAddress: "192.0.2.9" })).toMatchObject({ kind: "found" });
  expect(await readOrderPage(there, { secret, isBack: false })).toBe(null);

  // Its buyer's page is there by its new link. The money is not at this installation's provider.
  const page = secretOf(there, first.link_id);
  expect(await readOrderPage(there, { secret: page, isBack: false })).toMatchObject({ state: "paid", returnBy: null });
  expect(await returnOrder(there, page)).toMatchObject({
    kind: "conflict",
    message: expect.stringContaining("by hand"),
  });
  // What was opened before has a code that pays here no more: a new one is made.
  const old = await orderFor(there, "bo@example.com");
  expect(await renewVoucher(there, { secret: secretOf(there, old.link_id) })).toEqual({ kind: "changed" });
  expect(opened.secret).not.toBe(secretOf(there, old.link_id));
  await agrees(buying);
});
