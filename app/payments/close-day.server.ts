import { sql } from "kysely";
import { listNames } from "#app/payments/client-money.server.ts";
import { openLedger, record } from "#app/payments/ledger.server.ts";
import { MOST_PENCE, SUMMED_METHODS, type SummedMethod, type TakenMethod } from "#app/payments/money.ts";
import { takingsSeen } from "#app/payments/sellers.server.ts";
import { momentOf } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, actorName, scopeFor, type Verb } from "#app/platform/permissions.ts";

export type CloseInput = {
  sellerId: string;
  day: string;
  /** What was found of each that is counted; the cash with its float. */
  counted: Partial<Record<TakenMethod, number>>;
  floatPence: number;
  /** What of the counted cash goes to the bank, by default nothing; the rest is the next float. */
  bankedPence?: number;
  sentence: string;
  /** What was shown as taken. */
  seenPence: number;
};

export type CloseOutcome =
  | { kind: "closed"; closing: Closing }
  | { kind: "invalid"; errors: { sentence?: string; counted?: string; banked?: string; day?: string } }
  /** `closing`: somebody closed it first; null: more was taken since the page was shown. */
  | { kind: "conflict"; message: string; closing: Closing | null }
  | { kind: "forbidden" };

// What arrives at the bank is not there to be counted.
const NOT_COUNTED: readonly SummedMethod[] = ["bank", "online"];

/** Closes a day for good: expected against counted. A difference needs a sentence. */
export async function closeDay(app: AppContext, actor: Actor, input: CloseInput): Promise<CloseOutcome> {
  const { sellerId, day, floatPence, bankedPence = 0 } = input;
  const sentence = input.sentence.trim();
  return app.db.kysely.transaction().execute(async (tx): Promise<CloseOutcome> => {
    const moment = await momentOf(tx, app);
    if (!moment || !(await maySee(tx, actor, ["change", sellerId]))) return { kind: "forbidden" };
    const ledger = await openLedger(tx, sellerId);
    const [before] = await listClosings(tx, { sellerId, from: day, to: day });
    if (before)
      return { kind: "conflict", message: "This day was closed before. It does not change.", closing: before };
    if (day > moment.today) return { kind: "invalid", errors: { day: "This day has not begun yet." } };
    const sums = await sumsOfDay(tx, { sellerId, day });
    const takenPence = SUMMED_METHODS.reduce((all, method) => all + sums[method].pence, 0);
    if (takenPence !== input.seenPence) {
      const message = `The day has taken ${priceInFull(takenPence)} by now. Count again before you close it.`;
      return { kind: "conflict", message, closing: null };
    }
    const used = SUMMED_METHODS.filter((method) => method !== "online" || sums.online.count > 0);
    const methods = used.map((method) => {
      const expected = sums[method].pence + (method === "cash" ? floatPence : 0);
      const counted = NOT_COUNTED.includes(method) ? null : (input.counted[method as TakenMethod] ?? 0);
      return { method, expected, counted, ...(method === "cash" ? { banked: bankedPence } : {}) };
    });
    const cashPence = input.counted.cash ?? 0;
    const amounts = [floatPence, bankedPence, ...methods.flatMap(({ counted }) => counted ?? [])];
    const isAmount = (pence: number) => Number.isSafeInteger(pence) && Math.abs(pence) <= 10 * MOST_PENCE;
    // A card machine says less than nothing when more went back than came; a drawer can't hold that.
    if (!amounts.every(isAmount) || Math.min(floatPence, bankedPence, cashPence) < 0) {
      return { kind: "invalid", errors: { counted: "Enter what you counted in pounds, like 119 or 119.50." } };
    }
    if (bankedPence > cashPence) {
      return { kind: "invalid", errors: { banked: `Only ${priceInFull(cashPence)} of cash was counted.` } };
    }
    const differencePence = methods.reduce((all, { expected, counted }) => all + (counted ?? expected) - expected, 0);
    const differs = methods.some(({ expected, counted }) => counted !== null && counted !== expected);
    if (differs && sentence === "")
      return { kind: "invalid", errors: { sentence: "Say in one sentence what happened." } };
    const closing = { id: newId(), day, floatPence, takenPence, differencePence, sentence: sentence || null };
    const by = { at: moment.at, actor: actorName(actor) };
    const byMethod = Object.fromEntries(methods.map(({ method, ...amounts }) => [method, amounts]));
    const row = {
      id: closing.id,
      seller_id: sellerId,
      day,
      methods: JSON.stringify(byMethod),
      float_pence: floatPence,
    };
    const found = { taken_pence: takenPence, difference_pence: differencePence, sentence: closing.sentence };
    await record(ledger, "day_closings", [{ ...row, ...found, ...by }]);
    return { kind: "closed", closing: { ...closing, methods: byMethod, who: null, ...by } };
  });
}

