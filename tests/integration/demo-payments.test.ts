import { expect, test } from "vitest";
import { endDemo } from "#app/demo/end-demo.server.ts";
import { openDemo } from "#app/demo.server.ts";
import { listClosings } from "#app/payments/close-day.server.ts";
import { listVouchers } from "#app/payments/shop/vouchers.db.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { demoApp } from "#tests/support/test-app.ts";

test("the demo has four weeks of money that agrees, and its end takes all of it", { timeout: 240_000 }, async () => {
  const app = await demoApp();
  const db = app.db.kysely;
  expect(await openDemo(app)).not.toBeNull();
  const { entries, fault } = await verifyLedger(db);
  expect([fault, entries > 200]).toEqual([null, true]);
  const closings = await listClosings(db, { sellerId: "1", from: "2027-04-01", to: "2027-05-31" });
  expect(closings.length).toBeGreaterThan(10);
  expect((await readSettings(db, app.log)).settings.payments.on).toBe(true);
  const vouchers = await listVouchers(db, { sellerIds: ["1"] });
  expect(vouchers.map(({ kind, leftPence, leftSessions }) => [kind, leftPence, leftSessions]).sort()).toEqual([
    ["course", 17_280, 4],
    ["money", 5000, 0],
  ]);
  const own = { email: "jo@ferrier.example", password: "quiet otter under larches 7" };
  expect(await endDemo(app, OWNER, { admin: own })).toMatchObject({ kind: "ended" });
  expect((await readSettings(db, app.log)).settings.payments.on).toBe(false);
  for (const table of [
    "sellers",
    "bills",
    "payments",
    "ledger_entries",
    "ledger_keys",
    "products",
    "vouchers",
    "voucher_codes",
  ] as const) {
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  }
});

const OWNER: Actor = { kind: "admin", userId: "owner" };
