import { expect, test } from "vitest";
import { salesForm, saveSales } from "#app/payments/sellers.server.ts";
import { giveBack, writeOff } from "#app/payments/take-back.server.ts";
import { addCredit, takePayment } from "#app/payments/take-payment.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { getMoneyReport } from "#app/reports/get-money-report.server.ts";
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
const RECEPTION: Actor = { ...IMOGEN, userId: "ada", roles: ["reception"], therapistId: null };
const DAY_MS = 86_400_000;
const DEEP = "demo-deep-tissue-massage";

const visit = { client: "ana", minutes: 45, pence: 4800, cancelled: null, status: "Confirmed", state: "finished" };
const visits = ["demo-imogen-hartley", "demo-imogen-hartley", "demo-tom-ellery"].map((therapist, number) => ({
  ...{ ...visit, therapist, service: DEEP, source: "website", id: `visit-${number}` },
  start: TUESDAY_NINE + number * 7_200_000,
}));

async function practice({ ownSeller }: { ownSeller?: string } = {}): Promise<TestApp> {
  const app = await demoApp();
  await takesPayments(app, ownSeller ? { ownSeller } : {});
  await insertVisits(app, visits);
  app.clock.set(TUESDAY_NINE + 8 * 3_600_000);
  return app;
}

const taken = { tipPence: 0, extras: [], discount: null, seenPence: 4800 };

async function pay(app: TestApp, of: string, more: object): Promise<void> {
  const taking = { ...taken, lines: [{ method: "card" as const, pence: 4800 }], ...more };
  expect(await takePayment(app, OWNER, { appointmentId: of, key: newId(), taking })).toMatchObject({ kind: "taken" });
}

async function ofYears(app: TestApp, actor: Actor, sellerId: string | null = null) {
  const period = { kind: "dates", from: "2026-01-01", to: "2029-12-31" } as const;
  return getMoneyReport(app, actor, { period, sellerId });
}

test("takings stand by day, method, therapist, service and kind, each to the same penny", async () => {
  const app = await practice();
  const lines = [{ method: "card" as const, pence: 5200 }];
  const discount = { pence: 600, reason: "Late start" };
  await pay(app, "visit-0", { lines, tipPence: 1000, discount });
  await pay(app, "visit-2", { lines: [{ method: "cash", pence: 5700 }], extras: [{ text: "Ball", pence: 900 }] });
  await addCredit(app, OWNER, { clientId: "ana", sellerId: "1", key: newId(), method: "bank", pence: 3000 });
  const report = await ofYears(app, OWNER);
  expect(report).toMatchObject({ takenPence: 4200 + 5700 + 3000, tipPence: 1000, creditPence: 3000 });
  expect(report?.byMethod).toEqual([
    { label: "Bank transfer", pence: 3000, tipPence: 0 },
    { label: "Card", pence: 4200, tipPence: 1000 },
    { label: "Cash", pence: 5700, tipPence: 0 },
  ]);
  const rows = report?.byTherapist.map(({ label, pence, tipPence }) => [label, pence, tipPence]);
  expect(rows).toEqual([
    ["No appointment yet", 3000, 0],
    ["Imogen Hartley", 4200, 1000],
    ["Tom Ellery", 5700, 0],
  ]);
  expect(report?.byService).toHaveLength(2);
  expect(report?.byKind.map(({ label, count, pence }) => [label, count, pence])).toEqual([
    ["Treatments", 2, 9600],
    ["Items added", 1, 900],
    ["Price changes and discounts", 1, -600],
  ]);
  expect(report?.byDay).toHaveLength(1);
  expect(report?.outstanding[0]).toMatchObject({ count: 1, pence: 4800 });
});

test("what is given back and written off counts, and what is owed grows older", async () => {
  const app = await practice();
  await pay(app, "visit-0", {});
  const { id } = await app.db.kysely.selectFrom("payments").select("id").executeTakeFirstOrThrow();
  const back = { paymentId: id, appointmentId: "visit-0", owesAgain: false, pence: 1800, reason: "Cut short" };
  expect(await giveBack(app, OWNER, { ...back, key: newId() })).toMatchObject({ kind: "undone" });
  await pay(app, "visit-1", { lines: [] });
  await pay(app, "visit-2", { lines: [] });
  const off = { appointmentId: "visit-2", reason: "Moved away", seenPence: 4800, key: newId() };
  expect(await writeOff(app, OWNER, off)).toMatchObject({ kind: "undone" });
  app.clock.set(TUESDAY_NINE + 95 * DAY_MS);
  const report = await ofYears(app, OWNER);
  expect(report).toMatchObject({ takenPence: 3000 });
  expect(report?.byKind.at(-1)).toMatchObject({ label: "Written off", count: 1, pence: -4800 });
  expect(report?.outstanding.map(({ count }) => count)).toEqual([0, 0, 0, 1]);
});

