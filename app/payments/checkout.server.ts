import { viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import {
  type Bill,
  type BillItem,
  getBalance,
  getBillOf,
  listBills,
  listBrought,
  listCredits,
  listItems,
  listPaymentsOf,
  listRests,
  listUnpaid,
  type Payment,
  sellerOf,
} from "#app/payments/bills.db.server.ts";
import { type Fee, type FeeProposal, getFee, listFeeProposals } from "#app/payments/fees.server.ts";
import { paidInWords, sum, TAKEN_METHODS, type TakenMethod } from "#app/payments/money.ts";
import { type AtReader, followReader, readerFor } from "#app/payments/online/card-reader.server.ts";
import { type CardView, getCardView } from "#app/payments/online/charge-card.server.ts";
import { hasTill } from "#app/payments/online/tills.server.ts";
import type { Product } from "#app/payments/shop/products.server.ts";
import { listSpendable, listVouchers } from "#app/payments/shop/vouchers.db.server.ts";
import type { Voucher } from "#app/payments/shop/vouchers.ts";
import { clientIdOf, listMissed, owedFor } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, mayWith } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type Offered = Pick<Product, "id" | "title" | "pence" | "stock">;

/** What can be sold here beside the treatment, and what vouchers can pay for it. */
export type Shop = {
  /** Of the appointment's seller. */
  products: Offered[];
  /** The others who have a list of products: what they sell is a payment of its own. */
  otherSellers: { id: string; name: string }[];
  /** In the client's name. */
  vouchers: Voucher[];
  /** What a course can pay of it. */
  servicePence: number;
  where: { today: string; sellerId: string; serviceId: string };
};

/** What a checkout shows. Pence. `billId` null: nothing was taken or kept yet. */
export type Checkout = {
  appointment: { id: string; name: string; start: number; therapistId: string };
  billId: string | null;
  clientId: string | null;
  items: Pick<BillItem, "text" | "pence" | "reason">[];
  /** What a voucher or course has paid of it. */
  spent: Pick<BillItem, "takingId" | "text" | "pence" | "at">[];
  shop: Shop;
  payments: (Payment & { isTakenBack: boolean })[];
  /** What may cost a fee, and nothing is decided. */
  proposal: FeeProposal | null;
  /** A fee that stands. */
  fee: Fee | null;
  /** Giving back or writing off more needs an owner. */
  confirmAbovePence: number;
  owedPence: number;
  creditPence: number;
  /** What the client paid with last time. */
  usual: TakenMethod;
  receiptId: string | null;
  zone: string;
  /** Its seller can be paid by a link. */
  paysOnline?: true;
  /** What its client left for it when they booked. */
  card?: CardView;
  /** Its seller's card reader. */
  reader?: AtReader;
};

/** Null where there is nothing to take: no such appointment within scope, or payments are off. */
export async function getCheckout(app: AppContext, actor: Actor, appointmentId: string): Promise<Checkout | null> {
  const { settings } = await readPractice(app);
  const db = app.db.kysely;
  if (!settings.payments.on) return null;
  const appointment = await getAppointment(db, appointmentId);
  if (!appointment || !mayWith(actor, ["see", "payments"], appointment.therapistId)) return null;
  const bill = await getBillOf(db, appointmentId);
  const clientId = bill?.clientId ?? (await clientIdOf(db, appointmentId));
  const sellerId = bill?.sellerId ?? (await sellerOf(db, appointment.therapistId));
  const booked = {
    text: `${appointment.serviceTitle}, ${appointment.minutes} min`,
    pence: appointment.pricePence,
    reason: null,
  };
  // Nobody is missed before it has begun.
  const hasBegun = appointment.start <= app.clock.now();
  const isMissed = hasBegun && (await listMissed(db, [appointmentId])).has(appointmentId);
  const payments = bill ? await listPaymentsOf(db, bill.id) : [];
  const owedPence = owedFor({ ...appointment, isMissed }, bill);
  const isOff = isMissed || viewStatus(appointment.status) === "Cancelled";
  const now = app.clock.now();
  const [proposal = null] = isOff ? await listFeeProposals(db, settings, { scope: "all", now, appointmentId }) : [];
  const reader = settings.payments.online ? await readerFor(db, { sellerId, appointmentId }) : null;
  // What has ended meanwhile stands in the ledger: it is read anew.
  if (reader?.pageId && reader.last?.state === "open" && (await followReader(app, reader.pageId))) {
    return getCheckout(app, actor, appointmentId);
  }
  const items = bill ? await listItems(db, bill.id) : [];
  const card = settings.payments.online ? await getCardView(db, appointmentId) : null;
  const where = { today: localDateOf(app.clock.now(), settings.bookingRules.zone), sellerId };
  const spending = { ...where, serviceId: appointment.serviceId };
  return {
    appointment: {
      id: appointment.id,
      name: appointment.name ?? "Unknown",
      start: appointment.start,
      therapistId: appointment.therapistId,
    },
    billId: bill?.id ?? null,
    clientId,
    items: [...(owedPence > (bill?.owedPence ?? 0) ? [booked] : []), ...items],
    spent: items.filter(({ item }) => item === "spent"),
    shop: {
      ...(await listOffered(db, actor, sellerId)),
      vouchers: owedPence > 0 ? await listSpendable(db, { clientId, ...spending }) : [],
      servicePence: isOff ? 0 : appointment.pricePence,
      where: spending,
    },
    payments: payments.map((one) => ({
      ...one,
      isTakenBack: isTakenBack(one, payments),
    })),
    proposal,
    fee: bill && bill.feePence > 0 ? await getFee(db, appointmentId) : null,
    confirmAbovePence: settings.moneyRules.confirmAbovePence,
    owedPence,
    creditPence: Math.max(0, sum(await listRests(db, { clientId, sellerId }))),
    usual: methodIn(payments) ?? (await usualMethod(db, clientId)),
    receiptId: bill?.receiptId ?? null,
    zone: settings.bookingRules.zone,
    ...(settings.payments.online && owedPence > 0 && (await hasTill(db, sellerId)) && { paysOnline: true as const }),
    ...(card && { card }),
    ...(reader && { reader: { name: reader.name, last: reader.last } }),
  };
}

