import { expect, test } from "vitest";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { openPayPage } from "#app/payments/online/open-page.server.ts";
import { payUrlOf } from "#app/payments/online/pay-links.db.server.ts";
import { makeLink, readPublicLink } from "#app/payments/online/pay-links.server.ts";
import { viewPayouts } from "#app/payments/online/payouts.server.ts";
import { receiveStripeNotice } from "#app/payments/online/receive-notice.server.ts";
import { giveBack } from "#app/payments/take-back.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type PretendStripe, signatureOf } from "#scripts/pretend-stripe.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { OWNER, payingOnline } from "#tests/support/pretend-stripe.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FEE = 92;
const SELLER = { sellerId: "1" };

const VISIT = {
  ...{ minutes: 45, pence: 4800, cancelled: null, status: "Confirmed", state: "finished", client: "ana" },
  ...{ therapist: "demo-imogen-hartley", service: "demo-deep-tissue-massage", source: "website" },
};

/** So many payments of £48.00, two minutes apart or at once. */
async function paid(
  count: number,
  { atOnce = false } = {},
): Promise<{ app: TestApp; stripe: PretendStripe; refs: string[] }> {
  const { app, stripe } = await payingOnline();
  const ids = Array.from({ length: count }, (_, nth) => `visit-${nth}`);
  await insertVisits(
    app,
    ids.map((id, nth) => ({ ...VISIT, id, start: app.clock.now() - (5 + nth) * HOUR })),
  );
  const refs: string[] = [];
  for (const [nth, id] of ids.entries()) {
    const made = await makeLink(app, OWNER, [id]);
    const url = payUrlOf(app, made.kind === "saved" ? made.id : "");
    const secret = url.slice(url.lastIndexOf("/") + 1);
    await openPayPage(app, { secret, clientAddress: `192.0.2.${nth}` });
    const session = (await readPublicLink(app, secret))?.page?.url?.split("/").at(-1) ?? "";
    stripe.pay(session);
    refs.push(stripe.sessions.get(session)?.payment_intent ?? "");
    if (!atOnce) await later(app, 2 * MINUTE);
  }
  if (atOnce) await later(app, 2 * MINUTE);
  return { app, stripe, refs };
}

async function giveBackOne(app: TestApp, nth: number, pence: number): Promise<void> {
  const rows = await app.db.kysely.selectFrom("payments").select("id").where("pence", ">", 0).orderBy("at").execute();
  const back = { paymentId: rows[nth]?.id ?? "", appointmentId: `visit-${nth}`, pence, reason: "Kindness" };
  expect((await giveBack(app, OWNER, { ...back, owesAgain: false, key: newId() })).kind).toBe("undone");
  app.clock.set(app.clock.now() + 2 * MINUTE);
  await followOnline(app);
}

async function later(app: TestApp, ms = 2 * HOUR): Promise<void> {
  app.clock.set(app.clock.now() + ms);
  await followOnline(app);
}

async function seen(app: TestApp) {
  const view = await viewPayouts(app, OWNER, SELLER);
  return { ...view, payouts: view?.payouts ?? [] };
}

test("a payout of 20 payments, 2 refunds and a dispute adds up to the penny", async () => {
  const { app, stripe, refs } = await paid(20, { atOnce: true });
  await giveBackOne(app, 3, 4800);
  await giveBackOne(app, 4, 1000);
  stripe.dispute(refs[5] ?? "");
  stripe.payOut();
  await later(app);
  const { payouts } = await seen(app);
  expect(payouts).toMatchObject([
    {
      ...{ pence: 20 * (4800 - FEE) - 4800 - 1000 - 4800 - 2000, isRight: true, day: "2027-05-04" },
      judged: {
        ...{ offPence: 0, missing: [], feePence: 20 * FEE + 2000 },
        sums: {
          payment: { count: 20, pence: 96_000 },
          refund: { count: 2, pence: -5800 },
          dispute: { count: 1, pence: -4800 },
          other: { count: 0, pence: 0 },
        },
      },
    },
  ]);
  // What was read stays one payout, however often it is read.
  await later(app);
  await later(app, 48 * HOUR);
  expect((await seen(app)).payouts).toEqual(payouts);
});

test("a payment that no payout has is named, and is not once a later one has it", async () => {
  const { app, stripe, refs } = await paid(3);
  stripe.payOut({ hides: [refs[1] ?? ""] });
  await later(app);
  const { payouts } = await seen(app);
  expect(payouts).toMatchObject([
    { isRight: false, judged: { offPence: 4800 - FEE, missing: [{ ref: refs[1], pence: 4800, name: "=ana" }] } },
  ]);
  const only = payouts[0]?.id ?? "";
  expect((await viewPayouts(app, OWNER, { ...SELLER, only }))?.payouts).toEqual(payouts);
  expect(await viewPayouts(app, OWNER, { ...SELLER, only: "none" })).toBe(null);
  app.clock.set(app.clock.now() + 24 * HOUR);
  stripe.payOut();
  await later(app);
  expect((await seen(app)).payouts).toMatchObject([
    { isRight: true, judged: { sums: { payment: { count: 1 } } } },
    { isRight: false, judged: { missing: [] } },
  ]);
});

test("what was paid or given back on the provider's own site is an extra line", async () => {
  const { app, stripe, refs } = await paid(2);
  // Neither has a row here.
  await app.db.kysely
    .updateTable("pay_pages")
    .set({ provider_ref: "pi_else" })
    .where("provider_ref", "=", refs[0] ?? "")
    .execute();
  stripe.refunds.push({ id: "re_by_hand", payment_intent: refs[1] ?? "", amount: 700, status: "succeeded" });
  stripe.payOut();
  await later(app);
  const [payout] = (await seen(app)).payouts;
  expect(payout?.isRight).toBe(false);
  expect(payout?.judged?.offPence).toBe(0);
  expect(payout?.judged?.lines.map(({ line, fault }) => [line, fault])).toEqual([
    ["payment", "extra"],
    ["payment", null],
    ["refund", "extra"],
  ]);
});

test("a notice of a payout brings its reading forward, and an hour passes without one", async () => {
  const { app, stripe } = await paid(1);
  await later(app, MINUTE);
  stripe.queue.splice(0);
  stripe.payOut();
  await later(app, MINUTE);
  expect((await seen(app)).payouts).toEqual([]);
  const body = stripe.queue.at(-1) ?? "";
  const headers = new Headers({ "stripe-signature": signatureOf(body, { now: app.clock.now() }) });
  expect(await receiveStripeNotice(app, { body: Buffer.from(body), headers })).toEqual({ kind: "received" });
  await followOnline(app);
  expect((await seen(app)).payouts).toMatchObject([{ pence: 4800 - FEE, isRight: true }]);
});

test("a key that may not read payouts says so, and payments go on", async () => {
  const { app, stripe } = await paid(1);
  stripe.become("revoked");
  await later(app, 61 * MINUTE);
  expect((await seen(app)).words).toMatch(/^Stripe answered 401/);
  stripe.become("well");
  await later(app, 61 * MINUTE);
  expect((await seen(app)).words).toBe(null);
});
