import { expect, onTestFinished, test } from "vitest";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { listAdapters } from "#app/adapters/adapters.db.server.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { getBillOf } from "#app/payments/bills.db.server.ts";
import { followOnline, sendRefunds } from "#app/payments/online/online.jobs.server.ts";
import { startPaying } from "#app/payments/online/open-page.server.ts";
import { prepayOf } from "#app/payments/online/prepay.server.ts";
import { receiveSumupNotice } from "#app/payments/online/receive-notice.server.ts";
import { saveTill, tillForm, tryTill, viewTill } from "#app/payments/online/tills.server.ts";
import { giveBack } from "#app/payments/take-back.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { PRETEND_KEY, PRETEND_SIGNING_KEY } from "#scripts/pretend-stripe.ts";
import { PRETEND_SUMUP, type PretendSumup, startPretendSumup } from "#scripts/pretend-sumup.ts";
import { at, expectBooked, inputFor } from "#tests/support/booking-inputs.ts";
import { OWNER, payingToBook } from "#tests/support/pretend-stripe.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const SELLER = "1";

/** Whoever books deep tissue pays £15 on SumUp's page, in place of Stripe's. */
async function payingAtSumup(): Promise<{ app: TestApp; sumup: PretendSumup }> {
  const { app: atStripe } = await payingToBook();
  const sumup = await startPretendSumup({ now: () => atStripe.clock.now() });
  onTestFinished(sumup.close);
  const { outboundPrivate } = atStripe.config;
  const config = { ...atStripe.config, ...sumup.config, outboundPrivate: [...outboundPrivate, sumup.url] };
  const app = { ...atStripe, config };
  const typed = { ...PRETEND_SUMUP, signingKey: "" };
  expect(await saveTill(app, OWNER, { sellerId: SELLER, name: "sumup", typed, notifyOwners })).toEqual({
    kind: "saved",
  });
  return { app, sumup };
}

async function later(app: TestApp, ms: number) {
  app.clock.set(app.clock.now() + ms);
  await followOnline(app);
}

async function toPay(app: AppContext, sumup: PretendSumup, start = at("10:00", "2027-06-02")) {
  const input = inputFor({ start, therapist: "imogen-hartley" });
  const outcome = await book(app, visitor, {
    ...{ input, idempotencyKey: null, pays: "1500", prepay: prepayOf(app, "en-GB") },
  });
  const { id } = expectBooked(outcome).appointment;
  const path = await startPaying(app, { appointmentId: id, clientAddress: "192.0.2.7" });
  return { id, path, session: [...sumup.checkouts.keys()].at(-1) ?? "" };
}

const statusOf = async (app: AppContext, id: string) => (await getAppointment(app.db.kysely, id))?.status;

async function expectSound(app: AppContext, sumup: PretendSumup) {
  const rows = await app.db.kysely.selectFrom("payments").select("pence").where("method", "=", "online").execute();
  expect(rows.reduce((all, { pence }) => all + pence, 0)).toBe(sumup.keptPence());
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
}

const notice = (app: AppContext, id: string) =>
  receiveSumupNotice(app, {
    body: Buffer.from(JSON.stringify({ event_type: "CHECKOUT_STATUS_CHANGED", id, status: "PAID" })),
    headers: new Headers(),
  });

test("a booking is paid on SumUp's page: a notice brings the reading forward, and a forged one changes nothing", async () => {
  const { app, sumup } = await payingAtSumup();
  const { id, path, session } = await toPay(app, sumup);
  expect(path).toMatch(/\?go$/);
  expect(sumup.checkouts.get(session)).toMatchObject({ amount: 15, currency: "GBP" });
  expect(await notice(app, session)).toEqual({ kind: "received" });
  expect(await statusOf(app, id)).toBe("Pending");
  expect(await notice(app, "another")).toEqual({ kind: "not-found" });
  sumup.decline(session);
  expect(await notice(app, session)).toEqual({ kind: "received" });
  expect(await statusOf(app, id)).toBe("Pending");
  sumup.pay(session);
  expect(await notice(app, session)).toEqual({ kind: "received" });
  expect(await statusOf(app, id)).toBe("Confirmed");
  expect(await getBillOf(app.db.kysely, id)).toMatchObject({ paidPence: 1500 });
  expect(await notice(app, session)).toEqual({ kind: "not-found" });
  await expectSound(app, sumup);
});

test("with no notice at all the job finds what was paid, and what was not paid is closed there", async () => {
  const { app, sumup } = await payingAtSumup();
  const one = await toPay(app, sumup);
  sumup.pay(one.session);
  await later(app, 2 * MINUTE);
  expect(await statusOf(app, one.id)).toBe("Confirmed");
  const other = await toPay(app, sumup, at("14:00", "2027-06-02"));
  await later(app, 21 * MINUTE);
  expect(await statusOf(app, other.id)).toBe("Cancelled");
  expect(sumup.checkouts.get(other.session)?.status).toBe("EXPIRED");
  await expectSound(app, sumup);
});

