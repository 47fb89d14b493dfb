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
const CLIENT = "customer";
const MAKES_CLIENT = "customer_creation";
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

test("a dispute is read as the package reads it, in our version, and each of its notices is one that the package knows", async () => {
  const { pretend, ours, theirs } = await both();
  const opened = await ours.open({ ...PAGE, id: "one", backUrl: BACK });
  const session = opened.kind === "answer" ? opened.value.session : "";
  pretend.pay(session);
  const ref = pretend.sessions.get(session)?.payment_intent ?? "";
  const { id = "" } = pretend.dispute(ref, { amount: 3000, reason: "fraudulent" }) ?? {};
  const [read] = (await theirs.disputes.list({ created: { gte: 0 } })).data;
  const mine = valueIn((await ours.disputes?.(0)) ?? { kind: "fault" as const });
  expect(mine).toEqual([
    {
      ...{ ref: read?.id, paymentRef: read?.payment_intent, pence: read?.amount, currency: read?.currency },
      ...{ reason: read?.reason, state: "open", at: (read?.created ?? 0) * 1000 },
      dueAt: (read?.evidence_details.due_by ?? 0) * 1000,
      moves: read?.balance_transactions.map(({ amount: pence, fee: feePence }) => ({ pence, feePence })),
    },
  ]);
  const asked = pretend.asked.filter(({ path }) => path === "GET /v1/disputes");
  expect(new Set(asked.map(({ headers }) => headers["stripe-version"])).size).toBe(1);
  pretend.endDispute(id, "answer");
  pretend.endDispute(id, "win");
  const events = pretend.queue.filter((body) => body.includes("charge.dispute"));
  const types = events.map((body) => {
    const header = signatureOf(body, { now: NOW });
    return theirs.webhooks.constructEvent(body, header, PRETEND_SIGNING_KEY, EVER).type;
  });
  expect(new Set<string>(types)).toEqual(
    new Set<Stripe.Event["type"]>([
      ...(["charge.dispute.created", "charge.dispute.funds_withdrawn", "charge.dispute.updated"] as const),
      ...(["charge.dispute.funds_reinstated", "charge.dispute.closed"] as const),
    ]),
  );
  expect(valueIn((await ours.disputes?.(0)) ?? { kind: "fault" as const })).toMatchObject([
    { state: "won", moves: [{ pence: -3000 }, { pence: 3000 }] },
  ]);
});

const valueIn = <Value>(answer: { kind: "answer"; value: Value } | { kind: "fault" }): Value => {
  if (answer.kind !== "answer") throw new Error(answer.kind);
  return answer.value;
};
const formOf = (body = "") => [...new URLSearchParams(body)].sort();

test("a page that keeps a card is what the package asks for, and both read the card that was left", async () => {
  const { pretend, ours, theirs } = await both();
  const { pence: _pence, words: _words, ...page } = PAGE;
  const { session } = valueIn((await ours.cards?.open({ ...page, id: "one", backUrl: BACK })) ?? { kind: "fault" });
  await theirs.checkout.sessions.create({
    ...{ mode: "setup", ui_mode: "hosted_page", currency: "gbp", allowed_payment_method_types: ["card"] },
    ...{ [MAKES_CLIENT]: "always", client_reference_id: "one", metadata: { page: "one" } },
    ...{ setup_intent_data: { metadata: { page: "one" } } },
    ...{ [EMAIL_FIELD]: "ann@example.com", success_url: BACK, cancel_url: BACK, expires_at: UNTIL / 1000 },
  });
  const [mine, packages] = pretend.asked;
  expect(formOf(mine?.body)).toEqual(formOf(packages?.body));
  expect(mine?.headers["idempotency-key"]).toBe("page:one");
  expect(await ours.cards?.read(session)).toEqual({ kind: "answer", value: { state: "open" } });
  pretend.pay(session, { card: "4000 0000 0000 3220" });
  const read = await theirs.checkout.sessions.retrieve(session, { expand: ["setup_intent.payment_method"] });
  const intent = typeof read.setup_intent === "object" ? read.setup_intent : null;
  const method = typeof intent?.payment_method === "object" ? intent.payment_method : null;
  const kept = { holder: String(read[CLIENT]), ref: method?.id, brand: "visa", last4: "3220", expires: "2030-09" };
  expect(await ours.cards?.read(session)).toEqual({ kind: "answer", value: { state: "kept", ...kept } });
  expect(await ours.cards?.expire(session)).toEqual({ kind: "answer", value: { state: "kept", ...kept } });
  const folded = await theirs.checkout.sessions.retrieve(session);
  expect([read.status, typeof folded.setup_intent]).toEqual(["complete", "string"]);
});

