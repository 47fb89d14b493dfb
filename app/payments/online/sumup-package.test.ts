import SumUp from "@sumup/sdk";
import { expect, onTestFinished, test } from "vitest";
import { sumupOf } from "#app/payments/online/sumup.gateway.server.ts";
import { parseConfig } from "#app/platform/config.server.ts";
import { PRETEND_READER } from "#scripts/pretend-reader.ts";
import { PRETEND_SUMUP, startPretendSumup } from "#scripts/pretend-sumup.ts";

// The package is the client here, so that what we send and what our stand-in answers is what SumUp's own code knows.
async function both() {
  const pretend = await startPretendSumup({ now: () => NOW });
  onTestFinished(pretend.close);
  const parsed = parseConfig({});
  if (parsed.kind !== "valid") throw new Error(parsed.kind);
  return {
    pretend,
    ours: sumupOf({ config: { ...parsed.config, ...pretend.config } }, PRETEND_SUMUP),
    theirs: new SumUp({ apiKey: PRETEND_SUMUP.key, host: pretend.url, maxRetries: 0 }),
    hook: `${parsed.config.publicUrl}/hooks/sumup`,
  };
}

const NOW = Date.UTC(2027, 4, 4, 8);
const UNTIL = NOW + 3_600_000;
const BACK = "https://limber.example/pay/x?back";
const PAGE = { pence: 1510, words: "Payment to Ann & Co", email: "ann@example.com", until: UNTIL, backUrl: BACK };
const { merchant } = PRETEND_SUMUP;

test("what we ask for a page is what SumUp's package asks", async () => {
  const { pretend, ours, theirs, hook } = await both();
  const opened = await ours.open({ ...PAGE, id: "one" });
  expect(opened).toMatchObject({ kind: "answer", value: { url: expect.stringContaining("/pay/") } });
  await theirs.checkouts.create({
    ...{ checkout_reference: "two", amount: 15.1, currency: "GBP", merchant_code: merchant },
    ...{ description: "Payment to Ann & Co", redirect_url: BACK, valid_until: new Date(UNTIL).toISOString() },
    ...{ return_url: hook, hosted_checkout: { enabled: true } },
  });
  const [mine, packages] = pretend.requests;
  expect(JSON.parse(mine?.body ?? "")).toEqual({ ...JSON.parse(packages?.body ?? ""), checkout_reference: "one" });
  expect(mine?.path).toBe(packages?.path);
  expect(mine?.headers.authorization).toBe(packages?.headers.authorization);
});

test("the package reads a page's end and gives back as we do, and what it gave back is not given twice", async () => {
  const { pretend, ours, theirs } = await both();
  const opened = await ours.open({ ...PAGE, id: "one" });
  const session = opened.kind === "answer" ? opened.value.session : "";
  expect((await theirs.checkouts.get(session)).status).toBe("PENDING");
  pretend.decline(session);
  expect(await ours.read(session)).toEqual({ kind: "answer", value: { state: "open" } });
  pretend.pay(session);
  const read = await theirs.checkouts.get(session);
  const ref = String(read.transaction_id);
  expect([read.status, read.amount, read.currency]).toEqual(["PAID", 15.1, "GBP"]);
  const paid = { kind: "answer", value: { state: "paid", ref, amount: 1510, currency: "gbp" } };
  expect(await ours.read(session)).toEqual(paid);
  expect(await ours.expire(session)).toEqual(paid);
  await theirs.transactions.refund(merchant, ref, { amount: 5.1 });
  expect((await theirs.transactions.get(merchant, { id: ref })).events).toMatchObject([
    { type: "REFUND", amount: 5.1 },
  ]);
  // Someone gave these back on SumUp's own site.
  expect(await ours.refund({ id: "a", ref, amount: 510, before: 0 })).toMatchObject({ value: { state: "done" } });
  expect(pretend.refunds).toHaveLength(1);
  expect(await ours.refund({ id: "b", ref, amount: 1000, before: 510 })).toMatchObject({ value: { state: "done" } });
  expect(await ours.refund({ id: "c", ref, amount: 1, before: 1510 })).toMatchObject({ value: { state: "refused" } });
  expect(pretend.keptPence()).toBe(0);
});

test("an answer that is lost opens one page, and sends one refund", async () => {
  const { pretend, ours } = await both();
  pretend.become("cut");
  expect((await ours.open({ ...PAGE, id: "one" })).kind).toBe("fault");
  pretend.become("well");
  const [checkout] = pretend.checkouts.values();
  expect(await ours.open({ ...PAGE, id: "one" })).toEqual({
    kind: "answer",
    value: { session: checkout?.id, url: checkout?.url },
  });
  expect(pretend.checkouts.size).toBe(1);
  pretend.pay(checkout?.id ?? "");
  const ref = checkout?.transaction ?? "";
  // Only the answer to the refund itself is lost.
  const found = ours.refund({ id: "a", ref, amount: 500, before: 0 });
  expect(await found).toMatchObject({ kind: "answer" });
  expect(await ours.refund({ id: "a", ref, amount: 500, before: 0 })).toMatchObject({ value: { state: "done" } });
  expect(pretend.refunds).toEqual([{ transaction: ref, amount: 5 }]);
});

