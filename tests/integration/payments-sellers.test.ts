import { expect, test } from "vitest";
import { getBillOf } from "#app/payments/bills.db.server.ts";
import { closeDay, listMonth, openDaysBefore } from "#app/payments/close-day.server.ts";
import {
  exportPayments,
  exportSales,
  listExportedSellers,
  listTakenDays,
} from "#app/payments/export-payments.server.ts";
import { issueReceipt } from "#app/payments/issue-receipt.server.ts";
import { mailAccountants, switchMonthlyMail } from "#app/payments/payments.jobs.server.ts";
import { listSales, listSellersFor, salesForm, saveSales } from "#app/payments/sellers.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { staffIn } from "#tests/support/staff.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const OWNER: Actor = { kind: "admin", userId: "owner" };
const IMOGEN: Actor = {
  ...{ kind: "staff", userId: "imogen", roles: ["therapist"], choices: [] },
  therapistId: "demo-imogen-hartley",
};
const TOM: Actor = { ...IMOGEN, userId: "tom", therapistId: "demo-tom-ellery" };
const RECEPTION: Actor = { ...IMOGEN, userId: "ada", roles: ["reception"], therapistId: null };
const BOOKKEEPER: Actor = { ...IMOGEN, userId: "bo", roles: ["bookkeeper"], therapistId: null };
const DAY = localDateOf(TUESDAY_NINE, "Europe/London");
const DAY_MS = 86_400_000;

const ANSWER = salesForm.parse({
  ...{ sale: "therapist", legalName: "Tom Ellery", address: "2 Kiln Row", receiptPrefix: "te" },
  ...{ qualification: "BTEC Level 5", register: "CNHC", registerNumber: "012345" },
});

async function practice(): Promise<TestApp> {
  const app = await demoApp();
  await takesPayments(app);
  const visit = { client: "ana", minutes: 45, pence: 4800, cancelled: null, status: "Confirmed", state: "finished" };
  const what = { service: "demo-deep-tissue-massage", source: "website" };
  const of = ["demo-imogen-hartley", "demo-tom-ellery"];
  await insertVisits(
    app,
    of.map((therapist, number) => ({
      ...{ ...visit, ...what, therapist, id: `visit-${number}` },
      start: TUESDAY_NINE + number * 7_200_000,
    })),
  );
  app.clock.set(TUESDAY_NINE + 4 * 3_600_000);
  return app;
}

function answer(app: TestApp, by: Actor, more: Partial<typeof ANSWER> = {}, version = 0) {
  return saveSales(app, by, { therapistId: "demo-tom-ellery", version, value: { ...ANSWER, ...more } });
}

function take(app: TestApp, of: string) {
  const lines = [{ method: "card", pence: 5000 }] as const;
  const taking = { lines, tipPence: 200, extras: [], discount: null, seenPence: 4800 };
  return takePayment(app, OWNER, { appointmentId: of, key: newId(), taking });
}

async function idOfTom(app: TestApp): Promise<string> {
  const [sales] = await listSales(app.db.kysely, "demo-tom-ellery");
  return sales?.seller?.id ?? "none";
}

test("whose sale a treatment is, is never guessed: an owner says it, and what was taken before stays with its seller", async () => {
  const app = await practice();
  expect((await listSales(app.db.kysely)).map(({ sale }) => sale)).toEqual(expect.arrayContaining([null]));
  expect(await answer(app, OWNER, { sale: "" })).toMatchObject({ kind: "invalid", errors: { sale: /whose sale/ } });
  await take(app, "visit-1");
  expect((await getBillOf(app.db.kysely, "visit-1"))?.sellerId).toBe("1");
  expect(await answer(app, OWNER)).toEqual({ kind: "saved" });
  expect(await answer(app, OWNER)).toMatchObject({ kind: "conflict" });
  const again = await issueReceipt(app, OWNER, { appointmentId: "visit-1" });
  const row = await app.db.kysely.selectFrom("receipts").selectAll().executeTakeFirstOrThrow();
  expect([again.kind, row.seller_id, JSON.parse(row.facts).number]).toEqual(["saved", "1", "LY-2027-0001"]);
});

