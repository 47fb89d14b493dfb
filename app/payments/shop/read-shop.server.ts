import { sql } from "kysely";
import {
  type BillItem,
  listBills,
  listItems,
  listPaymentsOf,
  listRests,
  type Payment,
} from "#app/payments/bills.db.server.ts";
import { listNames } from "#app/payments/client-money.server.ts";
import { sum } from "#app/payments/money.ts";
import { listSellersFor } from "#app/payments/sellers.server.ts";
import { listLiabilities, type SellerLiability } from "#app/payments/shop/liability.server.ts";
import { type Order, readSending, type SendState } from "#app/payments/shop/orders.db.server.ts";
import { listProducts, type Product } from "#app/payments/shop/products.server.ts";
import { listShares } from "#app/payments/shop/share-course.server.ts";
import { giftVoucher } from "#app/payments/shop/voucher.mail.tsx";
import { listVatRates, listVouchers } from "#app/payments/shop/vouchers.db.server.ts";
import { type VatKind, type Voucher, vatKindOf } from "#app/payments/shop/vouchers.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { type Actor, mayWith } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** What can be sold without an appointment, and to whom. Pence. */
export type Counter = {
  sellers: { id: string; name: string }[];
  sellerId: string;
  products: Product[];
  /** Null: sold to someone who is no client. */
  client: { id: string; name: string; creditPence: number } | null;
  /** Of a voucher sold now. */
  vatKind: VatKind;
};

/** Null: payments are off, the actor sells for nobody, or there is no such seller or client. */
export async function getCounter(
  app: AppContext,
  actor: Actor,
  { sellerId, clientId }: { sellerId: string | null; clientId: string | null },
): Promise<Counter | null> {
  if (!(await readPractice(app)).settings.payments.on) return null;
  const db = app.db.kysely;
  const known = await db
    .selectFrom("sellers")
    .leftJoin("therapists", "therapists.id", "sellers.therapist_id")
    .select(["sellers.id", "sellers.legal_name", "sellers.therapist_id", "sellers.vat_rate", "therapists.name"])
    .orderBy("sellers.therapist_id")
    .orderBy("sellers.id")
    .execute();
  const own = known
    .filter((one) => mayWith(actor, ["change", "payments"], one.therapist_id))
    .sort((one, other) => Number(one.therapist_id !== null) - Number(other.therapist_id !== null));
  const seller = sellerId === null ? own[0] : own.find(({ id }) => id === sellerId);
  if (!seller) return null;
  const row = clientId === null ? null : await getName(db, clientId);
  if (row === undefined) return null;
  const credit = clientId === null ? 0 : Math.max(0, sum(await listRests(db, { clientId, sellerId: seller.id })));
  const rate = seller.vat_rate;
  const rates = rate === null ? [] : await listVatRates(db, { sellerId: seller.id, own: rate });
  return {
    sellers: own.map(({ id, legal_name, name }) => ({ id, name: name ?? legal_name })),
    sellerId: seller.id,
    products: await listProducts(db, { sellerId: seller.id }),
    client: row && { id: row.id, name: row.name ?? "Unknown", creditPence: credit },
    vatKind: vatKindOf(rate, rates).kind,
  };
}

async function getName(db: Queries, clientId: string) {
  return db.selectFrom("clients").select(["id", "name"]).where("id", "=", clientId).executeTakeFirst();
}

/** Something sold without an appointment. Pence; ms UTC. */
export type Sale = {
  sellerName: string;
  client: { id: string; name: string } | null;
  items: BillItem[];
  payments: Payment[];
  vouchers: Voucher[];
  totalPence: number;
  /** The press that sold it; null: it was taken back. */
  takingId: string | null;
  receiptId: string | null;
  confirmAbovePence: number;
  zone: string;
};

/** Null: payments are off, there is no such sale, or its seller's money is not the actor's to see. */
export async function getSale(app: AppContext, actor: Actor, billId: string): Promise<Sale | null> {
  const { settings } = await readPractice(app);
  const db = app.db.kysely;
  const [bill] = settings.payments.on ? await listBills(db, { ids: [billId] }) : [];
  if (!bill || bill.appointmentId !== null) return null;
  const sellers = await listSellersFor(db, actor, ["see", "payments"]);
  const seller = sellers.find(({ id, sees }) => id === bill.sellerId && sees === "everything");
  if (!seller) return null;
  const items = await listItems(db, billId);
  // What was brought over from another system was not sold here.
  if (items.some(({ item }) => item === "opening")) return null;
  const row = bill.clientId === null ? undefined : await getName(db, bill.clientId);
  return {
    sellerName: seller.name,
    client: row ? { id: row.id, name: row.name ?? "Unknown" } : null,
    items,
    payments: await listPaymentsOf(db, billId),
    vouchers: await listVouchers(db, { billId }),
    totalPence: bill.totalPence,
    takingId: items[0]?.takingId ?? null,
    receiptId: bill.receiptId,
    confirmAbovePence: settings.moneyRules.confirmAbovePence,
    zone: settings.bookingRules.zone,
  };
}

export type ListedVoucher = Voucher & { client: string | null };

/**
 * The vouchers and courses of the sellers whose payments the actor sees, newest first; null while payments are off.
 * `ending`: the last characters of a code. `leftPence`: what all of them can still buy. `month`: of
 * what is owed.
 */