async function kept() {
  const { pretend, ours, theirs } = await both();
  const { [CLIENT]: holder, method } = pretend.kept.keep("4242 4242 4242 4242");
  const { cards } = ours;
  if (!cards) throw new Error("Stripe keeps cards");
  const prepare = async (id = "one") =>
    valueIn(await cards.prepare({ id, pence: 2900, words: "Fee", holder, card: method })).ref;
  return { pretend, cards, theirs, holder, method, prepare };
}

test("a charge is prepared and confirmed as the package does it, in the words for a client who is away", async () => {
  const { pretend, cards, theirs, holder, method, prepare } = await kept();
  const ref = await prepare();
  await theirs.paymentIntents.create({
    ...{ amount: 2900, currency: "gbp", [CLIENT]: holder, payment_method: method, description: "Fee" },
    ...{ allowed_payment_method_types: ["card"], metadata: { page: "one" } },
  });
  expect(pretend.keptPence()).toBe(0);
  await cards.confirm({ id: "one", ref });
  await theirs.paymentIntents
    .confirm(ref, { off_session: true, payment_method_options: { card: { stored_credential_usage: "unscheduled" } } })
    .catch(() => {});
  const [mine, packages, confirmed, packageConfirms] = pretend.asked;
  expect(formOf(mine?.body)).toEqual(formOf(packages?.body));
  expect(formOf(confirmed?.body)).toEqual(formOf(packageConfirms?.body));
  expect([mine?.headers["idempotency-key"], confirmed?.headers["idempotency-key"]]).toEqual([
    "charge:one",
    "confirm:one",
  ]);
  const paid = { state: "paid", ref, amount: 2900, currency: "gbp" };
  expect(await cards.end(ref)).toEqual({ kind: "answer", value: paid });
  expect((await theirs.paymentIntents.retrieve(ref)).status).toBe("succeeded");
  expect(pretend.keptPence()).toBe(2900);
});

test("a card that is declined, and one whose bank asks its client, are errors of the package and states of ours", async () => {
  const { pretend, cards, theirs, prepare } = await kept();
  const confirm = (ref: string) =>
    theirs.paymentIntents
      .confirm(ref, { off_session: true, payment_method_options: { card: { stored_credential_usage: "unscheduled" } } })
      .catch((error: unknown) => (error instanceof Stripe.errors.StripeCardError ? error.code : error));
  pretend.kept.chargeWith("declined");
  const declined = await prepare("one");
  expect(await confirm(declined)).toBe("card_declined");
  const words = "Your card has insufficient funds.";
  expect(await cards.end(declined)).toEqual({ kind: "answer", value: { state: "declined", words } });
  pretend.kept.chargeWith("authentication required");
  const asking = await prepare("two");
  expect(await confirm(asking)).toBe("authentication_required");
  expect(await cards.end(asking)).toMatchObject({ kind: "answer", value: { state: "needs-client" } });
  pretend.kept.chargeWith("well");
  // Both are closed: nothing can be charged by them any more.
  for (const ref of [declined, asking]) {
    expect((await theirs.paymentIntents.retrieve(ref)).status).toBe("canceled");
    await cards.confirm({ id: ref, ref });
  }
  expect(pretend.keptPence()).toBe(0);
});

test("a charge that was never confirmed is closed, and a card that is removed is gone for the package, too", async () => {
  const { pretend, cards, theirs, holder, method, prepare } = await kept();
  const ref = await prepare();
  expect(await cards.end(ref)).toEqual({ kind: "answer", value: { state: "canceled" } });
  await cards.confirm({ id: "one", ref });
  expect(pretend.keptPence()).toBe(0);
  expect((await cards.remove(holder)).kind).toBe("answer");
  expect((await cards.remove(holder)).kind).toBe("answer");
  await expect(
    theirs.paymentIntents.create({ amount: 1, currency: "gbp", [CLIENT]: holder, payment_method: method }),
  ).rejects.toThrow("No such customer");
});
