import { closeDay, sumsOfDay } from "#app/payments/close-day.server.ts";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import type { Method, Taking } from "#app/payments/money.ts";
import { sell } from "#app/payments/shop/sell.server.ts";
import { listVouchers } from "#app/payments/shop/vouchers.db.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { instantOf, localDateOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAYS_BEHIND = 28;
const CLOSING_MINUTE = 18 * 60 + 4;
// As the seed marks what it wrote, so that the demo's end takes it out.
const MARK = "demo-setting";
const FLOAT_PENCE = 4000;
const USUAL: readonly Method[] = ["card", "card", "cash", "card", "card", "bank", "card", "cash", "card", "voucher"];

type Past = { app: AppContext; owner: Actor; to: (at: number) => void; now: number };

/** Four weeks of money for the demo's attended visits, by the room's own commands: each day counted and closed. */
export async function inventPayments({ app, owner, to, now }: Past): Promise<void> {
  const db = app.db.kysely;
  const { bookingRules, business } = (await readPractice(app)).settings;
  const zoneOf = (at: number) => localDateOf(at, bookingRules.zone);
  const since = now - DAYS_BEHIND * DAY_MS;
  const visits = await db
    .selectFrom("appointments")
    .innerJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select(["appointments.id", "appointments.ends_at", "appointments.price_pence", "appointments.client_id"])
    .where("attendances.state", "=", "finished")
    .where("appointments.ends_at", ">", since)
    .where("appointments.ends_at", "<=", now - 6 * MINUTE_MS)
    .orderBy("appointments.ends_at")
    .orderBy("appointments.starts_at")
    .orderBy("appointments.therapist_id")
    .execute();
  to(since);
  await switchOn(app, { since, name: business.fullName || business.name, prefix: bookingRules.referencePrefix });
  for (const [number, visit] of visits.entries()) {
    const last = visits[number - 1];
    const day = zoneOf(visit.ends_at);
    if (last && zoneOf(last.ends_at) !== day) await close({ app, owner, to, now }, zoneOf(last.ends_at));
    // The last of today is still to be taken.
    if (!visits[number + 1] && day === zoneOf(now)) continue;
    to(visit.ends_at + 5 * MINUTE_MS);
    const sold = visit.client_id && (await sellBeside({ app, owner, to, now }, { number, clientId: visit.client_id }));
    const taking = sold ? spendingOf(sold, visit.price_pence) : takingOf(number, visit.price_pence);
    const press = { appointmentId: visit.id, key: `demo ${visit.id}`, taking };
    const outcome = await takePayment(app, owner, press);
    if (outcome.kind !== "taken") throw new Error(`The demo's payment is ${outcome.kind}`);
  }
  to(now);
}

async function switchOn(app: AppContext, { since, name, prefix }: { since: number; name: string; prefix: string }) {
  const db = app.db.kysely;
  const value = { on: true, since, monthlyMail: false, online: false };
  await writeSetting(db, { key: "payments", value, now: since });
  await db
    .insertInto("demo_marks")
    .values({ kind: MARK, id: "payments", value: JSON.stringify(value) })
    .execute();
  const empty = {
    therapist_id: null,
    owner_sees: "everything",
    bank_details: "",
    vat_number: "",
    vat_rate: null,
    version: 1,
  };
  const address = "Unit 7, Larchgate Industrial Estate\nFoundry Rise, Ashenholme LY7 4QG";
  const seller = {
    ...empty,
    id: PRACTICE_SELLER,
    legal_name: name,
    address,
    receipt_prefix: prefix,
    updated_at: since,
  };
  await db.insertInto("sellers").values(seller).execute();
  await db
    .insertInto("products")
    .values(PRODUCTS.map((product) => ({ ...product, ...ON_SALE, updated_at: since })))
    .execute();
  await raiseContentVersion(db, since);
}

const BALL = "demo-massage-ball";
const COURSE = { id: "demo-course", pence: 216_00 };
const ON_SALE = { seller_id: PRACTICE_SELLER, vat_rate: null, service_id: null, on_sale: 1, version: 1 };
const GOODS = { kind: "product", sessions: null } as const;