test("another amount than was to be paid books nothing", async () => {
  const { app, sumup } = await payingAtSumup();
  const { id, session } = await toPay(app, sumup);
  sumup.pay(session, { amount: 14 });
  await later(app, 2 * MINUTE);
  expect(await statusOf(app, id)).toBe("Pending");
});

test("a cancellation goes back to the card once, though answers are lost and two processes send", async () => {
  const { app, sumup } = await payingAtSumup();
  const { id, session } = await toPay(app, sumup);
  sumup.pay(session);
  await later(app, 2 * MINUTE);
  const [payment] = await app.db.kysely.selectFrom("payments").selectAll().execute();
  const back = { paymentId: payment?.id ?? "", appointmentId: id, pence: 500, reason: "Kindness", owesAgain: false };
  expect((await giveBack(app, OWNER, { ...back, key: newId() })).kind).toBe("undone");
  await cancel(app, { kind: "holder", appointmentId: id }, { appointmentId: id, reason: null });
  app.clock.set(app.clock.now() + 3 * MINUTE);
  await followOnline({ ...app, config: { ...app.config, sumupApiUrl: "http://127.0.0.1:9" } });
  sumup.become("cut");
  for (let round = 0; round < 3; round++) {
    app.clock.set(app.clock.now() + 10 * MINUTE);
    await Promise.all([sendRefunds(app), sendRefunds(app)]);
  }
  sumup.become("well");
  for (let round = 0; round < 4; round++) {
    app.clock.set(app.clock.now() + 20 * MINUTE);
    await Promise.all([sendRefunds(app), sendRefunds(app)]);
  }
  expect(sumup.refunds.map(({ amount }) => amount).sort()).toEqual([10, 5]);
  await expectSound(app, sumup);
});

test("while its key is refused the rule stops, and SumUp is the connection that says so", async () => {
  const { app, sumup } = await payingAtSumup();
  sumup.become("revoked");
  const { id } = await toPay(app, sumup);
  expect(await statusOf(app, id)).toBe("Confirmed");
  expect((await listAdapters(app.db.kysely)).filter(({ name }) => name === "stripe" || name === "sumup")).toMatchObject(
    [{ name: "sumup", state: "revoked" }],
  );
});

test("a key is tried and saved with its merchant code; what is wrong is said before anything is stored", async () => {
  const { app, sumup } = await payingAtSumup();
  expect(await viewTill(app, OWNER, SELLER)).toMatchObject({
    ...{ provider: "sumup", merchant: PRETEND_SUMUP.merchant, mode: "pretend", isOn: true, hasSigningKey: false },
  });
  const tried = { sellerId: SELLER, name: "sumup" as const };
  expect(await tryTill(app, OWNER, { ...tried, ...PRETEND_SUMUP })).toEqual({ kind: "works" });
  expect(await tryTill(app, OWNER, { ...tried, key: "" })).toEqual({ kind: "works" });
  expect([...sumup.checkouts.values()].map(({ status }) => status)).toEqual(["EXPIRED", "EXPIRED"]);
  expect(await tryTill(app, OWNER, { ...tried, key: "sup_sk_wrongkey0123456789", merchant: "M1" })).toMatchObject({
    words: expect.stringContaining("It does not know this key"),
  });
  const typed = { key: PRETEND_SUMUP.key, merchant: "ANOTHER1", signingKey: "" };
  expect(await saveTill(app, OWNER, { sellerId: SELLER, name: "sumup", typed, notifyOwners })).toMatchObject({
    kind: "conflict",
    message: expect.stringContaining("check the merchant code"),
  });
  const form = tillForm({ hasKey: false, name: "sumup" });
  expect(form.safeParse({ key: "sk_live_0123456789", merchant: "" }).error?.issues.map(({ path }) => path[0])).toEqual([
    "key",
    "merchant",
  ]);
});

test("the provider is not changed while a payment is under way, and a refund of the earlier one says where it was paid", async () => {
  const { app, sumup } = await payingAtSumup();
  const { id, session } = await toPay(app, sumup);
  const toStripe = () =>
    saveTill(app, OWNER, {
      ...{ sellerId: SELLER, notifyOwners, typed: { key: PRETEND_KEY, signingKey: PRETEND_SIGNING_KEY } },
    });
  expect(await toStripe()).toEqual({
    kind: "conflict",
    message: "A payment or refund at SumUp is still under way. Try again once it is done.",
  });
  sumup.pay(session);
  await later(app, 2 * MINUTE);
  expect(await toStripe()).toEqual({ kind: "saved" });
  await cancel(app, OWNER, { appointmentId: id, reason: null });
  await later(app, 3 * MINUTE);
  const refunds = await app.db.kysely.selectFrom("online_refunds").select(["state", "words"]).execute();
  expect(refunds).toEqual([{ state: "refused", words: "It was paid at SumUp: give it back there." }]);
  expect(sumup.refunds).toEqual([]);
});
