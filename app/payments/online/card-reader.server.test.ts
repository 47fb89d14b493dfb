import { expect, onTestFinished, test, vi } from "vitest";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { getCheckout } from "#app/payments/checkout.server.ts";
import {
  chooseReader,
  findReaders,
  pairReader,
  startReader,
  stopReader,
} from "#app/payments/online/card-reader.server.ts";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { receiveSumupNotice } from "#app/payments/online/receive-notice.server.ts";
import { saveTill } from "#app/payments/online/tills.server.ts";
import { giveBack } from "#app/payments/take-back.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { PRETEND_READER } from "#scripts/pretend-reader.ts";
import { PRETEND_SUMUP, type PretendSumup, startPretendSumup } from "#scripts/pretend-sumup.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { OWNER, payingOnline } from "#tests/support/pretend-stripe.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const SECOND = 1000;
const HOUR = 3_600_000;
const SELLER = { sellerId: "1" };

const VISIT = {
  ...{ minutes: 45, pence: 4800, cancelled: null, status: "Confirmed", state: "finished", client: "ana" },
  ...{ therapist: "demo-imogen-hartley", service: "demo-deep-tissue-massage", source: "website" },
};

/** £48.00 is owed for each of two visits, to a seller with a SumUp reader. */
async function withReader(): Promise<{ app: TestApp; sumup: PretendSumup }> {
  const { app: atStripe } = await payingOnline();
  const sumup = await startPretendSumup({ now: () => atStripe.clock.now() });
  onTestFinished(sumup.close);
  const { outboundPrivate } = atStripe.config;
  const config = { ...atStripe.config, ...sumup.config, outboundPrivate: [...outboundPrivate, sumup.url] };
  const app = { ...atStripe, config };
  const typed = { ...PRETEND_SUMUP, signingKey: "" };
  await saveTill(app, OWNER, { ...SELLER, name: "sumup", typed, notifyOwners });
  expect(await chooseReader(app, OWNER, { ...SELLER, readerId: PRETEND_READER.id })).toEqual({ kind: "changed" });
  const visits = ["visit-0", "visit-1"].map((id, nth) => ({ ...VISIT, id, start: app.clock.now() - (5 + nth) * HOUR }));
  await insertVisits(app, visits);
  return { app, sumup };
}

const start = (app: TestApp, id = "visit-0") => startReader(app, OWNER, id);

async function later(app: TestApp, ms: number) {
  app.clock.set(app.clock.now() + ms);
  await followOnline(app);
}

const lastOf = async (app: TestApp) => (await getCheckout(app, OWNER, "visit-0"))?.reader?.last?.state;

async function expectPaid(app: TestApp, sumup: PretendSumup, pence: number) {
  const rows = await app.db.kysely.selectFrom("payments").select(["pence", "method"]).execute();
  expect(rows.every(({ method }) => method === "card")).toBe(true);
  expect(rows.reduce((all, one) => all + one.pence, 0)).toBe(pence);
  expect(sumup.keptPence()).toBe(pence);
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
}

test("two presses are one charge, which is a card payment once, and goes back to the card", async () => {
  const { app, sumup } = await withReader();
  const both = await Promise.all([start(app), start(app)]);
  expect(both).toEqual([{ kind: "changed" }, { kind: "changed" }]);
  expect(await start(app)).toEqual({ kind: "changed" });
  expect(sumup.reader.payments.map(({ value }) => value)).toEqual([4800]);
  expect(await start(app, "visit-1")).toMatchObject({
    kind: "conflict",
    message: expect.stringMatching(/^The card reader waits/),
  });
  expect(await lastOf(app)).toBe("open");
  sumup.reader.tap();
  // The page asks, and so does the job.
  expect(await lastOf(app)).toBe("paid");
  await later(app, 15 * SECOND);
  await expectPaid(app, sumup, 4800);
  expect((await getCheckout(app, OWNER, "visit-0"))?.owedPence).toBe(0);
  const [payment] = await app.db.kysely.selectFrom("payments").select("id").execute();
  const back = { paymentId: payment?.id ?? "", appointmentId: "visit-0", pence: 1000, reason: "Kindness" };
  await giveBack(app, OWNER, { ...back, owesAgain: false, key: newId() });
  await later(app, 15 * SECOND);
  await expectPaid(app, sumup, 3800);
});

test("a card that is tapped while the reader is being stopped is recorded once", async () => {
  const { app, sumup } = await withReader();
  await start(app);
  sumup.reader.obeys(false);
  await stopReader(app, OWNER, "visit-0");
  expect(await lastOf(app)).toBe("open");
  sumup.reader.tap();
  await Promise.all([stopReader(app, OWNER, "visit-0"), later(app, 15 * SECOND)]);
  expect(await lastOf(app)).toBe("paid");
  await expectPaid(app, sumup, 4800);
});

