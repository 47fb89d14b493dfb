import { expect, test } from "vitest";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { getBalance, getBillOf } from "#app/payments/bills.db.server.ts";
import { sumsOfDay } from "#app/payments/close-day.server.ts";
import { followOnline, returnDiffering } from "#app/payments/online/online.jobs.server.ts";
import { openPayPage } from "#app/payments/online/open-page.server.ts";
import { payUrlOf } from "#app/payments/online/pay-links.db.server.ts";
import { listLinks, makeLink, readPublicLink, withdrawLink } from "#app/payments/online/pay-links.server.ts";
import { receiveStripeNotice } from "#app/payments/online/receive-notice.server.ts";
import { switchTillOff, tillForm, tryTill, viewTill } from "#app/payments/online/tills.server.ts";
import { type Sale, sell } from "#app/payments/shop/sell.server.ts";
import { spendOnLink } from "#app/payments/shop/spend-on-link.server.ts";
import { readBalance } from "#app/payments/shop/voucher-online.server.ts";
import { giveBack, takeBack } from "#app/payments/take-back.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { PRETEND_KEY, PRETEND_SIGNING_KEY, signatureOf } from "#scripts/pretend-stripe.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { OWNER, payingOnline } from "#tests/support/pretend-stripe.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
const FROM = { clientAddress: "192.0.2.7" };

const VISIT = {
  ...{ minutes: 45, pence: 4800, cancelled: null, status: "Confirmed", state: "finished", client: "ana" },
  ...{ therapist: "demo-imogen-hartley", service: "demo-deep-tissue-massage", source: "website" },
};

async function withLink(ids: readonly string[] = ["visit-0"]) {
  const { app, stripe } = await payingOnline();
  await insertVisits(
    app,
    ids.map((id, nth) => ({ ...VISIT, id, start: app.clock.now() - (5 + nth) * HOUR })),
  );
  const made = await makeLink(app, OWNER, ids);
  if (made.kind !== "saved") throw new Error(JSON.stringify(made));
  const url = payUrlOf(app, made.id);
  return { app, stripe, linkId: made.id, secret: url.slice(url.lastIndexOf("/") + 1) };
}

type Paying = Awaited<ReturnType<typeof withLink>>;

async function press({ app, secret }: Pick<Paying, "app" | "secret">) {
  const outcome = await openPayPage(app, { secret, ...FROM });
  const view = await readPublicLink(app, secret);
  const session = view?.page?.url?.split("/").at(-1) ?? "";
  return { outcome, session, view };
}

const payAtPractice = (app: AppContext, pence: number) =>
  takePayment(app, OWNER, {
    appointmentId: "visit-0",
    key: newId(),
    taking: { lines: [{ method: "cash", pence }], tipPence: 0, extras: [], discount: null, seenPence: 4800 },
  });

const paymentsOf = (app: AppContext) =>
  app.db.kysely
    .selectFrom("payments")
    .select(["method", "pence", "reason", "taking_id", "id"])
    .orderBy("at")
    .orderBy("pence", "desc")
    .execute();

async function onlinePence(app: AppContext): Promise<number> {
  return (await paymentsOf(app)).filter(({ method }) => method === "online").reduce((all, { pence }) => all + pence, 0);
}

function notice(stripe: Paying["stripe"], now: number, options: { key?: string; off?: number } = {}) {
  const body = stripe.queue.at(-1) ?? "";
  const signed = signatureOf(body, { now: now + (options.off ?? 0) * 1000, ...(options.key && { key: options.key }) });
  return { body: Buffer.from(body), headers: new Headers({ "stripe-signature": signed }) };
}

const mailsTo = (app: AppContext) =>
  app.db.kysely.selectFrom("outbox").select(["kind", "data"]).orderBy("kind").execute();