async function listOffered(
  db: Queries,
  actor: Actor,
  sellerId: string,
): Promise<Pick<Shop, "products" | "otherSellers">> {
  const rows = await db
    .selectFrom("products")
    .innerJoin("sellers", "sellers.id", "products.seller_id")
    .leftJoin("therapists", "therapists.id", "sellers.therapist_id")
    .select(["products.id", "products.title", "products.pence", "products.stock", "products.seller_id"])
    .select(["sellers.legal_name", "sellers.therapist_id", "therapists.name"])
    .where("products.kind", "=", "product")
    .where("products.on_sale", "=", 1)
    .orderBy("products.title")
    .orderBy("products.id")
    .execute();
  const others = rows.filter(
    (row) => row.seller_id !== sellerId && mayWith(actor, ["change", "payments"], row.therapist_id),
  );
  return {
    products: rows
      .filter((row) => row.seller_id === sellerId)
      .map(({ id, title, pence, stock }) => ({ id, title, pence, stock })),
    otherSellers: [...new Map(others.map((row) => [row.seller_id, row.name ?? row.legal_name]))].map(([id, name]) => ({
      id,
      name,
    })),
  };
}

function isTakenBack({ id, pence }: Payment, payments: readonly Payment[]): boolean {
  return pence <= 0 || payments.some(({ counters }) => counters === id);
}

/** Of the last payment among these that brought money. */
function methodIn(payments: readonly Payment[]): TakenMethod | null {
  const last = payments.findLast(({ method, pence }) => pence > 0 && method !== "credit");
  return TAKEN_METHODS.find((method) => method === last?.method) ?? null;
}

async function usualMethod(db: Queries, clientId: string | null): Promise<TakenMethod> {
  if (clientId === null) return "card";
  const last = await db
    .selectFrom("payments")
    .select("method")
    .where("client_id", "=", clientId)
    .where("pence", ">", 0)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return TAKEN_METHODS.find((method) => method === last?.method) ?? "card";
}

/** What an appointment's row says of its money: what is owed, or `£48.00 by card`. */
export type MoneyView = {
  owedPence: number;
  paid: string | null;
  mayCostFee: boolean;
  /** What its client owes for others, and what is held for them; null for who sees only a part of it. */
  beside: { owedPence: number; creditPence: number } | null;
};

type Priced = { id: string; pricePence: number; status: string; therapistId: string };

/** By appointment; null, and not a statement, while payments are off or for whoever may not see them. */
export async function moneyOf(
  app: AppContext,
  actor: Actor,
  appointments: readonly Priced[],
): Promise<Record<string, MoneyView> | null> {
  const { settings } = await readPractice(app);
  if (!settings.payments.on || appointments.length === 0) return null;
  const seen = appointments.filter(({ therapistId }) => mayWith(actor, ["see", "payments"], therapistId));
  if (seen.length === 0) return null;
  const bills = await listBills(app.db.kysely, { appointmentIds: seen.map(({ id }) => id) });
  const paid = await methodsOf(app.db.kysely, bills);
  const missed = await listMissed(
    app.db.kysely,
    seen.map(({ id }) => id),
  );
  const off = seen.filter(({ id, status }) => viewStatus(status) === "Cancelled" || missed.has(id));
  const proposed = new Set<string>();
  for (const { id: appointmentId } of off) {
    const [one] = await listFeeProposals(app.db.kysely, settings, {
      scope: "all",
      now: app.clock.now(),
      appointmentId,
    });
    if (one?.why === null) proposed.add(appointmentId);
  }
  const beside = await besideOf(app, actor, seen);
  return Object.fromEntries(
    seen.map((appointment) => {
      const bill = bills.find(({ appointmentId }) => appointmentId === appointment.id) ?? null;
      return [
        appointment.id,
        {
          owedPence: owedFor({ ...appointment, isMissed: missed.has(appointment.id) }, bill),
          mayCostFee: proposed.has(appointment.id),
          paid: bill && (paid.get(bill.id) ?? null),
          beside: beside.get(appointment.id) ?? null,
        },
      ];
    }),
  );
}

