import { TAKEN_METHODS, type TakenMethod } from "#app/payments/money.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { addDays } from "#app/platform/zoned-time.ts";

/** The day in whose closing something of this day counts: a closed day does not change, so later ones take it. */
export async function openDayOf(db: Queries, { sellerId, day }: { sellerId: string; day: string }): Promise<string> {
  const rows = await db
    .selectFrom("day_closings")
    .select("day")
    .where("seller_id", "=", sellerId)
    .where("day", ">=", day)
    .execute();
  const closed = new Set(rows.map((row) => row.day));
  let open = day;
  while (closed.has(open)) open = addDays(open, 1);
  return open;
}

type DayOf = { sellerId: string; day: string };

/** What a day took by method, in pence, with how many payments; what was given back is negative. */
export async function sumsOfDay(
  db: Queries,
  { sellerId, day }: DayOf,
): Promise<Record<TakenMethod, { count: number; pence: number }>> {
  const rows = await db
    .selectFrom("payments")
    .select([
      "method",
      (all) => all.fn.sum<number>("pence").as("pence"),
      (all) => all.fn.countAll<number>().as("count"),
    ])
    .where("seller_id", "=", sellerId)
    .where("day", "=", day)
    .groupBy("method")
    .execute();
  const found = new Map(
    rows.map(({ method, pence, count }) => [method, { pence: Number(pence), count: Number(count) }]),
  );
  const sums = TAKEN_METHODS.map((method) => [method, found.get(method) ?? { count: 0, pence: 0 }]);
  return Object.fromEntries(sums) as Record<TakenMethod, { count: number; pence: number }>;
}

export type Counted = Partial<Record<TakenMethod, { expected: number; counted: number | null }>>;

export type Closing = {
  id: string;
  day: string;
  methods: Counted;
  floatPence: number;
  takenPence: number;
  differencePence: number;
  sentence: string | null;
  at: number;
  actor: string;
};

export async function listClosings(
  db: Queries,
  { sellerId, from, to }: { sellerId: string; from: string; to: string },
): Promise<Closing[]> {
  const rows = await db
    .selectFrom("day_closings")
    .selectAll()
    .where("seller_id", "=", sellerId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .orderBy("day")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    day: row.day,
    methods: JSON.parse(row.methods) as Counted,
    floatPence: row.float_pence,
    takenPence: row.taken_pence,
    differencePence: row.difference_pence,
    sentence: row.sentence,
    at: row.at,
    actor: row.actor,
  }));
}

export type DayPayment = {
  id: string;
  at: number;
  method: string;
  pence: number;
  tipPence: number;
  reason: string | null;
  name: string | null;
  appointmentId: string | null;
};

/** The payments of a day, in order, with whose they are. */
export async function listDayPayments(db: Queries, { sellerId, day }: DayOf): Promise<DayPayment[]> {
  const rows = await db
    .selectFrom("payments")
    .leftJoin("clients", "clients.id", "payments.client_id")
    .leftJoin("allocations", (on) =>
      on.onRef("allocations.payment_id", "=", "payments.id").onRef("allocations.taking_id", "=", "payments.taking_id"),
    )
    .leftJoin("bills", "bills.id", "allocations.bill_id")
    .leftJoin("appointments", "appointments.id", "bills.appointment_id")
    .select([
      "payments.id",
      "payments.at",
      "payments.method",
      "payments.pence",
      "payments.tip_pence",
      "payments.reason",
    ])
    .select(["clients.name", "appointments.name as booked_name", "bills.appointment_id"])
    .where("payments.seller_id", "=", sellerId)
    .innerJoin("ledger_entries", "ledger_entries.row_id", "payments.id")
    .where("payments.day", "=", day)
    .orderBy("ledger_entries.seq")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    method: row.method,
    pence: row.pence,
    tipPence: row.tip_pence,
    reason: row.reason,
    name: row.name ?? row.booked_name,
    appointmentId: row.appointment_id,
  }));
}

/** The latest day before this one that took something and was not closed; null: there is none. */
export async function openDayBefore(db: Queries, { sellerId, day }: DayOf): Promise<string | null> {
  const row = await db
    .selectFrom("payments")
    .select("day")
    .where("seller_id", "=", sellerId)
    .where("day", "<", day)
    .where((one) =>
      one.not(
        one.exists(
          one
            .selectFrom("day_closings")
            .select("day_closings.id")
            .whereRef("day_closings.seller_id", "=", "payments.seller_id")
            .whereRef("day_closings.day", "=", "payments.day"),
        ),
      ),
    )
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.day ?? null;
}