test("a link that is paid is one payment, a paid bill, a receipt by mail, and stands at the end of the day", async () => {
  const paying = await withLink();
  const { app, stripe, secret } = paying;
  const { outcome, session, view } = await press(paying);
  expect(outcome).toEqual({ kind: "ready" });
  expect([view?.owedPence, view?.seller, view?.mode]).toEqual([4800, "Limber Yard Therapies Ltd", "pretend"]);
  expect(stripe.sessions.get(session)).toMatchObject({ amount_total: 4800, currency: "gbp" });
  await followOnline(app);
  expect(await onlinePence(app)).toBe(0);
  stripe.pay(session);
  expect(await receiveStripeNotice(app, notice(stripe, app.clock.now()))).toEqual({ kind: "received" });
  expect(await receiveStripeNotice(app, notice(stripe, app.clock.now()))).toEqual({ kind: "repeated" });
  app.clock.set(app.clock.now() + HOUR);
  await followOnline(app);
  expect(await paymentsOf(app)).toMatchObject([{ method: "online", pence: 4800 }]);
  expect(await getBillOf(app.db.kysely, "visit-0")).toMatchObject({ owedPence: 0, paidPence: 4800 });
  expect(await getBalance(app.db.kysely, "ana")).toEqual({ owed: 0, credit: 0 });
  expect((await sumsOfDay(app.db.kysely, { sellerId: "1", day: "2027-05-04" })).online).toEqual({
    count: 1,
    pence: 4800,
  });
  const receipts = await app.db.kysely.selectFrom("receipts").select("facts").execute();
  expect(receipts.map(({ facts }) => JSON.parse(facts).payments)).toEqual([
    [{ day: "2027-05-04", words: "£48.00 online" }],
  ]);
  expect(await readPublicLink(app, secret)).toMatchObject({ owedPence: 0, paidPence: 4800, backPence: 0 });
  expect((await press(paying)).outcome).toEqual({ kind: "nothing" });
  expect(await verifyLedger(app.db.kysely)).toMatchObject({ fault: null });
});

test("presses at the same moment make one link", async () => {
  const { app } = await withLink();
  await insertVisits(app, [{ ...VISIT, id: "visit-1", start: app.clock.now() - 9 * HOUR }]);
  const made = await Promise.all(Array.from({ length: 6 }, () => makeLink(app, OWNER, ["visit-1"])));
  expect(new Set(made.map((one) => (one.kind === "saved" ? one.id : one.kind))).size).toBe(1);
});

async function sellVoucher(app: TestApp, pence: number): Promise<string> {
  const sale: Sale = { products: [], voucherPence: pence, lines: [{ method: "card", pence }], seenPence: pence };
  const outcome = await sell(app, OWNER, { sellerId: "1", clientId: null, key: newId(), sale });
  return outcome.kind === "sold" ? (outcome.codes[0]?.code ?? "") : outcome.kind;
}

test("a voucher pays what it can of a link, and the card the rest", async () => {
  const { app, stripe, secret } = await withLink();
  const code = await sellVoucher(app, 3000);
  expect((await press({ app, secret })).view?.owedPence).toBe(4800);
  const spend = (typed = code) => spendOnLink(app, { secret, typed, ...FROM });
  const both = await Promise.all([spend(), spend(code.toLowerCase().replaceAll("-", " "))]);
  expect(both).toEqual([{ kind: "changed" }, { kind: "changed" }]);
  expect(await readPublicLink(app, secret)).toMatchObject({ owedPence: 1800 });
  // The page for the whole is closed, and another one opens for the rest.
  expect([...stripe.sessions.values()].map(({ status }) => status)).toEqual(["expired"]);
  const { session } = await press({ app, secret });
  expect(stripe.sessions.get(session)).toMatchObject({ amount_total: 1800 });
  stripe.pay(session);
  app.clock.set(app.clock.now() + HOUR);
  await followOnline(app);
  expect(await getBillOf(app.db.kysely, "visit-0")).toMatchObject({ owedPence: 0 });
  expect(await onlinePence(app)).toBe(1800);
  expect(await readBalance(app, { typed: code, ...FROM })).toEqual({ kind: "invalid" });
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
});

