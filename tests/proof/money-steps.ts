import { closeDay, sumsOfDay } from "#app/payments/close-day.server.ts";
import { chargeFee, followSchedule, noteFeeRule, waiveFee } from "#app/payments/fees.server.ts";
import { issueReceipt } from "#app/payments/issue-receipt.server.ts";
import { openings, payOpening } from "#app/payments/opening.server.ts";
import { listProducts, productForm, saveProduct } from "#app/payments/shop/products.server.ts";
import { expireVouchers, returnVoucher } from "#app/payments/shop/return-voucher.server.ts";
import { sell } from "#app/payments/shop/sell.server.ts";
import { giveBack, giveCreditBack, takeBack, writeOff } from "#app/payments/take-back.server.ts";
import { addCredit, payTogether, takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { openApp } from "#scripts/open-app.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { killedAt } from "#tests/proof/killed-at.ts";
import { BEFORE_ONLINE, ONLINE_STEPS, prepareOnline } from "#tests/proof/online-money-steps.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";

// node tests/proof/money-steps.ts BEFORE STEP WRITE: presses BEFORE twice, then STEP, and kills itself at that write of it.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export const NOON = Date.UTC(2027, 4, 4, 11);
const OWNER: Actor = { kind: "admin", userId: "owner", isConfirmed: true };
const THERAPIST = "demo-imogen-hartley";
const SERVICE = "demo-deep-tissue-massage";

type Step = (app: AppContext) => Promise<{ kind: string } | number>;
type OneTaking = { lines: { method: "card"; pence: number }[]; seenPence: number };

const taking = ({ lines, seenPence }: OneTaking) => ({ lines, seenPence, tipPence: 0, extras: [], discount: null });
const take = (app: AppContext, of: number, pence = 4800) =>
  takePayment(app, OWNER, {
    appointmentId: `visit-${of}`,
    key: `take ${of}`,
    taking: taking({ lines: pence > 0 ? [{ method: "card", pence }] : [], seenPence: 4800 }),
  });
const paymentOf = (app: AppContext, of: number) =>
  app.db.kysely
    .selectFrom("payments")
    .innerJoin("allocations", "allocations.payment_id", "payments.id")
    .innerJoin("bills", "bills.id", "allocations.bill_id")
    .select(["payments.id", "payments.taking_id"])
    .where("bills.appointment_id", "=", `visit-${of}`)
    .where("payments.pence", ">", 0)
    .orderBy("payments.at")
    .executeTakeFirstOrThrow();
const reason = "Pressed by mistake";

/** What was sold here first. */
async function voucherOf(app: AppContext, kind: "money" | "course"): Promise<string> {
  const sold = app.db.kysely.selectFrom("vouchers").select("id").where("kind", "=", kind).orderBy("at");
  return (await sold.executeTakeFirstOrThrow()).id;
}

const STEPS = {
  take: (app) => take(app, 0),
  "take a part": (app) => take(app, 1, 2000),
  "take together": (app) =>
    payTogether(app, OWNER, {
      ...{ clientId: "ana", appointmentIds: ["visit-2", "visit-3"], method: "cash", seenPence: 9600, key: "together" },
    }),
  "put on account": (app) =>
    addCredit(app, OWNER, { clientId: "ana", sellerId: "1", method: "bank", pence: 6000, key: "credit" }),
  "give credit back": (app) =>
    giveCreditBack(app, OWNER, { clientId: "ana", sellerId: "1", pence: 1000, reason, key: "credit back" }),
  "give back": async (app) => {
    const { id: paymentId } = await paymentOf(app, 0);
    return giveBack(app, OWNER, { paymentId, pence: 1500, reason, owesAgain: false, key: "give" });
  },
  "take back": async (app) => {
    const { taking_id: takingId } = await paymentOf(app, 2);
    return takeBack(app, OWNER, { takingId, reason, key: "back" });
  },
  "write off": (app) => writeOff(app, OWNER, { appointmentId: "visit-1", reason, seenPence: 2800, key: "off" }),
  receipt: (app) => issueReceipt(app, OWNER, { appointmentId: "visit-0" }),
  "charge a fee": (app) => chargeFee(app, OWNER, { appointmentId: "late-0", pence: 2400, key: "fee" }),
  "waive a fee": (app) => waiveFee(app, OWNER, { appointmentId: "late-1", reason, key: "waive" }),
  "follow a refill": (app) => followSchedule(app),
  "sell a product and a voucher": async (app) => {
    const ball = (await listProducts(app.db.kysely, { sellerId: "1" })).find(({ kind }) => kind === "product");
    const products = [{ productId: ball?.id ?? "", quantity: 1 }];
    const sale = { products, voucherPence: 5000, lines: [{ method: "card", pence: 5900 }], seenPence: 5900 } as const;
    return sell(app, OWNER, { sellerId: "1", clientId: null, key: "sell a voucher", sale });
  },
  "sell a course": async (app) => {
    const course = (await listProducts(app.db.kysely, { sellerId: "1" })).find(({ kind }) => kind === "course");
    const products = [{ productId: course?.id ?? "", quantity: 1 }];
    const sale = { products, voucherPence: 0, lines: [{ method: "cash", pence: 21_000 }], seenPence: 21_000 } as const;
    return sell(app, OWNER, { sellerId: "1", clientId: "ana", key: "sell a course", sale });
  },
  "spend a voucher": async (app) => {
    const spend = { voucherId: await voucherOf(app, "money"), pence: 2000, seenLeft: null };
    const lines = [{ method: "card" as const, pence: 2800 }];
    const press = { ...taking({ lines, seenPence: 4800 }), spend };
    return takePayment(app, OWNER, { appointmentId: "visit-4", key: "spend", taking: press });
  },
  "use a session": async (app) => {
    const spend = { voucherId: await voucherOf(app, "course"), pence: null, seenLeft: null };
    const press = { ...taking({ lines: [], seenPence: 4800 }), spend };
    return takePayment(app, OWNER, { appointmentId: "visit-5", key: "session", taking: press });
  },
  "give a voucher back": async (app) => {
    const voucherId = await voucherOf(app, "money");
    return returnVoucher(app, OWNER, { voucherId, seenPence: 3000, reason, key: "return" });
  },
  "bring a voucher over": async (app) => {
    if ((await openings.list(app.db.kysely, ["brought"])).size > 0) return { kind: "saved" };
    const left = { title: "", leftPence: 1500, sessions: null, expiresOn: "2027-05-03", clientId: null };
    await app.db.kysely
      .transaction()
      .execute((tx) => openings.recordVoucher(tx, { app, actor: OWNER }, { ...left, code: "GC-4481", key: "brought" }));
    return { kind: "saved" };
  },
  "bring a balance over": async (app) => {
    if ((await openings.list(app.db.kysely, ["balance"])).size > 0) return { kind: "saved" };
    const balance = { clientId: "bo", creditPence: 1000, owedPence: 2500, key: "balance" };
    await app.db.kysely.transaction().execute((tx) => openings.record(tx, { app, actor: OWNER }, balance));
    return { kind: "saved" };
  },
  "pay what was brought over": async (app) => {
    const brought = await app.db.kysely
      .selectFrom("bill_items")
      .innerJoin("bills", "bills.id", "bill_items.bill_id")
      .select("bills.id")
      .where("item", "=", "opening")
      .where("pence", "=", 2500)
      .executeTakeFirstOrThrow();
    return payOpening(app, OWNER, { billId: brought.id, method: "cash", key: "pay opening" });
  },
  "end what has expired": (app) => expireVouchers(app),
  "close the day": async (app) => {
    const day = localDateOf(app.clock.now(), "Europe/London");
    const sums = await sumsOfDay(app.db.kysely, { sellerId: "1", day });
    const counted = { card: sums.card.pence, cash: sums.cash.pence, voucher: sums.voucher.pence };
    const seenPence = Object.values(sums).reduce((all, { pence }) => all + pence, 0);
    return closeDay(app, OWNER, { sellerId: "1", day, counted, floatPence: 0, sentence: "", seenPence });
  },
  ...ONLINE_STEPS,
} satisfies Record<string, Step>;

export type MoneyStep = keyof typeof STEPS;
export const MONEY_STEPS = Object.keys(STEPS) as MoneyStep[];

const DONE = ["taken", "undone", "saved", "changed", "closed", "sold", "booked"];

async function prepare(app: AppContext): Promise<void> {
  await seedDemo(app);
  const past = { ...app, clock: { now: () => NOON - 90 * DAY } };
  await takesPayments(past);
  const rules = settingSchemas.bookingRules.parse({ chargesLate: true });
  await writeSetting(app.db.kysely, { key: "bookingRules", value: rules, now: NOON - 90 * DAY });
  await prepareOnline(past, { service: SERVICE, now: NOON - 90 * DAY });
  await raiseContentVersion(app.db.kysely, NOON);
  await noteFeeRule(past);
  const what = { client: "ana", minutes: 45, pence: 4800, therapist: THERAPIST, service: SERVICE, source: "website" };
  const late = { at: NOON - HOUR, actor: "client:ana", askedBy: "client" as const, late: true };
  await insertVisits(app, [
    ...[0, 1, 2, 3, 4, 5].map((of) => ({
      ...{ ...what, id: `visit-${of}`, start: NOON - (of + 1) * HOUR, status: "Confirmed", state: "finished" },
      cancelled: null,
    })),
    ...[0, 1].map((of) => ({
      ...{ ...what, id: `late-${of}`, start: NOON + (of + 3) * HOUR, status: "Cancelled", state: null },
      cancelled: late,
    })),
  ]);
  for (const form of [
    { title: "Massage ball, 6 cm", price: "9", stock: "3" },
    { kind: "course", title: "Course of 5", price: "210", sessions: "5" },
  ]) {
    await saveProduct(app, OWNER, { id: null, version: 0, value: productForm.parse(form) });
  }
  const db = app.db.kysely;
  await db.updateTable("cancellations").set({ chargeable: 1 }).execute();
  await db
    .updateTable("appointments")
    .set({ created_at: NOON - 30 * DAY })
    .execute();
}

async function refill(app: AppContext): Promise<void> {
  const start = NOON + 3 * HOUR;
  if (await app.db.kysely.selectFrom("appointments").select("id").where("id", "=", "refill").executeTakeFirst()) return;
  const what = { client: "bo", minutes: 45, pence: 4800, therapist: THERAPIST, service: SERVICE, source: "website" };
  await insertVisits(app, [{ ...what, id: "refill", start, status: "Confirmed", state: null, cancelled: null }]);
  const none = { freed_therapist_id: null, freed_start: null, freed_end: null };
  const taken = { taken_therapist_id: THERAPIST, taken_start: start, taken_end: start + 45 * 60_000 };
  await app.db.kysely
    .insertInto("schedule_changes")
    .values({ ...none, ...taken, id: "refill", at: NOON, cause: "booked", actor: "client", appointment_id: "refill" })
    .execute();
}

/** Every row that money is written to, and what of bookings waits for it. */
export async function rowsIn(db: Queries): Promise<{ fault: string | null; rows: number }> {
  const { entries, fault } = await verifyLedger(db);
  let rows = entries;
  const waiting = ["booking_holds", "prepayments", "kept_cards", "card_agreements", "voucher_orders"] as const;
  for (const table of ["fees", "ledger_keys", "appointments", ...waiting] as const) {
    const count = db.selectFrom(table).select((all) => all.fn.countAll<number>().as("rows"));
    rows += Number((await count.executeTakeFirstOrThrow()).rows);
  }
  return { fault, rows };
}

async function before(app: AppContext, step: string): Promise<void> {
  if (step === "follow a refill") await refill(app);
  await BEFORE_ONLINE[step]?.(app);
}

async function press(app: AppContext, step: string): Promise<string> {
  if (step === "prepare") {
    await prepare(app);
    return "done";
  }
  await before(app, step);
  const outcome = await STEPS[step as MoneyStep](app);
  const kind = typeof outcome === "number" ? "changed" : outcome.kind;
  return DONE.includes(kind) ? `done: ${kind}` : JSON.stringify(outcome);
}

if (import.meta.main) {
  const [last = "", step = "", write = "0"] = process.argv.slice(2);
  const opened = await openApp(readConfig());
  const app = { ...opened, clock: { now: () => NOON } };
  const db = app.db.kysely;
  const afterwards = await press(app, last);
  const { rows: once } = await rowsIn(db);
  if (last !== "prepare") await press(app, last);
  const { rows: twice } = await rowsIn(db);
  await before(app, step);
  const { rows: begun } = await rowsIn(db);
  console.log(JSON.stringify({ afterwards, once, twice, begun }));
  if (step !== "end") await press(killedAt(app, Number(write)), step);
  await app.db.close();
}