test("a therapist who sells keeps their own numbers, closings and files, and the practice's stay apart", async () => {
  const app = await practice();
  await answer(app, OWNER);
  const tom = await idOfTom(app);
  await take(app, "visit-0");
  await take(app, "visit-1");
  for (const of of ["visit-0", "visit-1"]) await issueReceipt(app, OWNER, { appointmentId: of });
  const receipts = await app.db.kysely.selectFrom("receipts").selectAll().orderBy("seller_id").execute();
  expect(receipts.map(({ facts }) => JSON.parse(facts).number).sort()).toEqual(["LY-2027-0001", "TE-2027-0001"]);
  const close = (by: Actor, sellerId: string) =>
    closeDay(app, by, { sellerId, day: DAY, counted: { card: 5000 }, floatPence: 0, sentence: "", seenPence: 5000 });
  expect(await close(IMOGEN, tom)).toEqual({ kind: "forbidden" });
  expect(await close(TOM, "1")).toEqual({ kind: "forbidden" });
  expect((await close(TOM, tom)).kind).toBe("closed");
  expect(await openDaysBefore(app.db.kysely, OWNER, addDays(DAY, 1))).toEqual([{ sellerId: "1", day: DAY }]);
  expect(await openDaysBefore(app.db.kysely, TOM, addDays(DAY, 1))).toEqual([]);
  expect((await listMonth(app.db.kysely, { sellerId: tom, month: DAY.slice(0, 7) })).days).toMatchObject([
    { day: DAY, takenPence: 5000, closing: { differencePence: 0 } },
  ]);
  const days = { from: DAY, to: DAY };
  const lines = (await Array.fromAsync(exportPayments(app, TOM, { file: "ledger", sellerId: tom, ...days }))).join("");
  expect(lines).toMatch(/^Date,.*Seller\r\n"[-\d]{10}","[A-P]{16}","Turnover","Card",50,2,48,"Tom Ellery"\r\n$/);
  const sales = (await Array.fromAsync(exportSales(app, TOM, { sellerId: tom, ...days }))).join("");
  expect(sales.split("\r\n")).toHaveLength(3);
  expect(sales).toContain(",1,48.00,,200,No VAT,");
  await expect(Array.fromAsync(exportPayments(app, TOM, { file: "ledger", ...days }))).rejects.toThrow(
    "not this staff",
  );
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("the practice sees of another seller what that seller allows, and only they decide once they sign in", async () => {
  const app = await practice();
  await answer(app, OWNER, { ownerSees: "totals" });
  const seen = async (by: Actor) =>
    (await listSellersFor(app.db.kysely, by, ["see", "closings"])).map(({ name, sees }) => [name, sees]);
  const own = ["Limber Yard Therapies Ltd", "everything"];
  expect(await seen(OWNER)).toEqual([own, ["Tom Ellery", "totals"]]);
  expect(await seen(RECEPTION)).toEqual([own, ["Tom Ellery", "totals"]]);
  expect(await seen(TOM)).toEqual([["Tom Ellery", "everything"]]);
  expect(await seen(IMOGEN)).toEqual([]);
  expect((await listExportedSellers(app.db.kysely, BOOKKEEPER)).map(({ id }) => id)).toEqual(["1"]);
  await staffIn(app, { roles: ["therapist"], therapistId: "demo-tom-ellery" });
  await answer(app, OWNER, { ownerSees: "everything" }, 1);
  expect(await seen(OWNER)).toEqual([own, ["Tom Ellery", "totals"]]);
  expect(await answer(app, IMOGEN, { ownerSees: "everything" }, 2)).toEqual({ kind: "not-found" });
  expect(await answer(app, TOM, { sale: "practice", ownerSees: "nothing" }, 2)).toEqual({ kind: "saved" });
  expect(await seen(OWNER)).toEqual([own]);
  const [sales] = await listSales(app.db.kysely, "demo-tom-ellery");
  expect(sales).toMatchObject({ sale: "therapist", registerNumber: "012345", seller: { legal_name: "Tom Ellery" } });
});

test("QuickBooks' and Xero's files come in parts that together are the whole, and no payment is in two", async () => {
  const app = await practice();
  const made = { seller_id: "1", taking_id: "t", method: "card", tip_pence: 0, at: 1, actor: "system", day: DAY };
  const none = { client_id: null, tip_therapist_id: null, counters: null, reason: null };
  const rows = Array.from({ length: 5003 }, (_, at) => ({
    ...made,
    ...none,
    id: `${String(at).padStart(4, "0")}`,
    pence: at,
  }));
  for (let at = 0; at < rows.length; at += 500) {
    await app.db.kysely
      .insertInto("payments")
      .values(rows.slice(at, at + 500))
      .execute();
  }
  const read = async (part: number) => {
    const period = { file: "quickbooks", from: DAY, to: DAY, part } as const;
    return (await Array.fromAsync(exportPayments(app, OWNER, period))).join("").split("\r\n").slice(1, -1);
  };
  const [first, second, third] = [await read(1), await read(2), await read(3)];
  expect([first.length, second.length, third.length]).toEqual([5000, 2, 0]);
  expect(Buffer.byteLength(first.join("\r\n"))).toBeLessThan(350_000);
  expect([...first, ...second].every((line) => /^\d\d\/\d\d\/\d{4},[^\d]+,\d+\.\d\d$/.test(line))).toBe(true);
  const [day] = await listTakenDays(app.db.kysely, { sellerId: "1", from: DAY, to: DAY });
  const pence = [...first, ...second].reduce((all, line) => all + Math.round(Number(line.split(",")[2]) * 100), 0);
  expect([day?.count, day?.pence]).toEqual([5002, pence]);
});

test("each bookkeeper is mailed a link once a month, from six on the 1st, and nothing while it is off", async () => {
  const app = await practice();
  const { id } = await staffIn(app, { roles: ["bookkeeper"] });
  await staffIn(app, { roles: ["reception"] });
  const mails = async () =>
    (await app.db.kysely.selectFrom("outbox").select("data").where("kind", "=", "accountant-month").execute()).map(
      ({ data }) => JSON.parse(data),
    );
  await mailAccountants(app);
  expect(await switchMonthlyMail(app, BOOKKEEPER, true)).toEqual({ kind: "forbidden" });
  await switchMonthlyMail(app, OWNER, true);
  await mailAccountants(app);
  expect(await mails()).toEqual([]);
  app.clock.set(Date.UTC(2027, 3, 1, 4, 30));
  await raiseContentVersion(app.db.kysely, app.clock.now());
  await mailAccountants(app);
  expect(await mails()).toEqual([]);
  app.clock.set(Date.UTC(2027, 3, 1, 5, 1));
  await Promise.all([mailAccountants(app), mailAccountants(app)]);
  app.clock.set(app.clock.now() + 9 * DAY_MS);
  await mailAccountants(app);
  expect(await mails()).toEqual([{ to: id, month: "2027-03" }]);
});
