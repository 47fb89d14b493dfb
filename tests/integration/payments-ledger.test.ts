import fc from "fast-check";
import { expect, test } from "vitest";
import { type AccountantFile, AMOUNT_IN } from "#app/payments/accountant-files.ts";
import { getBalance, getBillOf, listBills, listUnpaid } from "#app/payments/bills.db.server.ts";
import { closeDay, floatAfter, listClosings, listMonth, sumsOfDay } from "#app/payments/close-day.server.ts";
import { exportPayments } from "#app/payments/export-payments.server.ts";
import { chargeFee, followSchedule, waiveFee } from "#app/payments/fees.server.ts";
import { type Chained, FIRST_SEAL, sealOf, wordsAndFacts } from "#app/payments/ledger.server.ts";
import type { Method } from "#app/payments/money.ts";
import { listProducts, productForm, saveProduct } from "#app/payments/shop/products.server.ts";
import { returnVoucher } from "#app/payments/shop/return-voucher.server.ts";
import { sell } from "#app/payments/shop/sell.server.ts";
import { listVouchers } from "#app/payments/shop/vouchers.db.server.ts";
import { giveBack, giveCreditBack, takeBack, writeOff } from "#app/payments/take-back.server.ts";
import { addCredit, payTogether, takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { merge } from "#app/privacy/merge-clients.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits, type PastVisit } from "#tests/support/past-visits.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const OWNER: Actor = { kind: "admin", userId: "owner" };
const CLIENTS = ["ana", "bo", "cy"] as const;
const THERAPISTS = ["demo-imogen-hartley", "demo-tom-ellery"] as const;
const VISITS = 24;
const LATE = 8;
const DAY = 86_400_000;

type Act =
  | { do: "take"; of: number; methods: Method[]; part: number; tip: number; extra: number; off: number; again: boolean }
  | { do: "back" | "give"; of: number; pence: number; owesAgain: boolean }
  | { do: "credit"; client: number; seller: number; pence: number }
  | { do: "off"; of: number }
  | { do: "refill"; of: number }
  | { do: "together"; client: number; method: Method }
  | { do: "credit back"; client: number; seller: number; pence: number }
  | { do: "charge"; of: number; percent: number }
  | { do: "waive"; of: number; percent: number }
  | { do: "sell"; seller: number; client: number; pence: number; course: boolean; method: Method }
  | { do: "spend"; of: number; voucher: number; card: boolean }
  | { do: "return"; voucher: number }
  | { do: "close"; seller: number; short: number }
  | { do: "night" };

const pick = fc.nat(999);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("take" as const),
      of: pick,
      methods: fc.array(fc.constantFrom<Method>("card", "cash", "bank", "voucher", "credit"), { maxLength: 3 }),
      part: fc.integer({ min: 1, max: 130 }),
      tip: fc.constantFrom(0, 0, 500),
      extra: fc.constantFrom(0, 0, 900),
      off: fc.constantFrom(0, 0, 650, 99_999),
      again: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("back" as const, "give" as const),
      of: pick,
      pence: fc.integer({ min: 1, max: 7000 }),
      owesAgain: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("credit" as const),
      client: fc.nat(2),
      seller: fc.nat(1),
      pence: fc.integer({ min: 1, max: 6000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("off" as const), of: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refill" as const), of: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("together" as const),
      client: fc.nat(2),
      method: fc.constantFrom<Method>("card", "cash", "credit"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("credit back" as const),
      client: fc.nat(2),
      seller: fc.nat(1),
      pence: fc.integer({ min: 1, max: 4000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("charge" as const), of: pick, percent: fc.integer({ min: 1, max: 60 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("waive" as const), of: pick, percent: fc.constant(0) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ do: fc.constant("sell" as const), seller: fc.nat(1), client: fc.nat(2), course: fc.boolean() },
      ...{ pence: fc.integer({ min: 1, max: 9000 }), method: fc.constantFrom<Method>("card", "cash", "credit") },
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("spend" as const), of: pick, voucher: pick, card: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("return" as const), voucher: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("close" as const), seller: fc.nat(1), short: fc.constantFrom(0, 500) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("night" as const) }) },
);

test("after any actions of two sellers, three clients and two desks, payments, closings, balances, vouchers and the accountant's files agree to the penny", async () => {
  const sizes = { minLength: 140, maxLength: 140 };
  // Two desks do what stands in one pair at the same moment: 5 runs of 140 pairs are 1,400 actions.
  const pairs = fc.array(fc.tuple(act, act), sizes);
  const tally = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(pairs, async (done) => {
      const app = await practiceWithTwoSellers();
      for (const both of done) {
        const outcomes = await Promise.all(both.map((one) => perform(app, one)));
        for (const kind of outcomes) tally.set(kind, (tally.get(kind) ?? 0) + 1);
      }
      await expectToAgree(app);
    }),
    { numRuns: 5, endOnFailure: true },
  );
  // Each did happen, or nothing was proven.
  for (const kind of ["taken", "undone", "closed", "invalid", "conflict", "changed", "released", "sold", "spent"]) {
    expect.soft(tally.get(kind), kind).toBeGreaterThan(0);
  }
}, 240_000);

async function practiceWithTwoSellers(): Promise<TestApp> {
  const app = await demoApp();
  await takesPayments(app, { ownSeller: "demo-tom-ellery" });
  await insertVisits(
    app,
    Array.from({ length: VISITS }, (_, number) => visit(number)),
  );
  await insertVisits(
    app,
    Array.from({ length: LATE }, (_, number) => lateVisit(number)),
  );
  const db = app.db.kysely;
  await db.updateTable("cancellations").set({ chargeable: 1 }).execute();
  await db
    .updateTable("appointments")
    .set({ created_at: TUESDAY_NINE - 30 * DAY })
    .where("id", "like", "late-%")
    .execute();
  const words = "Later than that it may cost up to 50% of the price.";
  const rule = { id: "rule", at: TUESDAY_NINE - 60 * DAY, words, notice: 1440, percent: 50 };
  await db.insertInto("fee_rules").values(rule).execute();
  const value = settingSchemas.bookingRules.parse({ chargesLate: true });
  await writeSetting(db, { key: "bookingRules", value, now: TUESDAY_NINE });
  for (const sellerId of ["1", "2"]) {
    const course = { kind: "course", title: "Course of 3", price: String(COURSE_PENCE / 100), sessions: "3" };
    const value = productForm.parse({ ...course, sellerId });
    await saveProduct(app, OWNER, { id: null, version: 0, value });
  }
  return app;
}

const COURSE_PENCE = 11_000;

type Selling = Extract<Act, { do: "sell" }>;

async function sellOne(app: TestApp, { seller, client, pence, course, method }: Selling): Promise<string> {
  const [sellerId = "", clientId = ""] = [["1", "2"][seller], CLIENTS[client]];
  const [product] = await listProducts(app.db.kysely, { sellerId });
  const products = course ? [{ productId: product?.id ?? "", quantity: 1 }] : [];
  const seenPence = course ? COURSE_PENCE : pence;
  const sale = { products, voucherPence: course ? 0 : pence, lines: [{ method, pence: seenPence }], seenPence };
  return (await sell(app, OWNER, { sellerId, clientId, key: newId(), sale })).kind;
}

async function spendOne(app: TestApp, { of, voucher: nth, card }: Extract<Act, { do: "spend" }>): Promise<string> {
  const db = app.db.kysely;
  const { client } = visit(of % VISITS);
  // A course is its owner's alone.
  const vouchers = (await listVouchers(db, { sellerIds: ["1", "2"] })).filter(
    ({ kind, clientId }) => kind === "money" || clientId === client,
  );
  const voucher = vouchers[nth % Math.max(1, vouchers.length)];
  if (!voucher) return "nothing";
  const seenPence = (await getBillOf(db, `visit-${of % VISITS}`))?.owedPence ?? visit(of % VISITS).pence;
  const rest = voucher.kind === "course" ? 0 : Math.max(0, seenPence - voucher.leftPence);
  const lines = card && rest > 0 ? [{ method: "card" as const, pence: rest }] : [];
  const spend = { voucherId: voucher.id, pence: null, seenLeft: null };
  const taking = { lines, tipPence: 0, extras: [], discount: null, seenPence, spend };
  const outcome = await takePayment(app, OWNER, { appointmentId: `visit-${of % VISITS}`, key: newId(), taking });
  return outcome.kind === "taken" ? "spent" : outcome.kind;
}

async function returnOne(app: TestApp, { voucher: nth }: Extract<Act, { do: "return" }>): Promise<string> {
  const vouchers = await listVouchers(app.db.kysely, { sellerIds: ["1", "2"] });
  const voucher = vouchers[nth % Math.max(1, vouchers.length)];
  if (!voucher) return "nothing";
  const press = { voucherId: voucher.id, seenPence: voucher.leftPence, reason: "Moved abroad", key: newId() };
  return (await returnVoucher(app, OWNER, press)).kind;
}

function visit(number: number): PastVisit {
  const who = { client: CLIENTS[number % 3] ?? null, therapist: THERAPISTS[number % 2] ?? "" };
  const when = { start: TUESDAY_NINE + number * 7_200_000, minutes: 45, cancelled: null };
  const what = { pence: 3600 + 100 * (number % 7), service: "demo-deep-tissue-massage", status: "Confirmed" };
  return { id: `visit-${number}`, ...who, ...when, ...what, state: "finished", source: "website" };
}

/** Each cancelled two hours before it would have begun. */
function lateVisit(number: number): PastVisit {
  const start = TUESDAY_NINE + (number + 1) * 7_200_000;
  const cancelled = { at: start - 7_200_000, actor: "client:x", askedBy: "client" as const, late: true };
  return { ...visit(number), id: `late-${number}`, start, status: "Cancelled", state: null, cancelled };
}

/** Someone else takes the time of a cancelled one, and the schedule says so. */
async function refill(app: TestApp, number: number): Promise<string> {
  const { start, therapist } = lateVisit(number);
  const id = `refill-${number}-${newId()}`;
  await insertVisits(app, [{ ...visit(number), id, start, state: null }]);
  const none = { freed_therapist_id: null, freed_start: null, freed_end: null };
  const taken = { taken_therapist_id: therapist, taken_start: start, taken_end: start + 45 * 60_000 };
  const change = { ...none, ...taken, at: app.clock.now(), cause: "booked", actor: "client", appointment_id: id };
  await app.db.kysely
    .insertInto("schedule_changes")
    .values({ ...change, id: newId() })
    .execute();
  return (await followSchedule(app)) > 0 ? "released" : "nothing";
}

async function together(app: TestApp, { client, method }: { client: number; method: Method }): Promise<string> {
  const clientId = CLIENTS[client] ?? "";
  const { rows } = await listUnpaid(app.db.kysely, {
    scope: "all",
    now: TUESDAY_NINE + 90 * DAY,
    since: 0,
    clientIds: [clientId],
  });
  const chosen = rows.slice(0, 3);
  const seenPence = chosen.reduce((all, { owedPence }) => all + owedPence, 0);
  const appointmentIds = chosen.map(({ id }) => id);
  return (await payTogether(app, OWNER, { clientId, appointmentIds, method, seenPence, key: newId() })).kind;
}

async function perform(app: TestApp, one: Act): Promise<string> {
  const db = app.db.kysely;
  if (one.do === "night") {
    app.clock.set(app.clock.now() + 86_400_000);
    return "nothing";
  }
  if (one.do === "take") {
    const appointmentId = `visit-${one.of % VISITS}`;
    const bill = await getBillOf(db, appointmentId);
    const seenPence = bill?.owedPence ?? visit(one.of % VISITS).pence;
    const toPay = Math.max(0, seenPence + one.extra - one.off);
    const pay = Math.floor((toPay * one.part) / 100);
    const share = one.methods.length === 0 ? 0 : Math.floor(pay / one.methods.length);
    const lines = one.methods.map((method, at) => ({ method, pence: share + (at === 0 ? one.tip : 0) }));
    const extras = one.extra > 0 ? [{ text: "Massage ball, 6 cm", pence: one.extra }] : [];
    const discount = one.off > 0 ? { pence: one.off, reason: "First visit" } : null;
    const taking = { lines, tipPence: lines.length > 0 ? one.tip : 0, extras, discount, seenPence };
    const press = { appointmentId, key: newId(), taking };
    const outcomes = await Promise.all(Array.from({ length: one.again ? 2 : 1 }, () => takePayment(app, OWNER, press)));
    return outcomes[0]?.kind ?? "nothing";
  }
  if (one.do === "credit") {
    const [clientId = "", sellerId = ""] = [CLIENTS[one.client], ["1", "2"][one.seller]];
    return (await addCredit(app, OWNER, { clientId, sellerId, key: newId(), method: "bank", pence: one.pence })).kind;
  }
  if (one.do === "off") {
    const appointmentId = `visit-${one.of % VISITS}`;
    const seenPence = (await getBillOf(db, appointmentId))?.owedPence ?? 0;
    return (await writeOff(app, OWNER, { appointmentId, reason: "Moved abroad", seenPence, key: newId() })).kind;
  }
  if (one.do === "sell") return sellOne(app, one);
  if (one.do === "spend") return spendOne(app, one);
  if (one.do === "return") return returnOne(app, one);
  if (one.do === "refill") return refill(app, one.of % LATE);
  if (one.do === "together") return together(app, one);
  if (one.do === "credit back") {
    const [clientId = "", sellerId = ""] = [CLIENTS[one.client], ["1", "2"][one.seller]];
    const giving = { clientId, sellerId, pence: one.pence, reason: "Moved abroad", key: newId() };
    return (await giveCreditBack(app, OWNER, giving)).kind;
  }
  if (one.do === "charge" || one.do === "waive") {
    const press = { appointmentId: `late-${one.of % LATE}`, key: newId() };
    if (one.do === "waive") return (await waiveFee(app, OWNER, { ...press, reason: "Her child was ill" })).kind;
    const pence = Math.floor((lateVisit(one.of % LATE).pence * one.percent) / 100);
    return (await chargeFee(app, OWNER, { ...press, pence })).kind;
  }
  if (one.do === "close") return close(app, one);
  const payments = await db.selectFrom("payments").select(["id", "taking_id"]).orderBy("id").execute();
  const payment = payments[one.of % Math.max(1, payments.length)];
  if (!payment) return "nothing";
  const by = { key: newId(), reason: "Pressed by mistake" };
  if (one.do === "back") return (await takeBack(app, OWNER, { takingId: payment.taking_id, ...by })).kind;
  const giving = { paymentId: payment.id, pence: one.pence, owesAgain: one.owesAgain, ...by };
  return (await giveBack(app, OWNER, giving)).kind;
}

async function close(app: TestApp, { seller, short }: { seller: number; short: number }): Promise<string> {
  const sellerId = ["1", "2"][seller] ?? "1";
  const day = localDateOf(app.clock.now(), "Europe/London");
  const sums = await sumsOfDay(app.db.kysely, { sellerId, day });
  const seenPence = Object.values(sums).reduce((all, { pence }) => all + pence, 0);
  const counted = { card: sums.card.pence, cash: sums.cash.pence + 4000 - short, voucher: sums.voucher.pence };
  const sentence = short > 0 ? "Gave someone too much change." : "";
  return (await closeDay(app, OWNER, { sellerId, day, counted, floatPence: 4000, sentence, seenPence })).kind;
}

async function expectToAgree(app: TestApp): Promise<void> {
  const db = app.db.kysely;
  expect((await verifyLedger(db)).fault).toBeNull();
  const payments = await db.selectFrom("payments").selectAll().execute();
  const allocations = await db.selectFrom("allocations").selectAll().execute();
  const bills = await listBills(db, { ids: (await db.selectFrom("bills").select("id").execute()).map(({ id }) => id) });
  const total = (rows: readonly { pence: number }[]) => rows.reduce((all, { pence }) => all + pence, 0);
  for (const sellerId of ["1", "2"]) {
    const own = payments.filter(({ seller_id }) => seller_id === sellerId);
    const closings = await listClosings(db, { sellerId, from: "2000-01-01", to: "3000-01-01" });
    const closed = new Set(closings.map(({ day }) => day));
    const open = total(own.filter(({ day }) => !closed.has(day)));
    expect(total(own)).toBe(closings.reduce((all, { takenPence }) => all + takenPence, 0) + open);
  }
  const all = { from: "2000-01-01", to: "3000-01-01" };
  for (const [file, column] of Object.entries(AMOUNT_IN) as [AccountantFile, number][]) {
    const lines = (await Array.fromAsync(exportPayments(app, OWNER, { file, ...all }))).join("").split("\r\n");
    const amounts = lines
      .slice(file === "freeagent" ? 0 : 1, -1)
      .map((line) => ({ pence: toPence(line.split(",")[column]) }));
    expect([file, total(amounts)]).toEqual([file, total(payments.filter(({ seller_id }) => seller_id === "1"))]);
  }
  // What of one seller never pays for what is another's.
  const sellerOf = new Map(
    [...payments, ...(await db.selectFrom("bills").selectAll().execute())].map((row) => [row.id, row.seller_id]),
  );
  for (const { payment_id, bill_id, seller_id } of allocations) {
    expect([sellerOf.get(payment_id), sellerOf.get(bill_id)]).toEqual([seller_id, seller_id]);
  }
  const tips = payments.reduce((all, { tip_pence }) => all + tip_pence, 0);
  let credit = 0;
  let owed = 0;
  for (const client of CLIENTS) {
    const balance = await getBalance(db, client);
    expect(balance.credit).toBeGreaterThanOrEqual(0);
    credit += balance.credit;
    owed += balance.owed;
  }
  expect(total(payments)).toBe(total(allocations) + credit + tips);
  expect(owed).toBe(bills.reduce((all, { owedPence }) => all + owedPence, 0));
  expect(bills.every(({ owedPence }) => owedPence >= 0)).toBe(true);
  // No voucher pays more than was sold, nor for another seller's treatment; what bills say it paid, it paid.
  const moves = await db.selectFrom("voucher_moves").selectAll().execute();
  for (const voucher of await listVouchers(db, { sellerIds: ["1", "2"] })) {
    const own = moves.filter(({ voucher_id }) => voucher_id === voucher.id);
    expect([voucher.leftPence >= 0, voucher.leftPence + total(own)]).toEqual([true, voucher.facePence]);
    for (const { bill_id } of own) {
      if (bill_id !== null) expect(sellerOf.get(bill_id)).toBe(voucher.sellerId);
    }
  }
  // A fee stands as long as it is charged, and never beyond half of its price.
  const fees = await db.selectFrom("fees").selectAll().execute();
  for (const bill of bills.filter(({ feePence }) => feePence > 0)) {
    expect(fees.find(({ appointment_id }) => appointment_id === bill.appointmentId)?.state).toBe("charged");
    expect(bill.feePence * 2).toBeLessThanOrEqual(5000);
  }
}

const toPence = (pounds = "") => Math.round(Number(pounds) * 100);

const cash = (pence: number, seenPence: number) => ({
  lines: [{ method: "cash" as const, pence }],
  tipPence: 0,
  extras: [],
  discount: null,
  seenPence,
});

test("two desks that take money for one appointment at one moment: one wins, the other reads what happened", async () => {
  const app = await practiceWithTwoSellers();
  const press = () => takePayment(app, OWNER, { appointmentId: "visit-0", key: newId(), taking: cash(3600, 3600) });
  const outcomes = await Promise.all([press(), press()]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["conflict", "taken"]);
  expect(outcomes.find(({ kind }) => kind === "conflict")).toMatchObject({
    message: "Someone has just taken £36.00 in cash. Nothing is left to pay.",
    owed: 0,
  });
});

test("a press that is sent twice is counted once, and not with other amounts", async () => {
  const app = await practiceWithTwoSellers();
  const press = { appointmentId: "visit-0", key: "one press", taking: cash(1000, 3600) };
  const first = await takePayment(app, OWNER, press);
  expect(await takePayment(app, OWNER, press)).toEqual({ ...first, again: true });
  expect((await takePayment(app, OWNER, { ...press, taking: cash(2000, 3600) })).kind).toBe("conflict");
  expect((await getBillOf(app.db.kysely, "visit-0"))?.owedPence).toBe(2600);
});

test("what somebody changes in the database is named", async () => {
  const app = await practiceWithTwoSellers();
  const db = app.db.kysely;
  await takePayment(app, OWNER, { appointmentId: "visit-0", key: "a", taking: cash(3600, 3600) });
  const [payment] = await db.selectFrom("payments").selectAll().execute();
  const name = `entry 3 of seller 1, payments ${payment?.id}`;
  await db.updateTable("payments").set({ pence: 2600 }).execute();
  expect((await verifyLedger(db)).fault).toBe(`${name}: its amounts or ids are not those that were written`);
  await db.updateTable("payments").set({ pence: 3600 }).execute();
  expect(await verifyLedger(db)).toEqual({ entries: 4, fault: null });
  await db.deleteFrom("payments").execute();
  expect((await verifyLedger(db)).fault).toBe(`${name}: the row is gone`);
  await db
    .insertInto("payments")
    .values({ ...payment, id: payment?.id ?? "" } as never)
    .execute();
  await db
    .insertInto("payments")
    .values({ ...payment, id: "made-up" } as never)
    .execute();
  expect((await verifyLedger(db)).fault).toBe("payments made-up: it was never written to the chain");
});

test("a closing or an allocation that no longer fits the payments is named", async () => {
  const app = await practiceWithTwoSellers();
  const db = app.db.kysely;
  await takePayment(app, OWNER, { appointmentId: "visit-0", key: "a", taking: cash(3600, 3600) });
  await close(app, { seller: 0, short: 500 });
  expect((await verifyLedger(db)).fault).toBeNull();
  const [closing] = await db.selectFrom("day_closings").selectAll().execute();
  const [allocation] = await db.selectFrom("allocations").selectAll().execute();
  // Someone who can write the chain again could change these and leave it whole.
  const rewritten = async (change: () => Promise<unknown>) => {
    await change();
    await sealAgain(db);
    return (await verifyLedger(db)).fault;
  };
  const methods = JSON.parse(closing?.methods ?? "{}");
  const set = (row: object) => db.updateTable("day_closings").set(row).execute();
  const cashSaid = { ...methods, cash: { ...methods.cash, expected: methods.cash.expected + 1 } };
  expect(await rewritten(() => set({ methods: JSON.stringify(cashSaid) }))).toBe(
    `day_closings ${closing?.id}: the payments of ${closing?.day} add up to something else`,
  );
  expect(await rewritten(() => set({ methods: closing?.methods, difference_pence: 0 }))).toBe(
    `day_closings ${closing?.id}: its difference is not what was counted`,
  );
  await set({ difference_pence: closing?.difference_pence });
  const bills = db.updateTable("bills").set({ seller_id: "2" });
  expect(await rewritten(() => bills.execute())).toBe(
    `allocations ${allocation?.id}: a payment to one seller pays another's bill`,
  );
});

/** Writes the chain of the rows as they are now. */
async function sealAgain(db: TestApp["db"]["kysely"]): Promise<void> {
  let before = FIRST_SEAL;
  for (const { seq, place, row_id, digest } of await db
    .selectFrom("ledger_entries")
    .selectAll()
    .orderBy("seq")
    .execute()) {
    const row = await db
      .selectFrom(place as "bills")
      .selectAll()
      .where("id", "=", row_id)
      .executeTakeFirstOrThrow();
    const { facts } = wordsAndFacts(place as Chained, row);
    before = sealOf({ before, seq, place, facts, digest });
    await db.updateTable("ledger_entries").set({ seal: before }).where("row_id", "=", row_id).execute();
  }
  await db.updateTable("ledger_heads").set({ seal: before }).execute();
}

test("a closed day does not change: what comes later counts on the next day", async () => {
  const app = await practiceWithTwoSellers();
  const db = app.db.kysely;
  await takePayment(app, OWNER, { appointmentId: "visit-0", key: "a", taking: cash(3600, 3600) });
  expect(await close(app, { seller: 0, short: 0 })).toBe("closed");
  expect(await closeDay(app, OWNER, { ...CLOSE, sentence: "" })).toMatchObject({
    kind: "conflict",
    message: "This day was closed before. It does not change.",
  });
  await takePayment(app, OWNER, { appointmentId: "visit-2", key: "b", taking: cash(3800, 3800) });
  const days = await db.selectFrom("payments").select(["day", "pence"]).orderBy("day").execute();
  expect(days).toEqual([
    { day: "2027-05-04", pence: 3600 },
    { day: "2027-05-05", pence: 3800 },
  ]);
});

const CLOSE = { sellerId: "1", day: "2027-05-04", counted: { cash: 7600 }, floatPence: 4000, seenPence: 3600 };

test("a day on which more went back by card than came is closed with what the machine says, below zero", async () => {
  const app = await practiceWithTwoSellers();
  const db = app.db.kysely;
  const lines = [{ method: "card" as const, pence: 3600 }];
  await takePayment(app, OWNER, { appointmentId: "visit-0", key: "a", taking: { ...cash(0, 3600), lines } });
  const { id: paymentId } = await db.selectFrom("payments").select("id").executeTakeFirstOrThrow();
  app.clock.set(app.clock.now() + 24 * 3_600_000);
  await giveBack(app, OWNER, { paymentId, pence: 600, reason: "Less time", key: "b", owesAgain: false });
  const next = { ...CLOSE, day: "2027-05-05", sentence: "", counted: { card: -600, cash: 4000 }, seenPence: -600 };
  expect(await closeDay(app, OWNER, { ...next, counted: { card: -600, cash: -1 } })).toMatchObject({ kind: "invalid" });
  expect(await closeDay(app, OWNER, next)).toMatchObject({ kind: "closed", closing: { differencePence: 0 } });
  expect((await verifyLedger(db)).fault).toBeNull();
});

test("a difference needs a sentence, and more that was taken meanwhile a new count", async () => {
  const app = await practiceWithTwoSellers();
  await takePayment(app, OWNER, { appointmentId: "visit-0", key: "a", taking: cash(3600, 3600) });
  const short = { ...CLOSE, counted: { cash: 7100 }, sentence: " " };
  expect(await closeDay(app, OWNER, short)).toMatchObject({
    kind: "invalid",
    errors: { sentence: expect.any(String) },
  });
  await takePayment(app, OWNER, { appointmentId: "visit-2", key: "b", taking: cash(100, 3800) });
  expect(await closeDay(app, OWNER, { ...CLOSE, sentence: "" })).toMatchObject({
    kind: "conflict",
    message: "The day has taken £37.00 by now. Count again before you close it.",
  });
});

test("what goes to the bank is at most what was counted, and what stays is the float of the next day and month", async () => {
  const app = await practiceWithTwoSellers();
  const db = app.db.kysely;
  await takePayment(app, OWNER, { appointmentId: "visit-0", key: "a", taking: cash(3600, 3600) });
  const whole = { ...CLOSE, sentence: "" };
  expect(await closeDay(app, OWNER, { ...whole, bankedPence: 7601 })).toEqual({
    kind: "invalid",
    errors: { banked: "Only £76.00 of cash was counted." },
  });
  expect((await closeDay(app, OWNER, { ...whole, bankedPence: 5000 })).kind).toBe("closed");
  expect((await verifyLedger(db)).fault).toBeNull();
  const { days } = await listMonth(db, { sellerId: "1", month: "2027-05" });
  expect(days).toMatchObject([{ day: "2027-05-04", closing: { methods: { cash: { counted: 7600, banked: 5000 } } } }]);
  expect(floatAfter(days[0]?.closing)).toBe(2600);
  const june = await listMonth(db, { sellerId: "1", month: "2027-06" });
  expect([june.days, floatAfter(june.lastClosing)]).toEqual([[], 2600]);
  expect(floatAfter((await listMonth(db, { sellerId: "2", month: "2027-06" })).lastClosing)).toBe(4000);
});

test("an erased client's words go, their money stays, and the ledger still agrees", async () => {
  const app = await practiceWithTwoSellers();
  const db = app.db.kysely;
  const discount = { pence: 600, reason: "Her sister Ana is ill" };
  const taking = { ...cash(3000, 3600), discount };
  const taken = await takePayment(app, OWNER, { appointmentId: "visit-0", key: "a", taking });
  const takingId = taken.kind === "taken" ? taken.takingId : "";
  await takeBack(app, OWNER, { takingId, key: "b", reason: "Ana paid by card after all" });
  app.clock.set(TUESDAY_NINE + 90 * 86_400_000);
  expect(await erase(app, OWNER, { id: "ana", personalData })).toEqual({ kind: "erased" });
  expect(JSON.stringify(await db.selectFrom("bill_items").selectAll().execute())).not.toMatch(/Ana/);
  expect(JSON.stringify(await db.selectFrom("payments").selectAll().execute())).not.toMatch(/Ana/);
  expect((await verifyLedger(db)).fault).toBeNull();
  expect((await db.selectFrom("payments").select("pence").execute()).map(({ pence }) => pence).sort()).toEqual([
    -3000, 3000,
  ]);
});

test("a merged client's money follows, and the ledger still agrees", async () => {
  const app = await practiceWithTwoSellers();
  await takePayment(app, OWNER, { appointmentId: "visit-0", key: "a", taking: cash(600, 3600) });
  expect((await merge(app, OWNER, { id: "bo", otherId: "ana", personalData })).kind).toBe("merged");
  expect(await getBalance(app.db.kysely, "bo")).toEqual({ owed: 3000, credit: 0 });
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});
