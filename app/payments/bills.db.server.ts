import { type SqlBool, sql } from "kysely";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import type { Scope } from "#app/platform/permissions.ts";

/** What was agreed and what of it is paid, in pence. */
export type Bill = {
  id: string;
  sellerId: string;
  clientId: string | null;
  appointmentId: string | null;
  totalPence: number;
  paidPence: number;
  owedPence: number;
  /** Its service is still to pay for: nothing took it off again. */
  hasService: boolean;
  /** What of it is a fee. */
  feePence: number;
  /** What vouchers and courses have taken off it. */
  spentPence: number;
  /** The last one. */
  receiptId: string | null;
};

type Which = { appointmentIds: readonly string[] } | { clientId: string } | { ids: readonly string[] } | "owing";

const TOTAL = sql<number>`(select coalesce(sum(pence), 0) from bill_items where bill_id = bills.id)`;
const PAID = sql<number>`(select coalesce(sum(pence), 0) from allocations where bill_id = bills.id)`;
const SERVICES = sql<number>`(select coalesce(sum(case when counters is null then 1 else -1 end), 0) from bill_items
  where bill_id = bills.id and item = 'service')`;
const RECEIPT = sql<string | null>`(select id from receipts where bill_id = bills.id
  order by year desc, number desc limit 1)`;
const FEE = sql<number>`(select coalesce(sum(pence), 0) from bill_items where bill_id = bills.id and item = 'fee')`;

const SPENT = sql<number>`(select coalesce(-sum(pence), 0) from bill_items where bill_id = bills.id and item = 'spent')`;

export async function listBills(db: Queries, which: Which): Promise<Bill[]> {
  let query = db
    .selectFrom("bills")
    .select(["id", "seller_id", "client_id", "appointment_id", TOTAL.as("total"), PAID.as("paid")])
    .select([SERVICES.as("services"), FEE.as("fee"), RECEIPT.as("receipt"), SPENT.as("spent")])
    .orderBy("at")
    .orderBy("id");
  if (which === "owing") query = query.where(sql<boolean>`${TOTAL} > ${PAID}`);
  else if ("clientId" in which) query = query.where("client_id", "=", which.clientId);
  else if ("ids" in which) query = query.where("id", "in", [...which.ids]);
  else query = query.where("appointment_id", "in", [...which.appointmentIds]);
  return (await query.execute()).map(({ total, paid, services, fee, receipt, spent, ...row }) => ({
    id: row.id,
    sellerId: row.seller_id,
    clientId: row.client_id,
    appointmentId: row.appointment_id,
    totalPence: Number(total),
    paidPence: Number(paid),
    owedPence: Number(total) - Number(paid),
    hasService: Number(services) > 0,
    feePence: Number(fee),
    spentPence: Number(spent),
    receiptId: receipt,
  }));
}

export async function getBillOf(db: Queries, appointmentId: string): Promise<Bill | null> {
  return (await listBills(db, { appointmentIds: [appointmentId] }))[0] ?? null;
}

/** Whose sale a treatment by this therapist is. Until an owner has said so, and again once they say so: the practice's. */
export async function sellerOf(db: Queries, therapistId: string): Promise<string> {
  const row = await db
    .selectFrom("sellers")
    .leftJoin("therapist_sales", "therapist_sales.therapist_id", "sellers.therapist_id")
    .select(["sellers.id", "therapist_sales.sale"])
    .where("sellers.therapist_id", "=", therapistId)
    .executeTakeFirst();
  return row && row.sale !== "practice" ? row.id : PRACTICE_SELLER;
}

const RATES: Record<string, number | null> = { reduced: 500, zero: 0, exempt: null };

/** The VAT of what a seller sells by default, in hundredths of a percent; null: not registered. */
export async function sellerRate(db: Queries, sellerId: string): Promise<number | null> {
  const row = await db.selectFrom("sellers").select("vat_rate").where("id", "=", sellerId).executeTakeFirst();
  return row?.vat_rate ?? null;
}

/** The VAT of each service of a registered seller, and of one of them; null: exempt. */
export async function listServiceRates(
  db: Queries,
  { own, serviceId }: { own: number; serviceId?: string | null },
): Promise<(number | null)[]> {
  const rows = await db
    .selectFrom("services")
    .select("vat")
    .distinct()
    .$if(typeof serviceId === "string", (query) => query.where("id", "=", serviceId ?? ""))
    .execute();
  return rows.map(({ vat }) => (vat in RATES ? (RATES[vat] ?? null) : own));
}

/**
 * The VAT that an item's price holds, in hundredths of a percent; null: none, as the seller is not registered or the
 * treatment exempt. What is added to a treatment has the standard rate; what changes its price or stands in its place has
 * the treatment's own.
 */
export async function vatRateOf(
  db: Queries,
  { sellerId, billId, item }: { sellerId: string; billId: string; item: string },
): Promise<number | null> {
  const row = await db
    .selectFrom("sellers")
    .select("vat_rate")
    .select((one) =>
      one
        .selectFrom("bills")
        .innerJoin("appointments", "appointments.id", "bills.appointment_id")
        .innerJoin("services", "services.id", "appointments.service_id")
        .select("services.vat")
        .where("bills.id", "=", billId)
        .as("vat"),
    )
    .where("sellers.id", "=", sellerId)
    .executeTakeFirst();
  if (!row || row.vat_rate === null) return null;
  const own = item === "extra" ? undefined : RATES[row.vat ?? "standard"];
  return own === undefined ? row.vat_rate : own;
}