test("a stopped reader took nothing, and the next press starts anew", async () => {
  const { app, sumup } = await withReader();
  await start(app);
  await stopReader(app, OWNER, "visit-0");
  expect(await lastOf(app)).toBe("expired");
  await start(app);
  sumup.reader.refuse();
  expect(await lastOf(app)).toBe("expired");
  await start(app);
  sumup.reader.tap();
  await later(app, 15 * SECOND);
  await expectPaid(app, sumup, 4800);
});

test("an answer that is lost, or a server killed before it was stored, starts one payment that is found again", async () => {
  const { app, sumup } = await withReader();
  sumup.become("cut");
  expect(await start(app)).toEqual({ kind: "changed" });
  sumup.become("well");
  expect(await start(app)).toEqual({ kind: "changed" });
  expect(sumup.reader.payments).toHaveLength(1);
  sumup.reader.tap();
  await later(app, 15 * SECOND);
  await expectPaid(app, sumup, 4800);
  // The second never reached the reader: it ends once the reader waits for nobody.
  sumup.become("broken");
  expect(await start(app, "visit-1")).toEqual({ kind: "changed" });
  sumup.become("well");
  await later(app, 80 * SECOND);
  const open = app.db.kysely.selectFrom("pay_pages").select("id").where("state", "=", "open");
  expect(await open.execute()).toEqual([]);
  await expectPaid(app, sumup, 4800);
});

test("a reader that hangs at the start has begun: what becomes of it is read back, once", async () => {
  const { app, sumup } = await withReader();
  const switchTo = (press: string) =>
    fetch(`${sumup.url}/reader`, { method: "POST", body: new URLSearchParams({ press }) });
  expect(await (await switchTo("hang")).text()).toContain("Its answers never arrive.");
  const pressed = start(app);
  await vi.waitFor(() => expect(sumup.reader.current()).not.toBe(null), { timeout: 10_000 });
  // The connection ends without an answer.
  expect(await (await switchTo("answer")).text()).not.toContain("never arrive");
  expect(await pressed).toEqual({ kind: "changed" });
  expect(await lastOf(app)).toBe("open");
  await switchTo("approve");
  await later(app, 15 * SECOND);
  expect(await lastOf(app)).toBe("paid");
  expect(sumup.reader.payments).toHaveLength(1);
  await expectPaid(app, sumup, 4800);
});

test("a lost connection is resolved by reading back, and nothing is believed meanwhile", async () => {
  const { app, sumup } = await withReader();
  await start(app);
  sumup.become("broken");
  sumup.reader.tap();
  await later(app, 15 * SECOND);
  expect(await lastOf(app)).toBe("open");
  sumup.become("well");
  await later(app, 120 * SECOND);
  await expectPaid(app, sumup, 4800);
});

test("a notice only says where to look: forged it changes nothing, and late it finds what was stopped too late", async () => {
  const { app, sumup } = await withReader();
  await start(app);
  const [one] = sumup.reader.payments;
  const notice = () =>
    receiveSumupNotice(app, {
      body: Buffer.from(
        JSON.stringify({ id: "x", payload: { client_transaction_id: one?.session, status: "successful" } }),
      ),
      headers: new Headers(),
    });
  expect(await notice()).toEqual({ kind: "received" });
  expect(await lastOf(app)).toBe("open");
  await stopReader(app, OWNER, "visit-0");
  expect(await lastOf(app)).toBe("expired");
  Object.assign(one ?? {}, { status: "SUCCESSFUL" });
  expect(await notice()).toEqual({ kind: "received" });
  await expectPaid(app, sumup, 4800);
  expect(await notice()).toEqual({ kind: "not-found" });
});

test("a reader that is offline says so, and nothing waits; unpaid it is stopped by itself", async () => {
  const { app, sumup } = await withReader();
  sumup.reader.goOffline();
  expect(await start(app)).toMatchObject({ kind: "conflict", message: expect.stringMatching(/offline/) });
  expect(await lastOf(app)).toBe("expired");
  sumup.reader.goOffline(false);
  await start(app);
  await later(app, 6 * 60 * SECOND);
  expect([await lastOf(app), sumup.reader.current()]).toEqual(["expired", null]);
});

test("readers are found, paired by their code, and are no stranger's", async () => {
  const { app } = await withReader();
  const { id, name } = PRETEND_READER;
  expect(await findReaders(app, OWNER, "1")).toEqual({ kind: "found", readers: [{ id, name }] });
  expect(await pairReader(app, OWNER, { ...SELLER, code: "WRONGONE" })).toMatchObject({ kind: "conflict" });
  expect(await pairReader(app, OWNER, { ...SELLER, code: PRETEND_READER.code })).toEqual({ kind: "changed" });
  expect(await chooseReader(app, OWNER, { ...SELLER, readerId: "rdr_none" })).toEqual({ kind: "not-found" });
  expect(await findReaders(app, { kind: "visitor" } as never, "1")).toEqual({ kind: "not-found" });
  await chooseReader(app, OWNER, { ...SELLER, readerId: null });
  expect((await getCheckout(app, OWNER, "visit-0"))?.reader).toBe(undefined);
  expect(await start(app)).toMatchObject({ kind: "conflict" });
});