// Their ids say that the demo's end takes them, unless they were changed.
const PRODUCTS = [
  { id: BALL, title: "Massage ball, 6 cm", pence: 900, stock: 24, ...GOODS },
  { id: "demo-massage-oil", title: "Massage oil, 100 ml", pence: 1100, stock: 8, ...GOODS },
  { id: "demo-tape", title: "Kinesiology tape", pence: 1250, stock: null, ...GOODS },
  { ...COURSE, title: "Course of 5, 45 min", kind: "course", stock: null, sessions: 5 } as const,
];

const VOUCHER_PENCE = 50_00;

/** A course to one client, which pays for their visit, and a voucher to another. Null: nothing that pays. */
async function sellBeside(
  { app, owner }: Past,
  { number, clientId }: { number: number; clientId: string },
): Promise<string | null> {
  const isCourse = number === 8;
  if (!isCourse && number !== 12) return null;
  const seenPence = isCourse ? COURSE.pence : VOUCHER_PENCE;
  const products = isCourse ? [{ productId: COURSE.id, quantity: 1 }] : [];
  const lines = [{ method: "card" as const, pence: seenPence }];
  const sale = { products, voucherPence: isCourse ? 0 : VOUCHER_PENCE, lines, seenPence };
  const selling = { sellerId: PRACTICE_SELLER, clientId, key: `demo sale ${number}`, sale };
  const outcome = await sell(app, owner, selling);
  if (outcome.kind !== "sold") throw new Error(`The demo's sale is ${outcome.kind}`);
  const [course] = isCourse ? await listVouchers(app.db.kysely, { billId: outcome.saleId }) : [];
  return course?.id ?? null;
}

function spendingOf(voucherId: string, seenPence: number): Taking {
  const spend = { voucherId, pence: null, seenLeft: null };
  return { lines: [], tipPence: 0, extras: [], discount: null, seenPence, spend };
}

function takingOf(number: number, seenPence: number): Taking {
  const method = USUAL[number % USUAL.length] ?? "card";
  const whole: Taking = { lines: [{ method, pence: seenPence }], tipPence: 0, extras: [], discount: null, seenPence };
  if (number % 29 === 13) return { ...whole, lines: [] };
  if (number % 37 === 20) return { ...whole, lines: [{ method: "cash", pence: 2000 }] };
  if (number % 23 === 7) return { ...whole, lines: [{ method: "card", pence: seenPence + 500 }], tipPence: 500 };
  if (number % 17 === 5) {
    const lines = [{ method, pence: seenPence + 900 }];
    return { ...whole, lines, products: [{ productId: BALL, quantity: 1 }] };
  }
  if (number % 31 !== 11) return whole;
  const discount = { pence: 600, reason: "Started ten minutes late" };
  return { ...whole, lines: [{ method, pence: seenPence - 600 }], discount };
}

async function close({ app, owner, to, now }: Past, day: string): Promise<void> {
  const { bookingRules } = (await readPractice(app)).settings;
  const sellerId = PRACTICE_SELLER;
  to(Math.min(now, instantOf(day, CLOSING_MINUTE, bookingRules.zone)));
  const sums = await sumsOfDay(app.db.kysely, { sellerId, day });
  const isShort = Number(day.slice(8)) === 10 && sums.cash.pence > 0;
  const cash = sums.cash.pence + FLOAT_PENCE - (isShort ? 500 : 0);
  const outcome = await closeDay(app, owner, {
    ...{ sellerId, day, floatPence: FLOAT_PENCE },
    counted: { card: sums.card.pence, cash, voucher: sums.voucher.pence },
    bankedPence: Math.max(0, cash - FLOAT_PENCE),
    sentence: isShort ? "Gave someone £5 too much change." : "",
    seenPence: sums.card.pence + sums.cash.pence + sums.voucher.pence + sums.bank.pence,
  });
  if (outcome.kind !== "closed") throw new Error(`The demo's closing is ${outcome.kind}`);
}