async function maySee(db: Queries, actor: Actor, [verb, sellerId]: readonly [Verb, string]): Promise<boolean> {
  if (scopeFor(actor, verb, "closings") === null) return false;
  const seller = db.selectFrom("sellers").select(["therapist_id", "owner_sees"]).where("id", "=", sellerId);
  const row = await seller.executeTakeFirst();
  const whose = row && { therapistId: row.therapist_id, ownerSees: row.owner_sees };
  return whose !== undefined && takingsSeen(actor, [verb, "closings"], whose) !== null;
}

type DayOf = { sellerId: string; day: string };

/** What a day took by method, in pence, with how many payments; what was given back is negative. */
export async function sumsOfDay(
  db: Queries,
  { sellerId, day }: DayOf,
): Promise<Record<SummedMethod, { count: number; pence: number }>> {
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
  const sums = SUMMED_METHODS.map((method) => [method, found.get(method) ?? { count: 0, pence: 0 }]);
  return Object.fromEntries(sums) as Record<SummedMethod, { count: number; pence: number }>;
}

/** `banked`: of cash. */
export type Counted = Partial<Record<SummedMethod, { expected: number; counted: number | null; banked?: number }>>;

type Closing = {
  id: string;
  day: string;
  methods: Counted;
  floatPence: number;
  takenPence: number;
  differencePence: number;
  sentence: string | null;
  at: number;
  actor: string;
  /** Who closed it; null: they have left, or it was not asked. */
  who: string | null;
};

// Before the first closing, there is as much as most drawers begin with.
const FIRST_FLOAT_PENCE = 4000;

/** What is in the drawer as a day begins: what the last closing left there. */
export function floatAfter(last: Closing | null | undefined): number {
  if (!last) return FIRST_FLOAT_PENCE;
  const { cash } = last.methods;
  // A closing from before it was asked what goes to the bank left its float.
  return cash?.counted == null || cash.banked === undefined ? last.floatPence : cash.counted - cash.banked;
}

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
  return rows.map(closingFrom);
}

type ClosingRow = Omit<LedgerTables["day_closings"], "seller_id"> & { who?: string | null };

function closingFrom(row: ClosingRow): Closing {
  return {
    id: row.id,
    day: row.day,
    methods: JSON.parse(row.methods) as Counted,
    floatPence: row.float_pence,
    takenPence: row.taken_pence,
    differencePence: row.difference_pence,
    sentence: row.sentence,
    at: row.at,
    actor: row.actor,
    who: row.who ?? null,
  };
}

type DayPayment = {
  id: string;
  at: number;
  method: string;
  pence: number;
  tipPence: number;
  reason: string | null;
  name: string | null;
  appointmentId: string | null;
  /** Where it belongs to no appointment. */
  saleId: string | null;
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
    .select(["clients.name", "appointments.name as booked_name", "bills.appointment_id", "bills.id as bill"])
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
    saleId: row.appointment_id === null ? row.bill : null,
  }));
}