async function besideOf(
  app: AppContext,
  actor: Actor,
  appointments: readonly Priced[],
): Promise<Map<string, NonNullable<MoneyView["beside"]>>> {
  if (!mayWith(actor, ["see", "payments"], null)) return new Map();
  const db = app.db.kysely;
  const { payments } = (await readPractice(app)).settings;
  const ids = appointments.map(({ id }) => id);
  const own = await db.selectFrom("appointments").select(["id", "client_id"]).where("id", "in", ids).execute();
  const clientIds = [...new Set(own.flatMap(({ client_id }) => client_id ?? []))];
  if (clientIds.length === 0) return new Map();
  const unpaid = { scope: "all", now: app.clock.now(), since: payments.since ?? 0, clientIds } as const;
  const { rows } = await listUnpaid(db, unpaid);
  const credits = await listCredits(db, clientIds);
  return new Map(
    own.map(({ id, client_id: clientId }) => {
      const others = rows.filter((row) => row.clientId === clientId && row.id !== id);
      const owedPence = others.reduce((all, row) => all + row.owedPence, 0);
      return [id, { owedPence, creditPence: credits.get(clientId ?? "") ?? 0 }];
    }),
  );
}

export type ClientBalance = {
  owedPence: number;
  creditPence: number;
  /** Those that are to be paid. */
  appointmentIds: string[];
  /** What is left of their vouchers and courses. */
  vouchers: Voucher[];
  /** What may cost a fee, and nobody has decided. */
  fees: Pick<FeeProposal, "appointmentId" | "occasion" | "start" | "mostPence">[];
};

/** What a client owes, and what is held for them; null while payments are off, and for whoever sees only a part of it. */
export async function balanceOf(app: AppContext, actor: Actor, clientId: string): Promise<ClientBalance | null> {
  const { settings } = await readPractice(app);
  const { payments } = settings;
  if (!payments.on || !mayWith(actor, ["see", "payments"], null)) return null;
  const since = payments.since ?? 0;
  const db = app.db.kysely;
  const { rows } = await listUnpaid(db, { scope: "all", now: app.clock.now(), since, clientIds: [clientId] });
  const { credit } = await getBalance(db, clientId);
  const brought = await listBrought(db, clientId);
  // What was brought over from another system belongs to no appointment.
  const owedPence = [...rows, ...brought].reduce((all, row) => all + row.owedPence, 0);
  const proposals = await listFeeProposals(db, settings, { scope: "all", now: app.clock.now(), clientId });
  const fees = proposals
    .filter(({ why }) => why === null)
    .map(({ appointmentId, occasion, start, mostPence }) => ({ appointmentId, occasion, start, mostPence }));
  const vouchers = (await listVouchers(db, { clientId })).filter(({ leftPence }) => leftPence > 0);
  return { owedPence, creditPence: credit, appointmentIds: rows.map(({ id }) => id), fees, vouchers };
}

/** By bill: `£38.00 by card and £20.00 by voucher`. */
async function methodsOf(db: Queries, bills: readonly Bill[]): Promise<Map<string, string>> {
  const money = await listMethods(db, bills);
  const spent = await listSpentBy(db, bills);
  return new Map(
    bills.flatMap(({ id, paidPence, spentPence }) => {
      const words = [
        ...(paidPence > 0 ? [paidInWords({ method: money.get(id) ?? "", pence: paidPence })] : []),
        ...(spentPence > 0 ? [`${priceInFull(spentPence)} ${spent.get(id) ?? "by voucher"}`] : []),
      ];
      return words.length > 0 ? [[id, words.join(" and ")]] : [];
    }),
  );
}

async function listMethods(db: Queries, bills: readonly Bill[]): Promise<Map<string, string>> {
  const ids = bills.flatMap(({ id, paidPence }) => (paidPence > 0 ? id : []));
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("allocations")
    .innerJoin("payments", "payments.id", "allocations.payment_id")
    .select(["allocations.bill_id", "payments.method"])
    .where("allocations.bill_id", "in", ids)
    .where("allocations.pence", ">", 0)
    .orderBy("allocations.at")
    .execute();
  return new Map(rows.map(({ bill_id, method }) => [bill_id, method]));
}

/** Of those that vouchers or courses have paid: which of both, by bill. */
async function listSpentBy(db: Queries, bills: readonly Bill[]): Promise<Map<string, string>> {
  const ids = bills.flatMap(({ id, spentPence }) => (spentPence > 0 ? id : []));
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("voucher_moves")
    .select(["bill_id", "sessions"])
    .where("bill_id", "in", ids)
    .where("move", "=", "spent")
    .orderBy("at")
    .execute();
  return new Map(rows.map(({ bill_id, sessions }) => [bill_id ?? "", sessions === 0 ? "by voucher" : "with a course"]));
}