test("a voucher that pays all closes the page, and what is paid on it nevertheless goes back", async () => {
  const { app, stripe, secret } = await withLink();
  const code = await sellVoucher(app, 6000);
  const { session } = await press({ app, secret });
  stripe.become("broken");
  expect(await spendOnLink(app, { secret, typed: code, ...FROM })).toEqual({ kind: "changed" });
  stripe.become("well");
  stripe.pay(session);
  app.clock.set(app.clock.now() + HOUR);
  await followOnline(app);
  expect(stripe.keptPence()).toBe(0);
  expect(await readBalance(app, { typed: code, ...FROM })).toMatchObject({ kind: "found", leftPence: 1200 });
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
});

test("one voucher on two links at once is never spent below nothing", async () => {
  const { app, secret } = await withLink();
  await insertVisits(app, [{ ...VISIT, id: "visit-1", start: app.clock.now() - 9 * HOUR }]);
  const other = await makeLink(app, OWNER, ["visit-1"]);
  const url = payUrlOf(app, other.kind === "saved" ? other.id : "");
  const code = await sellVoucher(app, 6000);
  const secrets = [secret, url.slice(url.lastIndexOf("/") + 1)];
  await Promise.all(secrets.map((one) => spendOnLink(app, { secret: one, typed: code, ...FROM })));
  const owed = await Promise.all(secrets.map(async (one) => (await readPublicLink(app, one))?.owedPence ?? 0));
  expect(owed.reduce((all, one) => all + one, 0)).toBe(2 * 4800 - 6000);
  expect(
    await app.db.kysely.selectFrom("voucher_moves").select("pence").where("move", "=", "spent").execute(),
  ).toHaveLength(2);
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
});

test("every code that pays nothing is answered alike, and the sixth of an hour not at all", async () => {
  const { app: unlimited, secret } = await withLink();
  const app = { ...unlimited, config: { ...unlimited.config, rateLimits: true } };
  const code = await sellVoucher(app, 1000);
  await spendOnLink(app, { secret, typed: code, ...FROM });
  const answers = [];
  // Unknown, misspelt, too short, spent, and one that nobody could have made.
  for (const typed of ["7KQM-2F9D-X4TB", `${code.slice(0, -1)}0`, "1234", code, "<script>"]) {
    answers.push(await readBalance(app, { typed, ...FROM }));
  }
  expect(answers).toEqual(Array.from({ length: 5 }, () => ({ kind: "invalid" })));
  expect(await readBalance(app, { typed: code, ...FROM })).toMatchObject({ kind: "limited" });
  expect(await readBalance(app, { typed: code, clientAddress: "192.0.2.99" })).toEqual({ kind: "invalid" });
});

test("what is paid after the desk was paid goes back to the card by itself, and the client reads it", async () => {
  const paying = await withLink();
  const { app, stripe, secret } = paying;
  const { session } = await press(paying);
  stripe.pay(session);
  expect(await payAtPractice(app, 3000)).toMatchObject({ kind: "taken" });
  await receiveStripeNotice(app, notice(stripe, app.clock.now()));
  expect((await paymentsOf(app)).filter(({ method }) => method === "online")).toMatchObject([
    { pence: 4800 },
    { pence: -3000, reason: "Paid online when it was owed no more" },
  ]);
  stripe.become("broken");
  await followOnline(app);
  expect(stripe.refunds).toEqual([]);
  stripe.become("cut");
  app.clock.set(app.clock.now() + HOUR);
  await followOnline(app);
  stripe.become("well");
  app.clock.set(app.clock.now() + HOUR);
  await followOnline(app);
  await followOnline(app);
  expect(stripe.refunds).toMatchObject([{ amount: 3000 }]);
  expect(stripe.keptPence()).toBe(await onlinePence(app));
  expect(await readPublicLink(app, secret)).toMatchObject({ owedPence: 0, backPence: 3000 });
  expect((await mailsTo(app)).map(({ kind }) => kind)).toContain("refund-sent-client");
  expect(await verifyLedger(app.db.kysely)).toMatchObject({ fault: null });
});

