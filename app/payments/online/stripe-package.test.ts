import Stripe from "stripe";
import { expect, onTestFinished, test } from "vitest";
import { stripeOf } from "#app/payments/online/stripe.gateway.server.ts";
import { parseConfig } from "#app/platform/config.server.ts";
import { PRETEND_KEY, PRETEND_SIGNING_KEY, signatureOf, startPretendStripe } from "#scripts/pretend-stripe.ts";

// The package is the client here, so that what we send and what our stand-in answers is what Stripe's own code knows.
async function both() {
  const pretend = await startPretendStripe({ now: () => NOW });
  onTestFinished(pretend.close);
  const parsed = parseConfig({});
  if (parsed.kind !== "valid") throw new Error(parsed.kind);
  const { hostname: host, port } = new URL(pretend.url);
  const settings = { host, port, protocol: "http", maxNetworkRetries: 2, telemetry: false } as const;
  return {
    pretend,
    ours: stripeOf({ config: { ...parsed.config, ...pretend.config } }, PRETEND_KEY),
    theirs: new Stripe(PRETEND_KEY, settings),
  };
}

const NOW = Date.UTC(2027, 4, 4, 8);
const UNTIL = NOW + 3_600_000;
const EMAIL_FIELD = "customer_email";
const PAGE = { pence: 4800, words: "Payment to Ann & Co", email: "ann@example.com", until: UNTIL };
// In seconds: how old a signature may be is our own check (receive-notice.server.ts).
const EVER = 1e12;
const BACK = "https://limber.example/pay/x?back";

test("what we ask for a page is what Stripe's package asks, in the same version and under the same key", async () => {
  const { pretend, ours, theirs } = await both();
  const opened = await ours.open({ ...PAGE, id: "one", backUrl: BACK });
  expect(opened).toMatchObject({ kind: "answer", value: { session: expect.stringMatching(/^cs_/) } });
  await theirs.checkout.sessions.create(
    {
      ...{ mode: "payment", ui_mode: "hosted_page", allowed_payment_method_types: ["card"] },
      line_items: [
        {
          quantity: 1,
          price_data: { currency: "gbp", unit_amount: 4800, product_data: { name: "Payment to Ann & Co" } },
        },
      ],
      ...{ client_reference_id: "one", metadata: { page: "one" }, payment_intent_data: { metadata: { page: "one" } } },
      ...{ [EMAIL_FIELD]: "ann@example.com", success_url: BACK, cancel_url: BACK, expires_at: UNTIL / 1000 },
    },
    { idempotencyKey: "page:other" },
  );
  const [mine, packages] = pretend.asked;
  const formOf = (body = "") => [...new URLSearchParams(body)].sort();
  expect(formOf(mine?.body)).toEqual(formOf(packages?.body));
  expect(mine?.path).toBe(packages?.path);
  for (const name of ["authorization", "content-type", "stripe-version"]) {
    expect([name, mine?.headers[name]]).toEqual([name, packages?.headers[name]]);
  }
  expect([mine?.headers["idempotency-key"], packages?.headers["idempotency-key"]]).toEqual(["page:one", "page:other"]);
});

test("the package reads a page's end and gives back as we do", async () => {
  const { pretend, ours, theirs } = await both();
  const opened = await ours.open({ ...PAGE, id: "one", backUrl: BACK });
  const session = opened.kind === "answer" ? opened.value.session : "";
  expect((await theirs.checkout.sessions.retrieve(session)).status).toBe("open");
  pretend.pay(session);
  const read = await theirs.checkout.sessions.retrieve(session);
  const ref = String(read.payment_intent);
  expect([read.payment_status, read.amount_total, read.currency]).toEqual(["paid", 4800, "gbp"]);
  const paid = { kind: "answer", value: { state: "paid", ref, amount: 4800, currency: "gbp" } };
  expect(await ours.read(session)).toEqual(paid);
  expect(await ours.expire(session)).toEqual(paid);
  const refund = await theirs.refunds.create({ payment_intent: ref, amount: 800 }, { idempotencyKey: "theirs" });
  expect(refund.status).toBe("succeeded");
  expect(await ours.refund({ id: "r", ref, amount: 4000, before: 0 })).toMatchObject({
    kind: "answer",
    value: { state: "done" },
  });
  expect(await ours.refund({ id: "r", ref, amount: 4000, before: 0 })).toMatchObject({
    kind: "answer",
    value: { state: "done" },
  });
  expect(await ours.refund({ id: "s", ref, amount: 1, before: 0 })).toMatchObject({
    kind: "answer",
    value: { state: "refused" },
  });
  expect(pretend.keptPence()).toBe(0);
});

test("answers that are lost open one page, also for the package, which asks again by itself", async () => {
  const { pretend, theirs, ours } = await both();
  pretend.become("cut");
  await ours.open({ ...PAGE, id: "one", backUrl: BACK });
  await ours.open({ ...PAGE, id: "one", backUrl: BACK });
  expect(pretend.sessions.size).toBe(1);
  await theirs.refunds.create({ payment_intent: "pi_none", amount: 1 }).catch(() => {});
  const keys = pretend.asked.slice(2).map(({ headers }) => headers["idempotency-key"]);
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
});

test("the package takes the signatures of our stand-in, and another key's not", async () => {
  const { theirs } = await both();
  const body = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "checkout.session.completed",
    data: { object: {} },
  });
  const verify = (header: string) => theirs.webhooks.constructEvent(body, header, PRETEND_SIGNING_KEY, EVER);
  expect(verify(signatureOf(body, { now: NOW })).id).toBe("evt_1");
  expect(() => verify(signatureOf(body, { now: NOW, key: "whsec_of_another" }))).toThrow();
});

test("the package reads the payouts that we read, page by page", async () => {
  const { pretend, ours, theirs } = await both();
  for (const id of ["one", "two"]) {
    const opened = await ours.open({ ...PAGE, id, backUrl: BACK });
    pretend.pay(opened.kind === "answer" ? opened.value.session : "");
  }
  const refs = [...pretend.sessions.values()].map(({ payment_intent }) => String(payment_intent));
  await theirs.refunds.create({ payment_intent: refs[0] ?? "", amount: 800 });
  pretend.dispute(refs[1] ?? "");
  pretend.payOut();
  const [payout] = (await theirs.payouts.list({ arrival_date: { gte: 0 } })).data;
  const query = { payout: payout?.id ?? "", expand: ["data.source"], limit: 2 };
  const rows = await theirs.balanceTransactions.list(query).autoPagingToArray({ limit: 100 });
  const nets = rows.filter(({ type }) => type !== "payout").map(({ amount, fee }) => amount - fee);
  expect(nets.reduce((all, one) => all + one, 0)).toBe(payout?.amount);
  const line = { id: expect.any(String), feePence: 92 };
  expect(await ours.payouts({ since: "2027-05-04", until: "2027-05-04" })).toEqual({
    kind: "answer",
    value: [
      {
        ...{ ref: payout?.id, day: "2027-05-04", pence: 2 * (4800 - 92) - 800 - 6800, hasFailed: false },
        lines: [
          { ...line, line: "payment", ref: refs[0], pence: 4800 },
          { ...line, line: "payment", ref: refs[1], pence: 4800 },
          { ...line, line: "refund", ref: refs[0], pence: -800, feePence: 0 },
          { ...line, line: "dispute", ref: refs[1], pence: -4800, feePence: 2000 },
        ],
      },
    ],
  });
});