/** Payments of a client with what no bill has of them yet, oldest first. What was given back counts with its payment. */
export async function listRests(
  db: Queries,
  { clientId, sellerId }: { clientId: string | null; sellerId: string },
): Promise<{ paymentId: string; pence: number }[]> {
  if (clientId === null) return [];
  const rows = await db
    .selectFrom("payments")
    .select([
      sql<string>`coalesce(counters, id)`.as("root"),
      sql<number>`sum(pence - tip_pence - (select coalesce(sum(pence), 0) from allocations where payment_id = payments.id))`.as(
        "rest",
      ),
    ])
    .where("client_id", "=", clientId)
    .where("seller_id", "=", sellerId)
    .groupBy(sql`coalesce(counters, id)`)
    .orderBy(sql`min(at)`)
    .orderBy(sql`coalesce(counters, id)`)
    .execute();
  return rows.map(({ root, rest }) => ({ paymentId: root, pence: Number(rest) })).filter(({ pence }) => pence !== 0);
}

/** The client's bills and what is held for them, by seller. */
export async function getBalance(db: Queries, clientId: string): Promise<{ owed: number; credit: number }> {
  const bills = await listBills(db, { clientId });
  const sellers = await db
    .selectFrom("payments")
    .select("seller_id")
    .distinct()
    .where("client_id", "=", clientId)
    .execute();
  let credit = 0;
  for (const { seller_id } of sellers) {
    for (const { pence } of await listRests(db, { clientId, sellerId: seller_id })) credit += pence;
  }
  return { owed: bills.reduce((all, { owedPence }) => all + owedPence, 0), credit };
}

/** What sellers hold for each of these clients, in pence; who has nothing is not in it. */
export async function listCredits(db: Queries, clientIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("payments")
    .select("client_id")
    .select(
      sql<number>`sum(pence - tip_pence - (select coalesce(sum(pence), 0) from allocations where payment_id = payments.id))`.as(
        "rest",
      ),
    )
    .where("client_id", "in", [...clientIds])
    .groupBy("client_id")
    .execute();
  return new Map(
    rows.flatMap(({ client_id, rest }) => (client_id && Number(rest) > 0 ? [[client_id, Number(rest)]] : [])),
  );
}

/** What is owed for no appointment: it was brought over from the system before this one. */
export async function listBrought(db: Queries, clientId: string): Promise<Bill[]> {
  const bills = await listBills(db, { clientId });
  return bills.filter(({ appointmentId, owedPence }) => appointmentId === null && owedPence > 0);
}

/** A payment or what was given back, with who took it. */
export type Payment = {
  id: string;
  takingId: string;
  method: string;
  pence: number;
  tipPence: number;
  counters: string | null;
  reason: string | null;
  at: number;
  actor: string;
  /** Who took it; null: a job did, or they have left. */
  who: string | null;
  /** What of it may still be given back: what this bill has of it, and what no bill has. */
  restPence: number;
};

const OF_PAYMENT = sql`(given.id = payments.id or given.counters = payments.id)`;
const WHOLE = sql<number>`(select coalesce(sum(given.pence - given.tip_pence), 0) from payments as given
  where ${OF_PAYMENT})`;
const ALLOCATED = sql<number>`(select coalesce(sum(given_to.pence), 0) from allocations as given_to
  inner join payments as given on given.id = given_to.payment_id where ${OF_PAYMENT})`;
const HERE = sql<number>`(select coalesce(sum(given_to.pence), 0) from allocations as given_to
  inner join payments as given on given.id = given_to.payment_id
  where ${OF_PAYMENT} and given_to.bill_id = allocations.bill_id)`;

/** The payments that have a part in this bill, oldest first; of each only what the bill has of it. */
export async function listPaymentsOf(db: Queries, billId: string): Promise<Payment[]> {
  const rows = await db
    .selectFrom("allocations")
    .innerJoin("payments", "payments.id", "allocations.payment_id")
    .leftJoin("users", (on) => on.on(sql<boolean>`allocations.actor in ('admin:' || users.id, 'staff:' || users.id)`))
    .select(["payments.id", "allocations.taking_id", "payments.taking_id as made_by", "payments.method"])
    .select(["payments.tip_pence", "payments.counters", "payments.reason", "allocations.pence"])
    .select(["allocations.at", "allocations.actor", "users.name as who"])
    .select([WHOLE.as("whole"), ALLOCATED.as("allocated"), HERE.as("here")])
    .innerJoin("ledger_entries", "ledger_entries.row_id", "allocations.id")
    .where("allocations.bill_id", "=", billId)
    .orderBy("ledger_entries.seq")
    .execute();
  return rows.map((row) => {
    const isOwn = row.made_by === row.taking_id;
    return {
      id: row.id,
      takingId: row.taking_id,
      method: isOwn ? row.method : "credit",
      pence: row.pence + (isOwn ? row.tip_pence : 0),
      tipPence: isOwn ? row.tip_pence : 0,
      counters: row.counters,
      reason: row.reason,
      at: row.at,
      actor: row.actor,
      who: row.who,
      restPence: Math.min(
        Number(row.whole),
        Math.max(0, Number(row.whole) - Number(row.allocated)) + Math.max(0, Number(row.here)),
      ),
    };
  });
}