test("a page for what is owed no more is closed, and another amount gets another page", async () => {
  const paying = await withLink();
  const { app, stripe } = paying;
  const first = await press(paying);
  expect((await press(paying)).session).toBe(first.session);
  await payAtPractice(app, 2000);
  const second = await press(paying);
  expect(stripe.sessions.get(first.session)?.status).toBe("expired");
  expect(stripe.sessions.get(second.session)?.amount_total).toBe(2800);
  await withdrawLink(app, OWNER, paying.linkId);
  app.clock.set(app.clock.now() + 2 * 60_000);
  await followOnline(app);
  expect(stripe.sessions.get(second.session)?.status).toBe("expired");
  expect((await press(paying)).outcome).toEqual({ kind: "nothing" });
  expect(await onlinePence(app)).toBe(0);
});

test("two presses at once open one page, and the fourth page of an hour is refused", async () => {
  const paying = await withLink();
  const { app, stripe, secret } = paying;
  const both = await Promise.all([openPayPage(app, { secret, ...FROM }), openPayPage(app, { secret, ...FROM })]);
  expect(both).toEqual([{ kind: "ready" }, { kind: "ready" }]);
  expect(stripe.sessions.size).toBe(1);
  const limited = { ...app, config: { ...app.config, rateLimits: true } };
  const kinds: string[] = [];
  for (let nth = 0; nth < 4; nth++) {
    for (const session of stripe.sessions.values()) session.expires_at = 0;
    kinds.push((await openPayPage(limited, { secret, ...FROM })).kind);
  }
  expect(kinds).toEqual(["ready", "ready", "ready", "limited"]);
});

test("another amount or currency waits for a person, is not in the ledger, and goes back by one press", async () => {
  for (const wrong of [{ amount: 4700 }, { currency: "eur" }]) {
    const paying = await withLink();
    const { app, stripe, linkId } = paying;
    const { session } = await press(paying);
    stripe.pay(session, wrong);
    await receiveStripeNotice(app, notice(stripe, app.clock.now()));
    expect(await paymentsOf(app)).toEqual([]);
    const [view] = (await listLinks(app, OWNER, linkId)) ?? [];
    expect(view?.state).toBe("differs");
    expect((await press(paying)).outcome).toEqual({ kind: "nothing" });
    expect(await returnDiffering(app, OWNER, view?.differs?.pageId ?? "")).toEqual({ kind: "changed" });
    expect(await returnDiffering(app, OWNER, view?.differs?.pageId ?? "")).toMatchObject({ kind: "conflict" });
    await followOnline(app);
    expect(stripe.keptPence()).toBe(0);
    expect((await press(paying)).outcome).toEqual({ kind: "ready" });
  }
});

test("a notice counts with its signature of the last five minutes alone", async () => {
  const paying = await withLink();
  const { app, stripe } = paying;
  stripe.pay((await press(paying)).session);
  const now = app.clock.now();
  for (const wrong of [{ off: -301 }, { off: 301 }, { key: "whsec_of_someone_else" }]) {
    expect(await receiveStripeNotice(app, notice(stripe, now, wrong))).toEqual({ kind: "unsigned" });
  }
  const { headers } = notice(stripe, now);
  expect(await receiveStripeNotice(app, { headers, body: Buffer.from("{}") })).toEqual({ kind: "unsigned" });
  expect(await onlinePence(app)).toBe(0);
  expect(await receiveStripeNotice(app, notice(stripe, now, { off: 299 }))).toEqual({ kind: "received" });
  expect(await onlinePence(app)).toBe(4800);
});

test("with no notice at all, or the provider down at its notice, the payment is read later", async () => {
  const paying = await withLink();
  const { app, stripe } = paying;
  stripe.pay((await press(paying)).session);
  stripe.become("broken");
  expect(await receiveStripeNotice(app, notice(stripe, app.clock.now()))).toEqual({ kind: "received" });
  expect(await onlinePence(app)).toBe(0);
  stripe.become("well");
  app.clock.set(app.clock.now() + 20 * 60_000);
  await followOnline(app);
  expect(await onlinePence(app)).toBe(4800);
});

test("a provider that is down keeps nobody's money, and the same press later opens one page", async () => {
  const paying = await withLink();
  const { stripe } = paying;
  stripe.become("broken");
  expect((await press(paying)).outcome).toEqual({ kind: "failed" });
  stripe.become("cut");
  expect((await press(paying)).outcome).toEqual({ kind: "failed" });
  stripe.become("well");
  expect((await press(paying)).outcome).toEqual({ kind: "ready" });
  expect(stripe.sessions.size).toBe(1);
});