export async function listVouchersFor(
  app: AppContext,
  actor: Actor,
  { ending, month }: { ending: string; month: string },
): Promise<{
  vouchers: ListedVoucher[];
  more: boolean;
  leftPence: number;
  liabilities: SellerLiability[];
  sellers: Map<string, string>;
  sells: boolean;
} | null> {
  if (!(await readPractice(app)).settings.payments.on) return null;
  const db = app.db.kysely;
  const sellers = (await listSellersFor(db, actor, ["see", "payments"])).filter(({ sees }) => sees === "everything");
  if (sellers.length === 0) return null;
  const sellerIds = sellers.map(({ id }) => id);
  const found = await listVouchers(db, { sellerIds, ending });
  const ids = [...new Set(found.flatMap(({ clientId }) => clientId ?? []))];
  const rows =
    ids.length === 0 ? [] : await db.selectFrom("clients").select(["id", "name"]).where("id", "in", ids).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name ?? "Unknown"]));
  const liabilities = await listLiabilities(db, { sellerIds, month });
  return {
    vouchers: found
      .slice(0, MOST)
      .map((one) => ({ ...one, client: one.clientId && (names.get(one.clientId) ?? null) })),
    more: found.length > MOST,
    leftPence: liabilities.reduce((all, { nowPence }) => all + nowPence, 0),
    liabilities,
    sellers: new Map(sellers.map(({ id, name }) => [id, name])),
    sells: sellers.some(({ therapistId }) => mayWith(actor, ["change", "payments"], therapistId)),
  };
}

const MOST = 200;

export type VoucherRecord = {
  voucher: Voucher;
  sellerName: string;
  client: { id: string; name: string } | null;
  note: string | null;
  /** Null: it was brought over from another system. */
  saleId: string | null;
  soldAt: number;
  moves: {
    id: string;
    move: string;
    pence: number;
    sessions: number;
    reason: string | null;
    at: number;
    who: string | null;
    /** Where it was spent. */
    appointmentId: string | null;
  }[];
  /** Bought online, and for whom. Null: sold here. */
  order:
    | ({ forgotten: boolean; isOpened: boolean; sending: SendState } & Pick<
        Order,
        "buyer_name" | "buyer_email" | "recipient_name" | "recipient_email"
      >)
    | null;
  /** Who else may use it, of a course. */
  sharedWith: string[];
  may: boolean;
  confirmAbovePence: number;
  zone: string;
};

/** Null: payments are off, there is none, or its seller's money is not the actor's to see. */
export async function getVoucherRecord(app: AppContext, actor: Actor, id: string): Promise<VoucherRecord | null> {
  const { settings } = await readPractice(app);
  const db = app.db.kysely;
  const [voucher] = settings.payments.on ? await listVouchers(db, { ids: [id] }) : [];
  if (!voucher) return null;
  const sellers = await listSellersFor(db, actor, ["see", "payments"]);
  const seller = sellers.find((one) => one.id === voucher.sellerId && one.sees === "everything");
  if (!seller) return null;
  const sold = await db
    .selectFrom("vouchers")
    .leftJoin("bill_items", "bill_items.id", "vouchers.item_id")
    .leftJoin("clients", "clients.id", "vouchers.client_id")
    .leftJoin("voucher_orders", "voucher_orders.voucher_id", "vouchers.id")
    .select(["vouchers.note", "vouchers.at", "bill_items.bill_id", "bill_items.item", "clients.name"])
    .select(["voucher_orders.id as order_id", "buyer_name", "buyer_email", "recipient_name", "recipient_email"])
    .select(["voucher_orders.issue", "opened_at", "forgotten_at"])
    .where("vouchers.id", "=", id)
    .executeTakeFirstOrThrow();
  const moves = await db
    .selectFrom("voucher_moves")
    .innerJoin("ledger_entries", "ledger_entries.row_id", "voucher_moves.id")
    .leftJoin("bills", "bills.id", "voucher_moves.bill_id")
    .select(["voucher_moves.id", "voucher_moves.move", "voucher_moves.pence", "voucher_moves.sessions"])
    .select(["voucher_moves.reason", "voucher_moves.at", "voucher_moves.actor", "bills.appointment_id"])
    .where("voucher_id", "=", id)
    .orderBy(sql`seq`)
    .execute();
  const names = await listNames(
    db,
    moves.map((one) => one.actor),
  );
  return {
    voucher,
    sellerName: seller.name,
    client: voucher.clientId === null ? null : { id: voucher.clientId, name: sold.name ?? "Unknown" },
    note: sold.note,
    saleId: sold.item === "opening" ? null : sold.bill_id,
    soldAt: sold.at,
    moves: moves.map(({ actor: by, appointment_id, ...one }) => ({
      ...one,
      who: names.get(by) ?? null,
      appointmentId: appointment_id,
    })),
    order: await orderFrom(db, sold),
    sharedWith: voucher.kind === "course" ? (await listShares(db, [id])).map(({ email }) => email) : [],
    may: mayWith(actor, ["change", "payments"], seller.therapistId),
    confirmAbovePence: settings.moneyRules.confirmAbovePence,
    zone: settings.bookingRules.zone,
  };
}

type OrderColumns = "buyer_name" | "buyer_email" | "recipient_name" | "recipient_email" | "opened_at" | "forgotten_at";
type SoldOnline = { [Column in OrderColumns]: Order[Column] | null } & {
  order_id: string | null;
  issue: number | null;
};

async function orderFrom(db: Queries, row: SoldOnline): Promise<VoucherRecord["order"]> {
  const { order_id: id, issue, recipient_email, opened_at, forgotten_at } = row;
  if (id === null || issue === null) return null;
  const [buyer_name, buyer_email, recipient_name] = [
    row.buyer_name ?? "",
    row.buyer_email ?? "",
    row.recipient_name ?? "",
  ];
  return {
    ...{ buyer_name, buyer_email, recipient_name, recipient_email },
    ...{ forgotten: forgotten_at !== null, isOpened: opened_at !== null },
    sending: await readSending(db, { id, issue, recipient_email }, giftVoucher.id),
  };
}
