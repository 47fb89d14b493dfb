import { expect, test } from "vitest";
import { getBillOf, listUnpaid } from "#app/payments/bills.db.server.ts";
import { getCheckout, moneyOf } from "#app/payments/checkout.server.ts";
import { getReceipt, issueReceipt } from "#app/payments/issue-receipt.server.ts";
import { getPracticeSeller, savePracticeSeller, switchPayments } from "#app/payments/sellers.server.ts";
import { giveBack, takeBack, writeOff } from "#app/payments/take-back.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const OWNER: Actor = { kind: "admin", userId: "owner" };
const IMOGEN: Actor = {
  ...{ kind: "staff", userId: "imogen", roles: ["therapist"], choices: [] },
  therapistId: "demo-imogen-hartley",
};
const TOM: Actor = { ...IMOGEN, userId: "tom", therapistId: "demo-tom-ellery" };
const BOOKKEEPER: Actor = { ...IMOGEN, userId: "bo", roles: ["bookkeeper"], therapistId: null };

const HOUR = 3_600_000;

async function practice({ on = true }: { on?: boolean } = {}): Promise<TestApp> {
  const app = await demoApp();
  if (on) await takesPayments(app);
  const visit = { client: "ana", minutes: 45, pence: 4800, therapist: "demo-imogen-hartley", cancelled: null };
  const what = { service: "demo-deep-tissue-massage", status: "Confirmed", state: "finished", source: "website" };
  const starts = [TUESDAY_NINE, TUESDAY_NINE + 2 * HOUR];
  await insertVisits(
    app,
    starts.map((start, number) => ({ id: `visit-${number}`, ...visit, ...what, start })),
  );
  app.clock.set(TUESDAY_NINE + 4 * HOUR);
  return app;
}

type Pressed = { pence?: number; seen?: number; off?: number; by?: Actor; of?: string };

function take(app: TestApp, { pence = 4800, seen = 4800, off = 0, by = OWNER, of = "visit-0" }: Pressed = {}) {
  const discount = off > 0 ? { pence: off, reason: "Started late" } : null;
  const taking = { lines: [{ method: "card", pence }], tipPence: 0, extras: [], discount, seenPence: seen } as const;
  return takePayment(app, by, { appointmentId: of, key: newId(), taking });
}

const RECEIPT = { appointmentId: "visit-0" };

