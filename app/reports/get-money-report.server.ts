import { sql } from "kysely";
import { listEditedServices, listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { listLateOrMissed } from "#app/payments/fees.server.ts";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import { methodName } from "#app/payments/money.ts";
import { listSales, listSellersFor, type SeenSeller } from "#app/payments/sellers.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { type Actor, ownTherapistOf, requireScope, type Scope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import {
  AGES,
  agesOf,
  commissionsOf,
  type DayPayments,
  rentDaysIn,
  splitTakings,
  sumBy,
  type TakenShare,
} from "#app/reports/money-figures.ts";
import { instantsOf, type Period, periodAround, previousPeriod } from "#app/reports/period.ts";

export type MoneyLine = { label: string; count?: number; pence: number; tipPence?: number; vatPence?: number };

/** One seller's money in a period; pence. What is null is not this reader's to see. */
export type MoneyReport = {
  sellers: { id: string; name: string }[];
  sellerId: string;
  isRegistered: boolean;
  /** Only the sums of each day: so much this seller lets the practice see. */
  totalsOnly: boolean;
  takenPence: number;
  tipPence: number;
  byDay: MoneyLine[];
  byMethod: MoneyLine[];
  byTherapist: MoneyLine[];
  byService: MoneyLine[];
  byKind: MoneyLine[];
  outstanding: MoneyLine[];
  creditPence: number | null;
  commissions: (MoneyLine & { paidPence: number })[];
  rents: MoneyLine[] | null;
  fees: { period: Period; lines: { percent: number; count: number; pence: number }[] } | null;
};

const KINDS = {
  service: "Treatments",
  extra: "Items added",
  discount: "Price changes and discounts",
  fee: "Fees for late changes",
  product: "Products",
  voucher: "Vouchers and courses sold",
  spent: "Paid with vouchers and courses",
  "write-off": "Written off",
} as const;

/** Null while no payments are taken, and for whoever sees nobody's. `sellerId`: the first one otherwise. */
export async function getMoneyReport(
  app: AppContext,
  actor: Actor,
  { period, sellerId }: { period: Period; sellerId: string | null },
): Promise<MoneyReport | null> {
  const scope = requireScope(actor, "see", "figures");
  const { settings } = await readPractice(app);
  if (!settings.payments.on) return null;
  const db = app.db.kysely;
  const sellers = await sellersWithin(db, actor, scope);
  const seller = sellers.find(({ id }) => id === sellerId) ?? sellers[0];
  if (!seller) return null;
  // A therapist sees the whole of their own sales, and of the practice's what came for their appointments.
  const own = scope === "all" || seller.therapistId === scope.therapistId ? null : scope.therapistId;
  const { zone } = settings.bookingRules;
  const now = app.clock.now();
  const terms = { sellerId: seller.id, from: period.from, to: period.to, own };
  const takings = await listShares(db, terms);
  const sums = { takenPence: total(takings, "pence"), tipPence: total(takings, "tipPence") };
  const byDay = sumBy(takings, "day").map(({ key, ...sum }) => ({ label: key, ...sum }));
  const common = {
    sellers: sellers.map(({ id, name }) => ({ id, name })),
    sellerId: seller.id,
    isRegistered: seller.isRegistered,
    totalsOnly: seller.sees === "totals",
    ...sums,
    byDay,
  };
  if (seller.sees === "totals") return { ...common, ...HIDDEN };
  const [therapists, services, sales] = [
    await listEditedTherapists(db),
    await listEditedServices(db),
    await listSales(db),
  ];
  const nameOf = (id: string) => therapists.find((one) => one.id === id)?.name ?? "No appointment yet";
  const titleOf = (id: string) => services.find((one) => one.id === id)?.title ?? "No appointment yet";
  const earned = commissionsOf(
    takings,
    (id) => sales.find(({ therapistId }) => therapistId === id)?.commission ?? null,
  );
  const isOfPractice = seller.id === PRACTICE_SELLER;
  const rentDays = rentDaysIn(period);
  const renting = sales.filter(({ sale, rentPence }) => sale === "therapist" && rentPence !== null);
  return {
    ...common,
    byMethod: sumBy(takings, "method").map(({ key, ...sum }) => ({ label: methodName(key), ...sum })),
    byTherapist: sumBy(takings, "therapistId").map(({ key, ...sum }) => ({ label: nameOf(key), ...sum })),
    byService: sumBy(takings, "serviceId")
      .filter(({ pence }) => pence !== 0)
      .map(({ key, ...sum }) => ({ label: titleOf(key), ...sum })),
    byKind: await listKinds(db, terms),
    outstanding: agesOf(await listOwed(db, { ...terms, now, since: settings.payments.since ?? 0 }), now).map(
      (age, index) => ({ label: AGES[index] ?? "", ...age }),
    ),
    creditPence: own === null ? await sumCredit(db, seller.id) : null,
    commissions: isOfPractice ? earned.map(({ therapistId, ...sum }) => ({ label: nameOf(therapistId), ...sum })) : [],
    rents:
      isOfPractice || seller.therapistId === ownTherapistOf(actor)
        ? renting
            .filter(({ therapistId }) => scope === "all" || scope.therapistId === therapistId)
            .map(({ name, rentPence }) => ({ label: name, count: rentDays, pence: rentDays * (rentPence ?? 0) }))
        : null,
    fees: isOfPractice && own === null ? await feesLastQuarter(app, { zone, now }) : null,
  };
}

