import { expect, test } from "vitest";
import { getBalance, getBillOf, listUnpaid } from "#app/payments/bills.db.server.ts";
import { balanceOf } from "#app/payments/checkout.server.ts";
import {
  chargeFee,
  feeSettings,
  followSchedule,
  listFeeProposals,
  noteFeeRule,
  returnFee,
  waiveFee,
} from "#app/payments/fees.server.ts";
import { paymentData } from "#app/payments/personal-data.server.ts";
import { giveBack } from "#app/payments/take-back.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const OWNER: Actor = { kind: "admin", userId: "owner" };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SERVICE = "demo-deep-tissue-massage";
const THERAPIST = "demo-imogen-hartley";

type Rules = Partial<{ feePercent: number; returnsFees: boolean; leisure: string[] }>;

async function practice(rules: Rules = {}): Promise<TestApp> {
  const app = await demoApp();
  const now = app.clock.now();
  app.clock.set(now - 90 * DAY);
  await takesPayments(app);
  const write = async (key: "bookingRules" | "moneyRules", value: object) =>
    writeSetting(app.db.kysely, { key, value: settingSchemas[key].parse(value) as never, now: app.clock.now() });
  await write("bookingRules", { chargesLate: true });
  await write("moneyRules", rules);
  await raiseContentVersion(app.db.kysely, now);
  await noteFeeRule(app);
  app.clock.set(now);
  return app;
}

type Cancelled = { hours?: number; bookedDays?: number; id?: string; client?: string; state?: string | null };

/** An appointment of £48 that its client cancelled this many hours before it begins, now. */
async function cancelled(
  app: TestApp,
  { hours = 5, bookedDays = 30, id = "visit-0", client = "ana", state = null }: Cancelled = {},
) {
  const now = app.clock.now();
  const late = { at: now, actor: "client:ana", askedBy: "client" as const, late: hours < 24 };
  const start = state ? now - 2 * HOUR : now + hours * HOUR;
  await insertVisits(app, [
    {
      ...{ id, client, start, minutes: 60, pence: 4800, therapist: THERAPIST, service: SERVICE, source: "website" },
      ...{ status: state ? "Confirmed" : "Cancelled", state, cancelled: state ? null : late },
    },
  ]);
  const db = app.db.kysely;
  await db
    .updateTable("appointments")
    .set({ created_at: now - bookedDays * DAY })
    .where("id", "=", id)
    .execute();
  await db
    .updateTable("cancellations")
    .set({ chargeable: hours < 24 ? 1 : 0 })
    .where("appointment_id", "=", id)
    .execute();
  await changed(app, { id, cause: "cancelled", start: null, minutes: 60 });
  return start;
}

async function changed(
  app: TestApp,
  { id, cause, start, minutes }: { id: string; cause: string; start: number | null; minutes: number },
) {
  const taken =
    start === null ? {} : { taken_therapist_id: THERAPIST, taken_start: start, taken_end: start + minutes * 60_000 };
  const none = { freed_therapist_id: null, freed_start: null, freed_end: null };
  const row = { ...none, taken_therapist_id: null, taken_start: null, taken_end: null, ...taken };
  const values = { ...row, id: newId(), at: app.clock.now(), cause, actor: "client", appointment_id: id };
  await app.db.kysely.insertInto("schedule_changes").values(values).execute();
}

/** Someone else has the time, however it came about. */
async function sellAgain(
  app: TestApp,
  {
    start,
    cause = "booked",
    id = "refill",
    minutes = 60,
  }: { start: number; cause?: string; id?: string; minutes?: number },
) {
  await insertVisits(app, [
    {
      ...{ id, client: "bo", start, minutes, pence: 4800, therapist: THERAPIST, service: SERVICE, source: "website" },
      ...{ status: "Confirmed", state: null, cancelled: null },
    },
  ]);
  await changed(app, { id, cause, start, minutes });
}

const proposals = async (app: TestApp) =>
  listFeeProposals(app.db.kysely, await feeSettings(app.db.kysely, app), { scope: "all", now: app.clock.now() });
const charge = (app: TestApp, pence = 2400, key = newId()) =>
  chargeFee(app, OWNER, { appointmentId: "visit-0", pence, key });
const bill = (app: TestApp) => getBillOf(app.db.kysely, "visit-0");
const balance = (app: TestApp) => getBalance(app.db.kysely, "ana");

function pay(app: TestApp, pence: number, seenPence: number, appointmentId = "visit-0") {
  const taking = { lines: [{ method: "card" as const, pence }], tipPence: 0, extras: [], discount: null, seenPence };
  return takePayment(app, OWNER, { appointmentId, key: newId(), taking });
}

const states = async (app: TestApp) =>
  (await app.db.kysely.selectFrom("fees").select("state").execute()).map(({ state }) => state);