test("with payments off nothing is taken, shown or asked of the database", async () => {
  const app = await practice({ on: false });
  expect(await take(app)).toEqual({ kind: "not-found" });
  expect(await getCheckout(app, OWNER, "visit-0")).toBeNull();
  expect(await moneyOf(app, OWNER, [])).toBeNull();
  await switchPayments(app, OWNER, true);
  expect((await take(app)).kind).toBe("taken");
  await switchPayments(app, OWNER, false);
  expect(await getCheckout(app, OWNER, "visit-0")).toBeNull();
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("a therapist takes for their own appointments, a bookkeeper reads", async () => {
  const app = await practice();
  expect((await take(app, { by: TOM })).kind).toBe("not-found");
  expect((await take(app, { by: BOOKKEEPER })).kind).toBe("not-found");
  expect(await getCheckout(app, TOM, "visit-0")).toBeNull();
  expect((await take(app, { by: IMOGEN })).kind).toBe("taken");
  expect((await getCheckout(app, BOOKKEEPER, "visit-0"))?.owedPence).toBe(0);
});

test("more than is owed, a discount without a reason, and above £10,000 are refused with a sentence", async () => {
  const app = await practice();
  expect(await take(app, { pence: 4801 })).toEqual({
    kind: "invalid",
    errors: { amount: "Only £48.00 is left to pay." },
  });
  expect(await take(app, { pence: 0 })).toMatchObject({ kind: "invalid" });
  expect(await take(app, { pence: -100 })).toMatchObject({ kind: "invalid" });
  expect(await take(app, { pence: 1_000_001 })).toMatchObject({ kind: "invalid" });
  expect(await take(app, { pence: 1.5 })).toMatchObject({ kind: "invalid" });
  expect(await getBillOf(app.db.kysely, "visit-0")).toBeNull();
});

test("undo needs no reason at once, and one later; what was taken back is owed again", async () => {
  const app = await practice();
  const taken = await take(app, { pence: 4200, off: 600 });
  const back = (takingId: string, reason = "") => takeBack(app, OWNER, { takingId, key: newId(), reason });
  const takingId = taken.kind === "taken" ? taken.takingId : "";
  expect((await back(takingId)).kind).toBe("undone");
  expect((await getBillOf(app.db.kysely, "visit-0"))?.owedPence).toBe(4800);
  expect(await back(takingId, "again")).toMatchObject({ kind: "conflict" });
  const later = await take(app);
  app.clock.set(app.clock.now() + HOUR);
  const laterId = later.kind === "taken" ? later.takingId : "";
  expect(await back(laterId)).toMatchObject({ kind: "invalid", errors: { reason: /Enter a reason/ } });
  expect((await back(laterId, "Wrong client")).kind).toBe("undone");
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("no more is given back than is left, and what is given back can be owed no longer", async () => {
  const app = await practice();
  await take(app);
  const { id } = await app.db.kysely.selectFrom("payments").select("id").executeTakeFirstOrThrow();
  const give = (pence: number) =>
    giveBack(app, OWNER, { paymentId: id, pence, reason: "Cut short", key: newId(), owesAgain: false });
  expect((await give(3000)).kind).toBe("undone");
  expect(await give(3000)).toEqual({ kind: "conflict", message: "Only £18.00 of it is left." });
  expect(await getBillOf(app.db.kysely, "visit-0")).toMatchObject({ totalPence: 1800, paidPence: 1800, owedPence: 0 });
});

test("attended appointments are unpaid until they are paid or written off", async () => {
  const app = await practice();
  const unpaid = async () =>
    (await listUnpaid(app.db.kysely, { scope: "all", now: app.clock.now(), since: 0 })).rows.map(
      ({ id, owedPence }) => [id, owedPence],
    );
  expect(await unpaid()).toEqual([
    ["visit-0", 4800],
    ["visit-1", 4800],
  ]);
  await take(app, { pence: 2000 });
  await take(app, { of: "visit-1" });
  expect(await unpaid()).toEqual([["visit-0", 2800]]);
  const off = { appointmentId: "visit-0", reason: "Moved abroad", key: newId() };
  expect((await writeOff(app, OWNER, { ...off, seenPence: 4800 })).kind).toBe("conflict");
  expect((await writeOff(app, OWNER, { ...off, key: newId(), seenPence: 2800 })).kind).toBe("undone");
  expect(await unpaid()).toEqual([]);
});

test("receipts are numbered without a gap, frozen, and made anew only when there is something new to say", async () => {
  const app = await practice();
  await take(app, { pence: 2000 });
  const first = await issueReceipt(app, OWNER, RECEIPT);
  expect(await issueReceipt(app, OWNER, RECEIPT)).toEqual(first);
  const id = first.kind === "saved" ? first.id : "";
  const before = await getReceipt(app, OWNER, id);
  expect(before).toMatchObject({
    name: "=ana",
    facts: {
      number: "LY-2027-0001",
      totalPence: 4800,
      paidPence: 2000,
      payments: [{ words: "£20.00 by card" }],
      vat: null,
    },
  });
  await take(app, { pence: 2800, seen: 2800 });
  const second = await issueReceipt(app, OWNER, RECEIPT);
  expect(second).not.toEqual(first);
  await app.db.kysely.updateTable("therapists").set({ name: "Someone Else" }).execute();
  expect(await getReceipt(app, OWNER, id)).toEqual(before);
  const numbers = await app.db.kysely.selectFrom("receipts").select("number").orderBy("number").execute();
  expect(numbers.map(({ number }) => number)).toEqual([1, 2]);
  expect(await getReceipt(app, TOM, id)).toBeNull();
});

test("VAT is named only where the seller is registered, and a seller without a name can't issue a receipt", async () => {
  const app = await practice();
  const seller = await getPracticeSeller(app.db.kysely);
  const value = { legalName: "", address: "", receiptPrefix: "LY", vatNumber: "GB 123 4567 89", bankDetails: "" };
  const version = seller?.version ?? 0;
  expect(await savePracticeSeller(app, OWNER, { version, value })).toEqual({ kind: "saved" });
  expect(await savePracticeSeller(app, OWNER, { version, value })).toMatchObject({ kind: "conflict" });
  await take(app);
  expect(await issueReceipt(app, OWNER, RECEIPT)).toMatchObject({
    kind: "invalid",
    errors: { receipt: /name of the seller/ },
  });
  await savePracticeSeller(app, OWNER, { version: version + 1, value: { ...value, legalName: "Limber Yard" } });
  const issued = await issueReceipt(app, OWNER, RECEIPT);
  const receipt = await getReceipt(app, OWNER, issued.kind === "saved" ? issued.id : "");
  expect(receipt?.facts.vat).toEqual([{ rate: 2000, grossPence: 4800, vatPence: 800 }]);
});