test("what the practice gives or takes back of an online payment goes back to the card", async () => {
  const paying = await withLink(["visit-0", "visit-1"]);
  const { app, stripe } = paying;
  const { session } = await press(paying);
  expect(stripe.sessions.get(session)?.amount_total).toBe(9600);
  stripe.pay(session);
  await receiveStripeNotice(app, notice(stripe, app.clock.now()));
  const [paid] = await paymentsOf(app);
  const part = { paymentId: paid?.id ?? "", appointmentId: "visit-0", pence: 1000, reason: "Sorry", owesAgain: false };
  expect(await giveBack(app, OWNER, { ...part, key: newId() })).toMatchObject({ kind: "undone" });
  await followOnline(app);
  expect(stripe.refunds).toMatchObject([{ amount: 1000 }]);
  const back = { takingId: paid?.taking_id ?? "", reason: "Wrong client", key: newId() };
  expect(await takeBack(app, OWNER, back)).toMatchObject({ kind: "conflict" });
  expect(stripe.keptPence()).toBe(await onlinePence(app));
  expect(await verifyLedger(app.db.kysely)).toMatchObject({ fault: null });
});

test("a key is tested by a page that is opened and closed, and is told apart by how it begins", async () => {
  const { app, stripe } = await withLink();
  expect(await tryTill(app, OWNER, { sellerId: "1", key: "" })).toEqual({ kind: "works" });
  expect([...stripe.sessions.values()].map(({ status }) => status)).toEqual(["expired"]);
  const wrong = await tryTill(app, OWNER, { sellerId: "1", key: "sk_live_anotherkey0123" });
  expect(wrong).toMatchObject({ kind: "failed", words: expect.stringContaining("It does not know this key") });
  expect(tillForm({ hasKey: false, name: "stripe" }).safeParse({ key: "pk_live_0123456789" }).success).toBe(false);
  expect(
    tillForm({ hasKey: false, name: "stripe" }).safeParse({ key: PRETEND_KEY, signingKey: PRETEND_SIGNING_KEY })
      .success,
  ).toBe(true);
  const stored = JSON.stringify(await app.db.kysely.selectFrom("tills").selectAll().execute());
  expect(stored).not.toContain(PRETEND_KEY);
  const reception = { kind: "staff", userId: "r", roles: ["reception"], therapistId: null, choices: [] } as const;
  expect(await viewTill(app, reception, "1")).toBe(null);
  const off = { sellerId: "1", notifyOwners };
  expect(await switchTillOff(app, { ...OWNER, isConfirmed: false } as never, off)).toEqual({ kind: "unconfirmed" });
  await personIn(app, { role: "admin" });
  expect(await switchTillOff(app, OWNER, off)).toEqual({ kind: "saved" });
  const told = await app.db.kysely
    .selectFrom("outbox")
    .select("data")
    .where("kind", "=", "sensitive-change")
    .executeTakeFirst();
  expect(JSON.parse(told?.data ?? "{}")).toMatchObject({ deed: "online-payments" });
});

test("with a test key nothing is recorded, and where it is off there is nothing", async () => {
  const paying = await withLink();
  const { app, stripe } = paying;
  await app.db.kysely.updateTable("tills").set({ mode: "test" }).execute();
  stripe.pay((await press(paying)).session);
  await receiveStripeNotice(app, notice(stripe, app.clock.now()));
  expect(await paymentsOf(app)).toEqual([]);
  expect((await readPublicLink(app, paying.secret))?.page?.state).toBe("tested");
  const other: TestApp = await demoApp();
  await takesPayments(other);
  expect(await listLinks(other, OWNER)).toEqual([]);
  expect(await makeLink(other, OWNER, ["visit-0"])).toEqual({ kind: "not-found" });
  expect(await receiveStripeNotice(other, notice(stripe, app.clock.now()))).toEqual({ kind: "off" });
});