test("a late cancellation is proposed with the rule that was shown, how often before, and half of the price at most", async () => {
  const app = await practice();
  await cancelled(app, { id: "visit-9", hours: 3 });
  await cancelled(app);
  const found = (await proposals(app)).find(({ appointmentId }) => appointmentId === "visit-0");
  expect(found).toMatchObject({
    ...{ occasion: "late", mostPence: 2400, why: null, before: { late: 1, missed: 0 }, source: "website" },
    rule: {
      percent: 50,
      notice: 1440,
      words: /^Free to change or cancel until 24 hours before it begins\..* up to 50% /,
    },
  });
  expect(await bill(app)).toBeNull();
  expect(await charge(app, 2401)).toEqual({ kind: "invalid", errors: { amount: "Enter an amount up to £24.00." } });
  expect((await charge(app, 2400, "one press")).kind).toBe("changed");
  expect((await charge(app, 2400, "one press")).kind).toBe("changed");
  expect(await charge(app)).toMatchObject({ kind: "conflict" });
  expect(await bill(app)).toMatchObject({ totalPence: 2400, owedPence: 2400, feePence: 2400 });
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("a missed appointment costs a fee at most, and never its price", async () => {
  const app = await practice();
  await cancelled(app, { state: "missed" });
  expect(await pay(app, 4800, 4800)).toMatchObject({ kind: "conflict", owed: 0 });
  expect((await charge(app)).kind).toBe("changed");
  expect((await pay(app, 2400, 2400)).kind).toBe("taken");
  expect(await bill(app)).toMatchObject({ owedPence: 0, paidPence: 2400 });
});

test("within 14 days of booking nothing is charged, unless the owner stated the leisure exemption for the service", async () => {
  const app = await practice();
  await cancelled(app, { bookedDays: 3 });
  expect(await proposals(app)).toMatchObject([{ why: "within-14-days", mostPence: 0 }]);
  expect(await charge(app)).toMatchObject({ kind: "conflict", message: /less than 14 days/ });
  const exempt = await practice({ leisure: [SERVICE] });
  await cancelled(exempt, { bookedDays: 3 });
  expect((await charge(exempt)).kind).toBe("changed");
});

test("waiving needs a reason, and a fee that was waived is not proposed again", async () => {
  const app = await practice();
  await cancelled(app);
  const waive = (reason: string) => waiveFee(app, OWNER, { appointmentId: "visit-0", reason, key: newId() });
  expect(await waive(" ")).toMatchObject({ kind: "invalid", errors: { reason: /Enter a reason/ } });
  expect((await waive("Her child was ill")).kind).toBe("changed");
  expect(await proposals(app)).toEqual([]);
  expect(await charge(app)).toMatchObject({ kind: "conflict" });
  expect(await waive("Again")).toMatchObject({ kind: "conflict" });
  const stored = await paymentData.export?.(app.db.kysely, { clientId: "ana", addresses: [] } as never, "" as never);
  expect(stored).toMatchObject({ money: { fees: [{ state: "waived", reason: "Her child was ill" }] } });
  await app.db.kysely
    .transaction()
    .execute((tx) =>
      Promise.resolve(paymentData.forget?.(tx, { clientId: "ana", addresses: [] } as never, TUESDAY_NINE as never)),
    );
  const [{ reason } = {}] = await app.db.kysely.selectFrom("fees").select("reason").execute();
  expect(reason).toBeNull();
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test.each([
  ["a part of the fee was given back", 400],
  ["more than the fee was given back", 2600],
])("waived after %s, the bill asks for nothing and is paid by nothing", async (_, pence) => {
  const app = await practice();
  await cancelled(app);
  await charge(app);
  const ball = [{ text: "Massage ball", pence: 900 }];
  const lines = [{ method: "card" as const, pence: 3300 }];
  const taking = { lines, tipPence: 0, extras: ball, discount: null, seenPence: 2400 };
  await takePayment(app, OWNER, { appointmentId: "visit-0", key: newId(), taking });
  const { id: paymentId } = await app.db.kysely.selectFrom("payments").select("id").executeTakeFirstOrThrow();
  const back = { paymentId, appointmentId: "visit-0", pence, reason: "For the wait", key: newId(), owesAgain: false };
  expect((await giveBack(app, OWNER, back)).kind).toBe("undone");
  expect(
    (await waiveFee(app, OWNER, { appointmentId: "visit-0", reason: "Her child was ill", key: newId() })).kind,
  ).toBe("changed");
  const left = Math.max(0, 900 - pence);
  expect(await bill(app)).toMatchObject({ totalPence: left, paidPence: left, owedPence: 0, feePence: 0 });
  expect(await verifyLedger(app.db.kysely)).toMatchObject({ fault: null });
});

test.each(["booked", "moved", "reinstated"])(
  "once the time is sold again (%s), an unpaid fee goes away by itself, once",
  async (cause) => {
    const app = await practice();
    const start = await cancelled(app);
    await charge(app);
    expect(await followSchedule(app)).toBe(0);
    await sellAgain(app, { start, cause });
    expect(await followSchedule(app)).toBe(1);
    expect(await followSchedule(app)).toBe(0);
    expect(await bill(app)).toMatchObject({ owedPence: 0, totalPence: 0 });
    expect(await states(app)).toEqual(["released"]);
    expect(await proposals(app)).toEqual([]);
    expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
  },
);

test("a paid fee whose time is sold again becomes credit by itself, and its payment still counts on its day", async () => {
  const app = await practice();
  const start = await cancelled(app);
  await charge(app);
  await pay(app, 2400, 2400);
  await sellAgain(app, { start });
  await Promise.all([followSchedule(app), followSchedule(app)]);
  expect(await balance(app)).toEqual({ owed: 0, credit: 2400 });
  expect(await states(app)).toEqual(["returned"]);
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("or waits for one press, where the owner chose that", async () => {
  const app = await practice({ returnsFees: false });
  const start = await cancelled(app);
  await charge(app);
  await pay(app, 1000, 2400);
  await sellAgain(app, { start });
  await followSchedule(app);
  expect(await states(app)).toEqual(["owed-back"]);
  expect(await balance(app)).toEqual({ owed: 0, credit: 0 });
  const press = () => returnFee(app, OWNER, { appointmentId: "visit-0", key: newId() });
  expect((await Promise.all([press(), press()])).map(({ kind }) => kind).sort()).toEqual(["changed", "conflict"]);
  expect(await balance(app)).toEqual({ owed: 0, credit: 1000 });
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("time that is sold again before anyone charges is not charged, even when that one is cancelled, too", async () => {
  const app = await practice();
  const start = await cancelled(app);
  await sellAgain(app, { start, minutes: 30 });
  expect(await proposals(app)).toMatchObject([{ why: "sold-again" }]);
  expect(await followSchedule(app)).toBe(1);
  await app.db.kysely.updateTable("appointments").set({ status: "Cancelled" }).where("id", "=", "refill").execute();
  expect(await charge(app)).toMatchObject({ kind: "conflict" });
  expect(await states(app)).toEqual(["released"]);
});

test("25 hours before, what was paid ahead becomes credit; 23 hours before it is kept for the fee, with its VAT", async () => {
  const app = await practice();
  await app.db.kysely.updateTable("sellers").set({ vat_rate: 2000, vat_number: "GB123456789" }).execute();
  const paidAhead = async (hours: number, id: string, client: string) => {
    await cancelled(app, { hours, id, client });
    const standing = (status: string) =>
      app.db.kysely.updateTable("appointments").set({ status }).where("id", "=", id).execute();
    await standing("Confirmed");
    expect((await pay(app, 2400, 4800, id)).kind).toBe("taken");
    await standing("Cancelled");
  };
  await paidAhead(25, "visit-1", "bo");
  await paidAhead(23, "visit-0", "ana");
  await followSchedule(app);
  expect(await getBalance(app.db.kysely, "bo")).toEqual({ owed: 0, credit: 2400 });
  expect((await getBalance(app.db.kysely, "ana")).credit).toBe(0);
  expect((await listUnpaid(app.db.kysely, { scope: "all", now: app.clock.now(), since: 0 })).rows).toEqual([]);
  expect((await charge(app, 2000)).kind).toBe("changed");
  expect(await balance(app)).toEqual({ owed: 0, credit: 400 });
  const fee = await app.db.kysely.selectFrom("bill_items").selectAll().where("item", "=", "fee").executeTakeFirst();
  expect(fee).toMatchObject({ pence: 2000, vat_rate: 2000, vat_pence: 333 });
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("a client who takes their own time again owes its price and no fee", async () => {
  const app = await practice();
  const start = await cancelled(app);
  await charge(app);
  await app.db.kysely.updateTable("appointments").set({ status: "Confirmed" }).where("id", "=", "visit-0").execute();
  await app.db.kysely.deleteFrom("cancellations").execute();
  await changed(app, { id: "visit-0", cause: "reinstated", start, minutes: 60 });
  expect(await followSchedule(app)).toBe(1);
  expect((await pay(app, 4800, 4800)).kind).toBe("taken");
  expect(await bill(app)).toMatchObject({ totalPence: 4800, owedPence: 0, hasService: true });
});

test("with payments off nothing is proposed, noted or settled", async () => {
  const app = await practice();
  await cancelled(app);
  const rules = await app.db.kysely.selectFrom("fee_rules").selectAll().execute();
  await takesPayments(app, { on: false });
  expect(await proposals(app)).toEqual([]);
  expect(await followSchedule(app)).toBe(0);
  expect(await charge(app)).toEqual({ kind: "not-found" });
  expect(rules).toHaveLength(1);
  expect(TUESDAY_NINE).toBe(app.clock.now());
});

test("the client's page names a fee that is not decided, until it is", async () => {
  const app = await practice();
  await cancelled(app);
  const balance = () => balanceOf(app, OWNER, "ana");
  expect((await balance())?.fees).toMatchObject([{ appointmentId: "visit-0", occasion: "late", mostPence: 2400 }]);
  await waiveFee(app, OWNER, { appointmentId: "visit-0", key: newId(), reason: "Ill" });
  expect((await balance())?.fees).toEqual([]);
});