test("a page is closed once, and the account says that no money moves there", async () => {
  const { ours, theirs, pretend } = await both();
  const opened = await ours.open({ ...PAGE, id: "one" });
  const session = opened.kind === "answer" ? opened.value.session : "";
  const closed = { kind: "answer", value: { state: "expired" } };
  expect([await ours.expire(session), await ours.expire(session)]).toEqual([closed, closed]);
  expect((await theirs.checkouts.get(session)).status).toBe("EXPIRED");
  expect(await ours.isSandbox()).toEqual({ kind: "answer", value: true });
  pretend.become("revoked");
  expect(await ours.ping()).toMatchObject({ kind: "fault", fault: { status: 401 } });
});

test("the package lists the payouts that we read, in decimals", async () => {
  const { pretend, ours, theirs } = await both();
  const opened = await ours.open({ ...PAGE, id: "one" });
  const session = opened.kind === "answer" ? opened.value.session : "";
  pretend.pay(session);
  const ref = pretend.checkouts.get(session)?.transaction ?? "";
  await theirs.transactions.refund(merchant, ref, { amount: 5.1 });
  pretend.payOut();
  const period = { start_date: "2027-05-01", end_date: "2027-05-04" };
  const rows = await theirs.payouts.list(merchant, period);
  expect(rows.map(({ type, amount, fee }) => [type, amount, fee])).toEqual([
    ["PAYOUT", 14.72, 0.38],
    ["REFUND_DEDUCTION", 5.1, 0],
  ]);
  expect(await ours.payouts({ since: "2027-05-01", until: "2027-05-04" })).toEqual({
    kind: "answer",
    value: [
      {
        ...{ ref: "payout-1", day: "2027-05-04", pence: 962, hasFailed: false },
        lines: [
          { id: "1", line: "payment", ref, pence: 1510, feePence: 38 },
          { id: "2", line: "refund", ref, pence: -510, feePence: 0 },
        ],
      },
    ],
  });
});

test("what we ask of a card reader is what SumUp's package asks, and both read how it ended", async () => {
  const { pretend, ours, theirs, hook } = await both();
  const { id: readerId, name } = PRETEND_READER;
  const { items } = await theirs.readers.list(merchant);
  expect(items.map((one) => [one.id, one.status])).toEqual([[readerId, "paired"]]);
  expect(await ours.reader?.list()).toEqual({ kind: "answer", value: [{ id: readerId, name }] });
  expect(await ours.reader?.isIdle(readerId)).toEqual({ kind: "answer", value: true });
  const started = await ours.reader?.start({ readerId, id: "one", pence: 1510, words: "Ann & Co" });
  const session = started?.kind === "answer" ? started.value.session : "";
  expect(await ours.reader?.isIdle(readerId)).toEqual({ kind: "answer", value: false });
  expect((await theirs.readers.getStatus(merchant, readerId)).data.state).toBe("WAITING_FOR_CARD");
  const payment = { session, id: "one", since: NOW };
  expect(await ours.reader?.read(payment)).toEqual({ kind: "answer", value: null });
  await theirs.readers.terminateCheckout(merchant, readerId);
  expect(await ours.reader?.read(payment)).toEqual({ kind: "answer", value: { state: "expired" } });
  const next = await theirs.readers.createCheckout(merchant, readerId, {
    total_amount: { currency: "GBP", minor_unit: 2, value: 1510 },
    ...{ description: "Ann & Co (two)", return_url: hook },
  });
  const [mine, packages] = pretend.requests.filter(({ path }) => path.endsWith(`${readerId}/checkout`));
  expect(JSON.parse(packages?.body ?? "")).toEqual({ ...JSON.parse(mine?.body ?? ""), description: "Ann & Co (two)" });
  expect(mine?.path).toBe(packages?.path);
  pretend.reader.tap();
  const { client_transaction_id } = next.data;
  const paid = await theirs.transactions.get(merchant, { client_transaction_id });
  expect([paid.status, paid.amount]).toEqual(["SUCCESSFUL", 15.1]);
  const value = { state: "paid", ref: paid.id, amount: 1510, currency: "gbp" };
  expect(await ours.reader?.read({ ...payment, session: client_transaction_id })).toEqual({ kind: "answer", value });
  // Where the answer to its start was lost, it is known by its description.
  expect(await ours.reader?.read({ session: null, id: "two", since: NOW })).toEqual({ kind: "answer", value });
});