const HIDDEN = {
  ...{ byMethod: [], byTherapist: [], byService: [], byKind: [], outstanding: [], creditPence: null },
  ...{ commissions: [], rents: null, fees: null },
};

async function sellersWithin(db: Queries, actor: Actor, scope: Scope): Promise<SeenSeller[]> {
  const sellers = await listSellersFor(db, actor, ["see", "payments"]);
  if (scope === "all") return sellers;
  if (sellers.some(({ id }) => id === PRACTICE_SELLER)) return sellers;
  const practice = await db
    .selectFrom("sellers")
    .select(["legal_name", "vat_rate"])
    .where("id", "=", PRACTICE_SELLER)
    .executeTakeFirst();
  const shared = { id: PRACTICE_SELLER, therapistId: null, sees: "everything" as const };
  return practice
    ? [...sellers, { ...shared, name: practice.legal_name, isRegistered: practice.vat_rate !== null }]
    : sellers;
}

const total = (takings: readonly TakenShare[], of: "pence" | "tipPence") =>
  takings.reduce((all, part) => all + part[of], 0);

/** `own`: of this therapist's appointments alone. */
type Terms = { sellerId: string; from: string; to: string; own: string | null };

async function listShares(db: Queries, { sellerId, from, to, own }: Terms): Promise<TakenShare[]> {
  const allocated = await db
    .selectFrom("payments")
    .innerJoin("allocations", "allocations.payment_id", "payments.id")
    .innerJoin("bills", "bills.id", "allocations.bill_id")
    .leftJoin("appointments", "appointments.id", "bills.appointment_id")
    .select(["payments.day", "payments.method", "appointments.therapist_id", "appointments.service_id"])
    .select((all) => all.fn.sum<number>("allocations.pence").as("pence"))
    .where("payments.seller_id", "=", sellerId)
    .where("payments.day", ">=", from)
    .where("payments.day", "<=", to)
    .where("payments.pence", "<>", 0)
    .$if(own !== null, (query) => query.where("appointments.therapist_id", "=", own))
    .groupBy(["payments.day", "payments.method", "appointments.therapist_id", "appointments.service_id"])
    .execute();
  const payments = await db
    .selectFrom("payments")
    .select(["day", "method", "tip_therapist_id"])
    .select((all) => [all.fn.sum<number>("pence").as("pence"), all.fn.sum<number>("tip_pence").as("tips")])
    .where("seller_id", "=", sellerId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("pence", "<>", 0)
    .$if(own !== null, (query) => query.where("tip_therapist_id", "=", own))
    .groupBy(["day", "method", "tip_therapist_id"])
    .execute();
  const shares = allocated.map(({ therapist_id, service_id, pence, ...row }) => ({
    ...{ day: row.day, method: row.method, therapistId: therapist_id, serviceId: service_id, pence: Number(pence) },
  }));
  const sums = payments.map(
    ({ tip_therapist_id, pence, tips, ...row }): DayPayments => ({
      ...{ day: row.day, method: row.method, tipTherapistId: tip_therapist_id },
      ...{ pence: Number(pence), tipPence: Number(tips) },
    }),
  );
  if (own === null) return splitTakings(sums, shares);
  // Of the practice's money only what is theirs: nothing of it is a rest.
  return [
    ...shares.map((share) => ({ ...share, tipPence: 0 })),
    ...splitTakings(sums, []).filter(({ tipPence }) => tipPence !== 0),
  ];
}

async function listKinds(db: Queries, { sellerId, from, to, own }: Terms): Promise<MoneyLine[]> {
  const rows = await db
    .selectFrom("bill_items")
    .innerJoin("bills", "bills.id", "bill_items.bill_id")
    .leftJoin("appointments", "appointments.id", "bills.appointment_id")
    .select("bill_items.item")
    .select((all) => [
      all.fn.sum<number>(sql<number>`case when bill_items.counters is null then 1 else -1 end`).as("count"),
      all.fn.sum<number>("bill_items.pence").as("pence"),
      all.fn.sum<number>("bill_items.vat_pence").as("vat"),
    ])
    .where("bill_items.seller_id", "=", sellerId)
    .where("bill_items.day", ">=", from)
    .where("bill_items.day", "<=", to)
    .where("bill_items.item", "<>", "opening")
    .$if(own !== null, (query) => query.where("appointments.therapist_id", "=", own))
    .groupBy("bill_items.item")
    .execute();
  const kinds = Object.entries(KINDS) as [string, string][];
  const others = rows.filter(({ item }) => !(item in KINDS)).map(({ item }): [string, string] => [item, wordOf(item)]);
  return [...kinds, ...others].flatMap(([item, label]) => {
    const row = rows.find((one) => one.item === item);
    if (!row) return [];
    return { label, count: Number(row.count), pence: Number(row.pence), vatPence: Number(row.vat) };
  });
}

const wordOf = (item: string) => item.charAt(0).toUpperCase() + item.slice(1);

type OwedTerms = Pick<Terms, "sellerId" | "own"> & { now: number; since: number };

/** What is owed to the seller now: the rests of its bills, and attended appointments that nobody has taken money for. */
async function listOwed(
  db: Queries,
  { sellerId, own, now, since }: OwedTerms,
): Promise<{ since: number; pence: number }[]> {
  const owed = sql<number>`(select coalesce(sum(pence), 0) from bill_items where bill_id = bills.id)
    - (select coalesce(sum(pence), 0) from allocations where bill_id = bills.id)`;
  const bills = await db
    .selectFrom("bills")
    .leftJoin("appointments", "appointments.id", "bills.appointment_id")
    .select([sql<number>`coalesce(appointments.starts_at, bills.at)`.as("since"), owed.as("pence")])
    .where("bills.seller_id", "=", sellerId)
    .where(sql<boolean>`${owed} > 0`)
    .$if(own !== null, (query) => query.where("appointments.therapist_id", "=", own))
    .execute();
  const seller = sql<string>`coalesce((select sellers.id from sellers
    left join therapist_sales on therapist_sales.therapist_id = sellers.therapist_id
    where sellers.therapist_id = appointments.therapist_id
    and coalesce(therapist_sales.sale, '') <> 'practice'), ${PRACTICE_SELLER})`;
  const attended = await db
    .selectFrom("appointments")
    .innerJoin("attendances", "attendances.appointment_id", "appointments.id")
    .leftJoin("bills", "bills.appointment_id", "appointments.id")
    .select(["appointments.starts_at as since", "appointments.price_pence as pence"])
    .where("bills.id", "is", null)
    .where("appointments.price_pence", ">", 0)
    .where("attendances.state", "in", ["arrived", "finished"])
    .where("appointments.starts_at", ">=", since)
    .where("appointments.ends_at", "<=", now)
    .where(sql<boolean>`lower(appointments.status) <> 'cancelled'`)
    .where(sql<boolean>`${seller} = ${sellerId}`)
    .$if(own !== null, (query) => query.where(isWithin({ therapistId: own ?? "" })))
    .execute();
  return [...bills, ...attended].map((row) => ({ since: Number(row.since), pence: Number(row.pence) }));
}

async function sumCredit(db: Queries, sellerId: string): Promise<number> {
  const { credit } = await db
    .selectFrom("payments")
    .select(
      sql<number>`coalesce(sum(pence - tip_pence), 0)
        - (select coalesce(sum(pence), 0) from allocations where seller_id = ${sellerId})`.as("credit"),
    )
    .where("seller_id", "=", sellerId)
    .executeTakeFirstOrThrow();
  return Number(credit);
}

const PERCENTS = [25, 50, 100];

/** What fees of these shares would have come to in the calendar quarter before this one, by the rules for fees. */
async function feesLastQuarter(app: AppContext, { zone, now }: { zone: string; now: number }) {
  const { settings } = await readPractice(app);
  const period = previousPeriod(periodAround("quarter", localDateOf(now, zone)));
  const within = instantsOf(period, zone);
  const notice = settings.bookingRules.changeNotice;
  const judged = PERCENTS.map((percent) => ({ percent, notice }));
  return { period, lines: await listLateOrMissed(app.db.kysely, settings, { within, judged }) };
}
