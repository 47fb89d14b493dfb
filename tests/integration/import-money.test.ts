import { expect, test } from "vitest";
import { changeImport } from "#app/moving/csv/change-import.server.ts";
import { importSome } from "#app/moving/csv/import.jobs.server.ts";
import { getImport } from "#app/moving/csv/imports.db.server.ts";
import { lookAtImport } from "#app/moving/csv/look-at-import.server.ts";
import { getBalance, listBrought, listUnpaid } from "#app/payments/bills.db.server.ts";
import { getClientMoney } from "#app/payments/client-money.server.ts";
import { sumsOfDay } from "#app/payments/close-day.server.ts";
import { exportPayments, exportSales } from "#app/payments/export-payments.server.ts";
import { listImportedPrices, openings, payOpening } from "#app/payments/opening.server.ts";
import { listVouchersFor } from "#app/payments/shop/read-shop.server.ts";
import { returnVoucher } from "#app/payments/shop/return-voucher.server.ts";
import { findByCode } from "#app/payments/shop/sell.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { adminActor } from "#tests/support/admin.ts";
import { imported, uploaded } from "#tests/support/imports/imported.ts";
import { takesPayments } from "#tests/support/options.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const CLIENTS = `First Name,Last Name,Email
Ana,O'Neil,ana@example.com
Bo,Larsen,bo@example.com
Cy,Moss,
Cy,Moss,cy@example.com
`;
// As Cliniko writes its clients with an account, Fresha what is owed by sale, and Jane a list of names.
const CLINIKO = `First name,Last name,Email,Account credit
Ana,O'Neil,ana@example.com,"£1,250.50"
Bo,Larsen,bo@example.com,0.00
`;
const FRESHA = `Client,Email,Invoice number,Amount due
Bo Larsen,bo@example.com,1001,£36.00
Bo Larsen,bo@example.com,1002,24
Bo Larsen,bo@example.com,1002,24
Bo Larsen,bo@example.com,1003,"12,50"
Dee Unknown,dee@example.com,1004,10
`;
const JANE = `Patient,Credit
Ana O'Neil,5.00
Cy Moss,8.00
`;
const PRICES = `Client,Email,Appointment date,Treatment,Price
Ana O'Neil,ana@example.com,05/03/2025,Deep Tissue Massage,£48.00
Ana O'Neil,ana@example.com,05/03/2090,Deep Tissue Massage,£48.00
`;

// As Fresha writes its vouchers, Jane its packages, and a sheet of one's own both.
const FRESHA_VOUCHERS = `Voucher code,Purchaser,Remaining value,Expiry date
GC-4481,Ana O'Neil,£30.00,05/03/2090
gc 4481,,£30.00,05/03/2090
GC-90,Someone Else,12.50,
AB,,5,
GC-77,,0.00,
GC-78,,10,05/03/2020
GC-79,,"12,50",
`;
const JANE_PACKAGES = `Patient,Package,Sessions remaining,Remaining balance
Bo Larsen,Five for sport,3,£126.00
Dee Unknown,Five for sport,3,126
Ana O'Neil,Five for sport,3,
`;

async function practice() {
  const app = await testApp();
  await takesPayments(app);
  const admin = await adminActor(app);
  await imported(app, admin, { kind: "clients", text: CLIENTS });
  return { app, admin };
}

/** Looks, then imports, and says what each came to. */
async function moved(app: TestApp, admin: Actor, kind: "balances" | "prices" | "vouchers", text: string) {
  const job = await uploaded(app, admin, { kind, text });
  const look = await lookAtImport(app, job, openings);
  await changeImport(app, admin, { id: job.id, choices: job.choices, starts: true });
  while ((await importSome(app, "worker", openings)) > 0);
  const done = await getImport(app.db.kysely, job.id);
  const { added, known, refused } = done ?? { added: -1, known: -1, refused: -1 };
  return { look, done: { added, known, refused } };
}

async function balanceOf(app: TestApp, email: string) {
  const { client_id } = await app.db.kysely
    .selectFrom("client_keys")
    .select("client_id")
    .where("value", "=", email)
    .executeTakeFirstOrThrow();
  const { owed, credit } = await getBalance(app.db.kysely, client_id);
  return { client_id, owed, credit };
}

test("Cliniko’s credit, Fresha’s debts and Jane’s names come over once, and the preview says what the import does", async () => {
  const { app, admin } = await practice();
  const totals = { creditPence: 0, owedPence: 0 };
  for (const [text, expected] of [
    [CLINIKO, { added: 1, known: 0, refused: 1 }],
    [FRESHA, { added: 2, known: 1, refused: 2 }],
    [JANE, { added: 1, known: 0, refused: 1 }],
  ] as const) {
    const { look, done } = await moved(app, admin, "balances", text);
    expect(done).toEqual(expected);
    expect({ ...look.counts, unmatched: undefined }).toEqual({ ...expected, unmatched: undefined });
    totals.creditPence += look.totals.creditPence;
    totals.owedPence += look.totals.owedPence;
    const again = await moved(app, admin, "balances", text);
    expect([again.done.added, again.look.totals.owedPence + again.look.totals.creditPence]).toEqual([0, 0]);
  }
  const [ana, bo] = [await balanceOf(app, "ana@example.com"), await balanceOf(app, "bo@example.com")];
  expect([ana.credit, ana.owed, bo.credit, bo.owed]).toEqual([125_550, 0, 0, 6000]);
  expect(totals).toEqual({ creditPence: ana.credit + bo.credit, owedPence: ana.owed + bo.owed });
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("what comes over is in no closing and no file; what is paid of it is", async () => {
  const { app, admin } = await practice();
  await moved(app, admin, "balances", CLINIKO);
  await moved(app, admin, "balances", FRESHA);
  const day = localDateOf(app.clock.now(), "Europe/London");
  const period = { sellerId: "1", from: day, to: day };
  const files = async () => {
    const payments = (await Array.fromAsync(exportPayments(app, admin, { file: "freeagent", ...period }))).join("");
    const sales = (await Array.fromAsync(exportSales(app, admin, period))).join("");
    const { card } = await sumsOfDay(app.db.kysely, { sellerId: "1", day });
    return [payments.split("\r\n").length - 1, sales.split("\r\n").length - 2, card.pence];
  };
  expect(await files()).toEqual([0, 0, 0]);
  const { client_id } = await balanceOf(app, "bo@example.com");
  const unpaid = await listUnpaid(app.db.kysely, { scope: "all", now: app.clock.now(), since: 0, withBrought: true });
  const own = unpaid.rows.filter(({ clientId }) => clientId === client_id);
  expect(own.map(({ service }) => service)).toContain("Balance brought over");
  expect(own.reduce((all, { owedPence }) => all + owedPence, 0)).toBe(6000);
  expect(await getClientMoney(app, admin, client_id)).toMatchObject({ owedPence: 6000, broughtPence: 6000 });
  const brought = await listBrought(app.db.kysely, client_id);
  const [first] = brought;
  const press = { billId: first?.id ?? "", method: "card" as const, key: newId() };
  const outcomes = await Promise.all([payOpening(app, admin, press), payOpening(app, admin, press)]);
  expect(outcomes).toEqual([{ kind: "taken" }, { kind: "taken" }]);
  expect(await payOpening(app, admin, { ...press, key: newId() })).toMatchObject({ kind: "conflict" });
  expect((await balanceOf(app, "bo@example.com")).owed).toBe(6000 - (first?.owedPence ?? 0));
  expect(await files()).toEqual([1, 0, first?.owedPence]);
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("prices of past appointments stand beside the ledger, once", async () => {
  const { app, admin } = await practice();
  const { look, done } = await moved(app, admin, "prices", PRICES);
  expect([done, look.totals.pricePence]).toEqual([{ added: 1, known: 0, refused: 1 }, 4800]);
  expect((await moved(app, admin, "prices", PRICES)).done).toEqual({ added: 0, known: 1, refused: 1 });
  const { client_id } = await balanceOf(app, "ana@example.com");
  expect(await listImportedPrices(app.db.kysely, client_id)).toMatchObject([
    { day: "2025-03-05", text: "Deep Tissue Massage", pence: 4800 },
  ]);
  expect(await app.db.kysely.selectFrom("ledger_entries").select("seq").execute()).toEqual([]);
});

test("open vouchers and courses come over once, with totals that agree, and pay where their codes are shown", async () => {
  const { app, admin } = await practice();
  const db = app.db.kysely;
  const totals = { voucherPence: 0, sessions: 0 };
  for (const [text, expected] of [
    [FRESHA_VOUCHERS, { added: 2, known: 1, refused: 4 }],
    [JANE_PACKAGES, { added: 1, known: 0, refused: 2 }],
  ] as const) {
    const { look, done } = await moved(app, admin, "vouchers", text);
    expect(done).toEqual(expected);
    expect({ ...look.counts, unmatched: undefined }).toEqual({ ...expected, unmatched: undefined });
    totals.voucherPence += look.totals.voucherPence;
    totals.sessions += look.totals.sessions;
    const again = await moved(app, admin, "vouchers", text);
    expect([again.done.added, again.look.totals.voucherPence]).toEqual([0, 0]);
  }
  const listed = await listVouchersFor(app, admin, { ending: "", month: "2027-05" });
  const left = listed?.vouchers.map(({ leftPence, leftSessions }) => [leftPence, leftSessions]);
  expect(left?.sort()).toEqual([
    [1250, 0],
    [12_600, 3],
    [3000, 0],
  ]);
  // What came in is what the practice still owes.
  expect([totals, listed?.leftPence]).toEqual([{ voucherPence: 16_850, sessions: 3 }, 16_850]);
  const day = localDateOf(app.clock.now(), "Europe/London");
  const sales = (await Array.fromAsync(exportSales(app, admin, { sellerId: "1", from: day, to: day }))).join("");
  expect(sales.split("\r\n").length - 2).toBe(0);
  expect(await findByCode(app, admin, { typed: "gc4481" })).toMatchObject({
    kind: "found",
    voucher: { leftPence: 3000 },
  });
  expect((await findByCode(app, admin, { typed: "GC-4482" })).kind).toBe("invalid");
  expect(JSON.stringify(await db.selectFrom("voucher_codes").selectAll().execute())).not.toMatch(/GC-?4481/i);
  const { id } = listed?.vouchers.find(({ leftPence }) => leftPence === 3000) ?? { id: "" };
  const press = { voucherId: id, seenPence: 3000, reason: "Moved", key: newId() };
  expect(await returnVoucher(app, admin, press)).toMatchObject({ kind: "conflict" });
  expect((await verifyLedger(db)).fault).toBeNull();
});
