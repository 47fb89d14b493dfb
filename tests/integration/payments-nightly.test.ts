import { expect, test } from "vitest";
import { issueReceipt } from "#app/payments/issue-receipt.server.ts";
import {
  checkLedgerIfDue,
  dropOldNames,
  getLedgerCheck,
  lastInstantToDrop,
} from "#app/payments/payments.jobs.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { databaseMetrics } from "#app/platform/http/metrics.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const OWNER: Actor = { kind: "admin", userId: "owner" };
const HOUR = 3_600_000;

async function paid(): Promise<TestApp> {
  const app = await demoApp();
  await takesPayments(app);
  const what = { minutes: 45, pence: 4800, therapist: "demo-imogen-hartley", service: "demo-deep-tissue-massage" };
  const state = { status: "Confirmed", state: "finished", cancelled: null, source: "website" };
  await insertVisits(app, [{ id: "visit-0", client: "ana", start: TUESDAY_NINE - HOUR, ...what, ...state }]);
  const taking = { lines: [{ method: "card" as const, pence: 4800 }], tipPence: 0, extras: [], discount: null };
  await takePayment(app, OWNER, { appointmentId: "visit-0", key: "a", taking: { ...taking, seenPence: 4800 } });
  await issueReceipt(app, OWNER, { appointmentId: "visit-0" });
  return app;
}

test("the ledger is checked once a night, and a fault is named until a later night finds none", async () => {
  const app = await paid();
  const db = app.db.kysely;
  expect(await checkLedgerIfDue(app)).toEqual({ entries: 5, fault: null });
  expect(await checkLedgerIfDue(app)).toBeNull();
  await db.updateTable("payments").set({ pence: 100 }).execute();
  app.clock.set(TUESDAY_NINE + 17 * HOUR);
  expect(await checkLedgerIfDue(app)).toBeNull();
  app.clock.set(TUESDAY_NINE + 19 * HOUR);
  expect(await checkLedgerIfDue(app)).toMatchObject({ fault: /its amounts or ids are not those that were written/ });
  expect(await getLedgerCheck(db)).toMatchObject({ at: TUESDAY_NINE + 19 * HOUR, fault: /payments/ });
  const lines = async () => (await getAdminCounts(app, OWNER)).needs.map(({ label }) => label);
  expect(await lines()).toContain("The ledger differs from what was written: call who looks after your site");
  expect(await databaseMetrics(app)).toContain("limber_yard_ledger_fault 1");
  await takesPayments(app, { on: false });
  expect((await lines()).join()).not.toContain("ledger");
  await takesPayments(app);
  await db.updateTable("payments").set({ pence: 4800 }).execute();
  app.clock.set(TUESDAY_NINE + 43 * HOUR);
  expect((await checkLedgerIfDue(app))?.fault).toBeNull();
  expect((await lines()).join()).not.toContain("ledger");
  expect(await databaseMetrics(app)).toContain("limber_yard_ledger_fault 0");
});

test("where no money was ever taken nothing is checked", async () => {
  expect(await checkLedgerIfDue(await demoApp())).toBeNull();
});

test("the name on a receipt goes six years after its accounting year, and the chain still verifies", async () => {
  const app = await paid();
  const db = app.db.kysely;
  const name = async () => (await db.selectFrom("receipts").select("name").executeTakeFirst())?.name;
  // Issued on 4 May 2027: the year ends on 5 April 2028.
  app.clock.set(Date.UTC(2034, 3, 5, 12));
  expect(await dropOldNames(app)).toBe(0);
  expect(await name()).toBe("=ana");
  app.clock.set(Date.UTC(2034, 3, 6, 12));
  expect(await dropOldNames(app)).toBe(1);
  expect(await name()).toBeNull();
  expect(await verifyLedger(db)).toEqual({ entries: 5, fault: null });
});

test("an accounting year may end on any day", () => {
  expect(lastInstantToDrop("2034-12-31", "12-31")).toBe(Date.parse("2027-12-31T23:59:59.999Z"));
  expect(lastInstantToDrop("2035-01-01", "12-31")).toBe(Date.parse("2028-12-31T23:59:59.999Z"));
});