export type BillItem = {
  id: string;
  item: string;
  text: string;
  pence: number;
  reason: string | null;
  takingId: string;
  at: number;
};

export async function listItems(
  db: Queries,
  billId: string,
): Promise<(BillItem & { vatRate: number | null; vatPence: number })[]> {
  const rows = await db
    .selectFrom("bill_items")
    .innerJoin("ledger_entries", "ledger_entries.row_id", "bill_items.id")
    .select(["id", "item", "text", "pence", "reason", "vat_rate", "vat_pence", "counters", "taking_id", "at"])
    .where("bill_id", "=", billId)
    .orderBy(sql`case when item = 'service' then 0 else 1 end`)
    .orderBy("seq")
    .execute();
  const gone = new Set(rows.flatMap(({ id, counters }) => (counters ? [id, counters] : [])));
  return rows
    .filter(({ id }) => !gone.has(id))
    .map(({ vat_rate, vat_pence, taking_id, counters: _, ...row }) => ({
      ...row,
      takingId: taking_id,
      vatRate: vat_rate,
      vatPence: vat_pence,
    }));
}

type Unpaid = {
  /** Of the appointment, or of the bill of what was brought over: its `therapist` is empty. */
  id: string;
  clientId: string | null;
  name: string;
  service: string;
  therapist: string;
  start: number;
  owedPence: number;
};

const MOST = 200;

const IS_OFF = sql<SqlBool>`(lower(appointments.status) = 'cancelled' or coalesce(attendances.state, '') = 'missed')`;
const CAME = sql<SqlBool>`coalesce(attendances.state, '') in ('arrived', 'finished')`;

// As `owedFor` says it of one.
const OWED = sql<number>`case
  when bills.id is null then appointments.price_pence
  when ${IS_OFF} and ${SERVICES} > 0 then 0
  when ${IS_OFF} or ${SERVICES} > 0 or ${FEE} > 0 or not ${CAME} then ${TOTAL} - ${PAID}
  else ${TOTAL} - ${PAID} + appointments.price_pence end`;

/**
 * What is owed for appointments within scope, oldest first: of those that were attended since payments are taken here,
 * and of every bill that is not paid in full. `withBrought`: also what was brought over from the system before this one.
 */
export async function listUnpaid(
  db: Queries,
  { scope, now, since, clientIds, withBrought = false }: WhichUnpaid,
): Promise<{ rows: Unpaid[]; more: boolean }> {
  const appointments = db
    .selectFrom("appointments")
    .leftJoin("bills", "bills.appointment_id", "appointments.id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .select(["appointments.id as id", "appointments.name", "appointments.service_title"])
    .select("appointments.starts_at as starts_at")
    .select(["appointments.client_id", "therapists.name as therapist", OWED.as("owed")])
    .where(isWithin(scope))
    .$if(clientIds !== undefined, (query) => query.where("appointments.client_id", "in", [...(clientIds ?? [])]))
    .where(sql<SqlBool>`${OWED} > 0`)
    .where((one) =>
      one.or([
        one("bills.id", "is not", null),
        one.and([
          one("attendances.state", "in", ["arrived", "finished"]),
          one("appointments.starts_at", ">=", since),
          one("appointments.ends_at", "<=", now),
          sql<SqlBool>`lower(appointments.status) <> 'cancelled'`,
        ]),
      ]),
    );
  const brought = db
    .selectFrom("bills")
    .leftJoin("clients", "clients.id", "bills.client_id")
    .select([
      "bills.id",
      "clients.name",
      sql<string>`'Balance brought over'`.as("service_title"),
      "bills.at as starts_at",
    ])
    .select(["bills.client_id", sql<string>`''`.as("therapist"), sql<number>`${TOTAL} - ${PAID}`.as("owed")])
    .where("bills.appointment_id", "is", null)
    .where(sql<SqlBool>`${TOTAL} > ${PAID}`);
  // Whoever sees only their own sees none of the practice's.
  const all = withBrought && scope === "all" ? appointments.unionAll(brought) : appointments;
  const rows = await all
    .orderBy("starts_at")
    .orderBy("id")
    .limit(MOST + 1)
    .execute();
  const bills = rows.slice(0, MOST).map((row) => ({
    id: row.id,
    clientId: row.client_id,
    name: row.name ?? "Unknown",
    service: row.service_title,
    therapist: row.therapist,
    start: Number(row.starts_at),
    owedPence: Number(row.owed),
  }));
  return { rows: bills, more: rows.length > MOST };
}

type WhichUnpaid = {
  scope: Scope;
  now: number;
  since: number;
  clientIds?: readonly string[];
  withBrought?: boolean;
};