/** Days before this one that took something and are not closed, of each seller whose days the actor closes; the earliest first. */
export async function openDaysBefore(
  db: Queries,
  actor: Actor,
  day: string,
): Promise<{ sellerId: string; day: string }[]> {
  if (scopeFor(actor, "change", "closings") === null) return [];
  const rows = await db
    .selectFrom("payments")
    .innerJoin("sellers", "sellers.id", "payments.seller_id")
    .select(["payments.seller_id", "payments.day", "sellers.therapist_id", "sellers.owner_sees"])
    .distinct()
    .where("payments.day", "<", day)
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
    .orderBy("payments.day")
    .orderBy("payments.seller_id")
    .limit(MOST_OPEN)
    .execute();
  return rows
    .filter((row) =>
      takingsSeen(actor, ["change", "closings"], { therapistId: row.therapist_id, ownerSees: row.owner_sees }),
    )
    .map((row) => ({ sellerId: row.seller_id, day: row.day }));
}

const MOST_OPEN = 99;

/** A day of a month that took something or was closed. */
export type MonthDay = { day: string; takenPence: number; closing: Closing | null };

/** The days of a month (`2026-11`), and the last closing before it. */
export async function listMonth(
  db: Queries,
  { sellerId, month }: { sellerId: string; month: string },
): Promise<{ days: MonthDay[]; lastClosing: Closing | null }> {
  const [from, to] = [`${month}-01`, `${month}-31`];
  const own = db.selectFrom("day_closings").where("seller_id", "=", sellerId);
  const last = own.where("day", "<", from).select((all) => all.fn.max("day").as("day"));
  const days = db
    .selectFrom("payments")
    .select("day")
    .where("seller_id", "=", sellerId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .union(own.select("day").where("day", ">=", from).where("day", "<=", to))
    .union(own.select("day").where("day", "=", last));
  const rows = await db
    .selectFrom(days.as("days"))
    .leftJoin("day_closings", (on) =>
      on.onRef("day_closings.day", "=", "days.day").on("day_closings.seller_id", "=", sellerId),
    )
    .select(["days.day as of", "day_closings.id", "day_closings.methods", "day_closings.float_pence"])
    .select(["day_closings.taken_pence", "day_closings.difference_pence", "day_closings.sentence"])
    .leftJoin("users", (on) => on.on(sql<boolean>`day_closings.actor in ('admin:' || users.id, 'staff:' || users.id)`))
    .select(["day_closings.at", "day_closings.actor", "users.name as who"])
    .select((one) =>
      one
        .selectFrom("payments")
        .select((all) => all.fn.coalesce(all.fn.sum<number>("pence"), all.lit(0)).as("pence"))
        .where("payments.seller_id", "=", sellerId)
        .whereRef("payments.day", "=", "days.day")
        .as("taken"),
    )
    .orderBy("days.day")
    .execute();
  const all = rows.map(({ of, taken, ...row }) => ({
    day: of,
    takenPence: Number(taken),
    closing: row.id === null ? null : closingFrom({ ...(row as ClosingRow), day: of }),
  }));
  return {
    days: all.filter(({ day }) => day >= from),
    lastClosing: all.find(({ day }) => day < from)?.closing ?? null,
  };
}

/** Who closed days that did not agree, and by how much in all. The most first. */
export async function differencesByPerson(
  db: Queries,
  closings: readonly Pick<Closing, "actor" | "differencePence">[],
): Promise<{ who: string; days: number; pence: number }[]> {
  const odd = closings.filter(({ differencePence }) => differencePence !== 0);
  const names = await listNames(
    db,
    odd.map(({ actor }) => actor),
  );
  const people = new Map<string, { who: string; days: number; pence: number }>();
  for (const { actor, differencePence } of odd) {
    const before = people.get(actor) ?? { who: names.get(actor) ?? "Someone who has left", days: 0, pence: 0 };
    people.set(actor, { ...before, days: before.days + 1, pence: before.pence + differencePence });
  }
  return [...people.values()].sort((one, other) => Math.abs(other.pence) - Math.abs(one.pence));
}