test("commission is by person and service, rent by month, and a therapist sees what is theirs alone", async () => {
  const app = await practice();
  const value = salesForm.parse({ sale: "practice", commission: "40", commissionFor: { [DEEP]: "42.5", other: "" } });
  await saveSales(app, OWNER, { therapistId: "demo-imogen-hartley", version: 0, value });
  const rent = salesForm.parse({ sale: "therapist", legalName: "Tom Ellery", rent: "250" });
  await pay(app, "visit-0", {});
  await pay(app, "visit-2", {});
  await saveSales(app, OWNER, { therapistId: "demo-tom-ellery", version: 0, value: rent });
  const report = await ofYears(app, OWNER);
  expect(report?.commissions).toEqual([{ label: "Imogen Hartley", paidPence: 4800, pence: 2040 }]);
  expect(report?.rents).toEqual([{ label: "Tom Ellery", count: 48, pence: 48 * 25_000 }]);
  expect((await ofYears(app, BOOKKEEPER))?.takenPence).toBe(9600);
  const own = await ofYears(app, IMOGEN);
  expect(own).toMatchObject({ takenPence: 4800, creditPence: null, fees: null });
  expect(own?.byTherapist.map(({ label }) => label)).toEqual(["Imogen Hartley"]);
  await expect(ofYears(app, RECEPTION)).rejects.toThrow();
  for (const wrong of ["101", "4,5", "-1"]) {
    expect(salesForm.safeParse({ commission: wrong }).error?.issues[0]?.message).toContain("from 0 to 100");
  }
});

test("a therapist's own sales are theirs, and the practice sees as much of them as they allow", async () => {
  const app = await practice({ ownSeller: "demo-tom-ellery" });
  await pay(app, "visit-0", {});
  await pay(app, "visit-2", {});
  expect(await ofYears(app, OWNER)).toMatchObject({ sellerId: "1", takenPence: 4800 });
  expect(await ofYears(app, TOM)).toMatchObject({ sellerId: "2", takenPence: 4800, creditPence: 0 });
  await app.db.kysely.updateTable("sellers").set({ owner_sees: "totals" }).where("id", "=", "2").execute();
  const totals = await ofYears(app, OWNER, "2");
  expect(totals).toMatchObject({ sellerId: "2", takenPence: 4800, totalsOnly: true, byMethod: [], creditPence: null });
  await app.db.kysely.updateTable("sellers").set({ owner_sees: "nothing" }).where("id", "=", "2").execute();
  expect(await ofYears(app, OWNER, "2")).toMatchObject({ sellerId: "1" });
});

test("fees of last quarter count late cancellations and missed appointments, and nothing that was sold again", async () => {
  const app = await practice();
  const start = TUESDAY_NINE - 92 * DAY_MS;
  const late = { at: start - 3_600_000, actor: "client", askedBy: "client", late: true } as const;
  const one = { ...visit, therapist: "demo-tom-ellery", service: DEEP, source: "website" };
  await insertVisits(app, [
    { ...one, id: "past-1", start, status: "Cancelled", state: null, cancelled: late },
    { ...one, id: "past-2", start: start + DAY_MS, state: "missed" },
    {
      ...one,
      id: "past-3",
      start: start + 2 * DAY_MS,
      status: "Cancelled",
      state: null,
      cancelled: { ...late, at: start + 2 * DAY_MS - 3_600_000 },
    },
    { ...one, id: "past-4", client: "bo", start: start + 2 * DAY_MS },
  ]);
  expect((await ofYears(app, OWNER))?.fees?.lines[0]).toEqual({ percent: 25, count: 0, pence: 0 });
  // They were booked a day before; from here on long before.
  const before = { created_at: start - 40 * DAY_MS };
  await app.db.kysely.updateTable("appointments").set(before).where("id", "like", "past-%").execute();
  const report = await ofYears(app, OWNER);
  expect(report?.fees?.lines).toEqual([
    { percent: 25, count: 2, pence: 2400 },
    { percent: 50, count: 2, pence: 4800 },
    { percent: 100, count: 2, pence: 9600 },
  ]);
});

test("with payments off there is no report, and it reads nothing of money", async () => {
  const app = await practice();
  await takesPayments(app, { on: false });
  expect(await ofYears(app, OWNER)).toBeNull();
});
