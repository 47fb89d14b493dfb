import { type RawBuilder, sql } from "kysely";
import { requireSeller } from "#app/payments/export-payments.server.ts";
import type { Voucher } from "#app/payments/shop/vouchers.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { csvLine } from "#app/platform/http/csv.ts";
import { priceInPounds } from "#app/platform/money-words.ts";
import type { Actor } from "#app/platform/permissions.ts";

/** What was paid for and not used, at both ends of a month, and what changed it. Pence. */
export type Liability = {
  openingPence: number;
  /** Or brought over from another system. */
  soldPence: number;
  spentPence: number;
  returnedPence: number;
  expiredPence: number;
  closingPence: number;
};

export type SellerLiability = Liability & { sellerId: string; kind: Voucher["kind"]; nowPence: number };

const MOVES = ["spent", "returned", "expired"] as const;

// Days are text: a month's first and last day stand around them, whatever its length.
const boundsOf = (month: string) => ({ first: `${month}-01`, last: `${month}-31` });

const sumIf = (pence: RawBuilder<number>, when: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(case when ${when} then ${pence} else 0 end), 0)`;

/** What each seller owes for vouchers and for courses. `month`: `2026-11`. Both ends are sums of their own. */
export async function listLiabilities(
  db: Queries,
  { sellerIds, month }: { sellerIds: readonly string[]; month: string },
): Promise<SellerLiability[]> {
  const { first, last } = boundsOf(month);
  const [face, day] = [sql<number>`face_pence`, sql.ref("vouchers.day")];
  const sold = await db
    .selectFrom("vouchers")
    .select(["seller_id", "kind", (all) => all.fn.sum<number>("face_pence").as("now")])
    .select(sumIf(face, sql`${day} < ${first}`).as("before"))
    .select(sumIf(face, sql`${day} between ${first} and ${last}`).as("sold"))
    .select(sumIf(face, sql`${day} <= ${last}`).as("after"))
    .where("seller_id", "in", [...sellerIds])
    .groupBy(["seller_id", "kind"])
    .orderBy("kind", "desc")
    .execute();
  const [gone, at] = [sql<number>`pence`, sql.ref("voucher_moves.day")];
  const within = (move: string) => sumIf(gone, sql`move = ${move} and ${at} between ${first} and ${last}`);
  const moved = await db
    .selectFrom("voucher_moves")
    .innerJoin("vouchers", "vouchers.id", "voucher_moves.voucher_id")
    .select(["vouchers.seller_id", "vouchers.kind", (all) => all.fn.sum<number>("pence").as("now")])
    .select(sumIf(gone, sql`${at} < ${first}`).as("before"))
    .select(MOVES.map((move) => within(move).as(move)))
    .select(sumIf(gone, sql`${at} <= ${last}`).as("after"))
    .where("vouchers.seller_id", "in", [...sellerIds])
    .groupBy(["vouchers.seller_id", "vouchers.kind"])
    .execute();
  return sold
    .map((row) => {
      const less = moved.find(({ seller_id, kind }) => seller_id === row.seller_id && kind === row.kind);
      const left = (end: "before" | "after" | "now") => Number(row[end]) - Number(less?.[end] ?? 0);
      const went = (move: (typeof MOVES)[number]) => Number(less?.[move] ?? 0);
      return {
        ...{ sellerId: row.seller_id, kind: row.kind, openingPence: left("before"), soldPence: Number(row.sold) },
        ...{ spentPence: went("spent"), returnedPence: went("returned"), expiredPence: went("expired") },
        ...{ closingPence: left("after"), nowPence: left("now") },
      };
    })
    .sort((one, other) => sellerIds.indexOf(one.sellerId) - sellerIds.indexOf(other.sellerId));
}

export function totalOf(rows: readonly Liability[]): Liability {
  const of = (part: keyof Liability) => rows.reduce((all, row) => all + row[part], 0);
  return {
    ...{ openingPence: of("openingPence"), soldPence: of("soldPence"), spentPence: of("spentPence") },
    ...{ returnedPence: of("returnedPence"), expiredPence: of("expiredPence"), closingPence: of("closingPence") },
  };
}

export type VoucherLiability = Liability & {
  id: string;
  kind: Voucher["kind"];
  title: string;
  ending: string | null;
  soldOn: string;
  expiresOn: string;
  /** Of a course, at the end. */
  sessionsLeft: number | null;
};

const AT_ONCE = 400;

/** The same of each voucher and course that was owed or sold in the month, in the order of their sale. */
export async function* listVoucherLiabilities(
  db: Queries,
  { sellerId, month }: { sellerId: string; month: string },
): AsyncGenerator<VoucherLiability> {
  const { first, last } = boundsOf(month);
  let after = { day: "", id: "" };
  while (true) {
    const sold = await db
      .selectFrom("vouchers")
      .leftJoin("voucher_codes", "voucher_codes.voucher_id", "vouchers.id")
      .select(["id", "kind", "title", "face_pence", "sessions", "day", "expires_on", "ending"])
      .where("seller_id", "=", sellerId)
      .where("day", "<=", last)
      .where((one) =>
        one.or([one("day", ">", after.day), one.and([one("day", "=", after.day), one("id", ">", after.id)])]),
      )
      .orderBy("day")
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    const ids = sold.map(({ id }) => id);
    const known = db.selectFrom("voucher_moves").select(["voucher_id", "move", "pence", "sessions", "day"]);
    const moves = ids.length === 0 ? [] : await known.where("voucher_id", "in", ids).where("day", "<=", last).execute();
    const byVoucher = Map.groupBy(moves, ({ voucher_id }) => voucher_id);
    for (const row of sold) {
      const own = byVoucher.get(row.id) ?? [];
      const sum = (rows: readonly { pence: number }[]) => rows.reduce((all, { pence }) => all + pence, 0);
      const within = (move: string) => sum(own.filter((one) => one.move === move && one.day >= first));
      const isNew = row.day >= first;
      const opening = (isNew ? 0 : row.face_pence) - sum(own.filter(({ day }) => day < first));
      if (!isNew && opening === 0 && own.every(({ day }) => day < first)) continue;
      yield {
        ...{ id: row.id, kind: row.kind, title: row.title, ending: row.ending },
        ...{ soldOn: row.day, expiresOn: row.expires_on, openingPence: opening },
        ...{ soldPence: isNew ? row.face_pence : 0, spentPence: within("spent") },
        ...{ returnedPence: within("returned"), expiredPence: within("expired") },
        closingPence: row.face_pence - sum(own),
        sessionsLeft: row.sessions === null ? null : row.sessions - own.reduce((all, one) => all + one.sessions, 0),
      };
    }
    const end = sold.at(-1);
    if (!end || sold.length < AT_ONCE) return;
    after = { day: end.day, id: end.id };
  }
}

/** A seller's vouchers and courses of a month as a file, without their clients. */
export async function* exportLiabilities(
  app: AppContext,
  actor: Actor,
  period: { sellerId: string; month: string },
): AsyncGenerator<string> {
  const seller = await requireSeller(app, actor, period.sellerId);
  yield HEADER;
  for await (const row of listVoucherLiabilities(app.db.kysely, period)) {
    const pence = [row.openingPence, row.soldPence, row.spentPence, row.returnedPence, row.expiredPence];
    yield csvLine([
      ...[seller.legal_name, row.kind === "course" ? "Course" : "Voucher", row.title, row.ending],
      ...[
        row.soldOn,
        row.expiresOn,
        ...[...pence, row.closingPence].map((one) => Number(priceInPounds(one))),
        row.sessionsLeft,
      ],
    ]);
  }
}

const HEADER = csvLine([
  ...["Seller", "Kind", "Title", "Code ends", "Sold on", "Last day", "Owed at the start", "Sold or brought over"],
  ...["Spent", "Returned", "Expired", "Owed at the end", "Sessions left"],
]);
