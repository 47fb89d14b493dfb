import {
  type AccountantFile,
  type FiledInvoice,
  type FiledPayment,
  headerOf,
  lineOf,
  MOST_IN_FILE,
  SALES_FILE,
  SALES_HEADER,
  salesLinesOf,
} from "#app/payments/accountant-files.ts";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import { listSellersFor, takingsSeen } from "#app/payments/sellers.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { type Actor, requireScope } from "#app/platform/permissions.ts";

/** Local days, both included. */
type Period = { sellerId: string; from: string; to: string };

const AT_ONCE = 500;

/**
 * A seller's payments of these days, in the order of their days. No client is named. `part`: from 1, where the system
 * takes only so many at once.
 */
export async function* exportPayments(
  app: AppContext,
  actor: Actor,
  {
    file,
    from,
    to,
    sellerId = PRACTICE_SELLER,
    part = 1,
  }: Omit<Period, "sellerId"> & { file: AccountantFile; sellerId?: string; part?: number },
): AsyncGenerator<string> {
  const seller = await requireSeller(app, actor, sellerId);
  yield headerOf(file);
  const most = MOST_IN_FILE[file];
  let [skipped, left] = [part === 1 ? 0 : (part - 1) * most, most];
  for await (const row of filedPayments(app.db.kysely, { sellerId, from, to })) {
    if (skipped > 0) {
      skipped -= 1;
      continue;
    }
    if (left === 0) return;
    left -= 1;
    yield lineOf(file, { ...row, seller: seller.legal_name });
  }
}

/** What the files are made of, in the order of their days. */
export async function* filedPayments(db: Queries, period: Period): AsyncGenerator<Omit<FiledPayment, "seller">> {
  let after = { day: "", id: "" };
  while (true) {
    const rows = await paymentsWithin(db, period)
      .select(["id", "day", "method", "pence", "tip_pence"])
      .where((one) =>
        one.or([one("day", ">", after.day), one.and([one("day", "=", after.day), one("id", ">", after.id)])]),
      )
      .orderBy("day")
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    for (const { tip_pence, ...row } of rows) yield { ...row, tipPence: tip_pence };
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = { day: last.day, id: last.id };
  }
}

/** What no money changed hands for is no payment to an accountant. */
function paymentsWithin(db: Queries, { sellerId, from, to }: Period) {
  return db
    .selectFrom("payments")
    .where("seller_id", "=", sellerId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("pence", "<>", 0);
}

/** The seller whose files the actor takes away. */
export async function requireSeller(app: AppContext, actor: Actor, sellerId: string) {
  requireScope(actor, "export", "payments");
  const seller = await app.db.kysely
    .selectFrom("sellers")
    .select(["legal_name", "therapist_id", "owner_sees", "vat_rate"])
    .where("id", "=", sellerId)
    .executeTakeFirst();
  const whose = { therapistId: seller?.therapist_id ?? null, ownerSees: seller?.owner_sees ?? "nothing" };
  if (!seller || takingsSeen(actor, ["export", "payments"], whose) !== "everything") {
    throw new Error(`The payments of seller ${sellerId} are not this ${actor.kind}'s to export`);
  }
  return seller;
}

/** What a seller sold on these days as Xero's invoices; 500 of them, from part 1. */
export async function* exportSales(
  app: AppContext,
  actor: Actor,
  { part = 1, ...period }: Period & { part?: number },
): AsyncGenerator<string> {
  const seller = await requireSeller(app, actor, period.sellerId);
  const most = MOST_IN_FILE[SALES_FILE];
  const invoices = await listInvoices(app.db.kysely, { ...period, isRegistered: seller.vat_rate !== null });
  yield SALES_HEADER;
  for (const invoice of invoices.slice((part - 1) * most, part * most)) yield salesLinesOf(invoice);
}

// What was sold in the system before this one, was invoiced there.
const BROUGHT = "opening";

async function listInvoices(
  db: Queries,
  { sellerId, from, to, isRegistered }: Period & { isRegistered: boolean },
): Promise<FiledInvoice[]> {
  const rows = await db
    .selectFrom("bill_items")
    .select(["bill_id", "taking_id", "day", "text", "pence", "vat_rate"])
    .where("seller_id", "=", sellerId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("pence", "<>", 0)
    .where("item", "<>", BROUGHT)
    .orderBy("day")
    .orderBy("bill_id")
    .orderBy("taking_id")
    .orderBy("id")
    .execute();
  const invoices = Map.groupBy(rows, ({ bill_id, taking_id }) => `${bill_id} ${taking_id}`);
  return [...invoices.values()].flatMap((lines) => {
    const [first] = lines;
    if (!first) return [];
    const items = lines.map(({ text, pence, vat_rate }) => ({ text, pence, vatRate: vat_rate }));
    return { billId: first.bill_id, takingId: first.taking_id, day: first.day, isRegistered, lines: items };
  });
}

/** What a seller took on each day of a period. Pence; the tips are within. */
export type TakenDay = { day: string; count: number; pence: number; tipPence: number };

export async function listTakenDays(db: Queries, period: Period): Promise<TakenDay[]> {
  const rows = await paymentsWithin(db, period)
    .select([
      "day",
      (all) => all.fn.countAll<number>().as("count"),
      (all) => all.fn.sum<number>("pence").as("pence"),
      (all) => all.fn.sum<number>("tip_pence").as("tips"),
    ])
    .groupBy("day")
    .orderBy("day")
    .execute();
  return rows.map(({ day, count, pence, tips }) => ({
    day,
    count: Number(count),
    pence: Number(pence),
    tipPence: Number(tips),
  }));
}

export async function countInvoices(db: Queries, { sellerId, from, to }: Period): Promise<number> {
  const pairs = db
    .selectFrom("bill_items")
    .select(["bill_id", "taking_id"])
    .distinct()
    .where("seller_id", "=", sellerId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("pence", "<>", 0)
    .where("item", "<>", BROUGHT);
  const { count } = await db
    .selectFrom(pairs.as("invoices"))
    .select((all) => all.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The sellers whose files the actor takes to an accountant, the practice first. */
export async function listExportedSellers(db: Queries, actor: Actor) {
  const sellers = await listSellersFor(db, actor, ["export", "payments"]);
  return sellers.filter(({ sees }) => sees === "everything");
}
