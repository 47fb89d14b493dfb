import { sql } from "kysely";
import { listServiceRates, sellerRate } from "#app/payments/bills.db.server.ts";
import { record } from "#app/payments/ledger.server.ts";
import { sum, type Taking, type TakingErrors } from "#app/payments/money.ts";
import { type Cover, coverOf, leftInWords, refusalOfVoucher, type Voucher } from "#app/payments/shop/vouchers.ts";
import type { Writing } from "#app/payments/take-payment.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";

/** A client, or whoever is signed in as one. */
type Person = { clientId: string } | { userId: string };

type Which =
  | { ids: readonly string[] }
  | { clientId: string }
  | { usableBy: Person }
  | { billId: string }
  | { sellerIds: readonly string[]; ending?: string };

const MOST = 300;
const GONE = sql<number>`(select coalesce(sum(pence), 0) from voucher_moves where voucher_id = vouchers.id)`;
const USED = sql<number>`(select coalesce(sum(sessions), 0) from voucher_moves where voucher_id = vouchers.id)`;

// A dispute that is won, or ended without taking anything, has let the payment be.
const DISPUTES = sql<number>`(select count(*) from disputes
  inner join pay_pages on pay_pages.id = disputes.page_id
  inner join payments on payments.id = pay_pages.payment_id
  where payments.taking_id = vouchers.taking_id and disputes.state <> 'won'
    and (disputes.ended_at is null or disputes.taken_pence > 0))`;

/** Vouchers and courses with what is left of them, newest first. */
export async function listVouchers(db: Queries, which: Which): Promise<Voucher[]> {
  let query = db
    .selectFrom("vouchers")
    .leftJoin("voucher_codes", "voucher_codes.voucher_id", "vouchers.id")
    .leftJoin("voucher_orders", "voucher_orders.voucher_id", "vouchers.id")
    .select([
      "vouchers.id",
      "vouchers.seller_id",
      "vouchers.client_id",
      "kind",
      "vouchers.title",
      "face_pence",
      "sessions",
    ])
    .select(["service_id", "voucher_orders.buyer_name as buyer"])
    .$if("usableBy" in which, (one) =>
      one.select([
        (row) => row.selectFrom("clients").select("name").whereRef("clients.id", "=", "vouchers.client_id").as("owner"),
        sql<number>`case when vouchers.client_id in ${"usableBy" in which ? clientOf(db, which.usableBy) : sql`('')`} then 1 else 0 end`.as(
          "is_own",
        ),
      ]),
    )
    .select(["vat_kind", "vat_rate", "expires_on", "ending", GONE.as("gone"), USED.as("used"), DISPUTES.as("disputes")])
    .orderBy("vouchers.at", "desc")
    .orderBy("vouchers.id")
    .limit(MOST);
  if ("ids" in which) query = query.where("vouchers.id", "in", [...which.ids]);
  else if ("clientId" in which) query = query.where("vouchers.client_id", "=", which.clientId);
  else if ("usableBy" in which) {
    const me = clientOf(db, which.usableBy);
    query = query.where((one) =>
      one.or([one("vouchers.client_id", "in", me), one("vouchers.id", "in", sharedWith(db, me))]),
    );
  } else if ("billId" in which) query = query.where("item_id", "in", itemsOf(db, which.billId));
  else {
    query = query.where("vouchers.seller_id", "in", [...which.sellerIds]);
    if (which.ending) query = query.where("ending", "=", which.ending);
  }
  return (await query.execute()).map((row) => ({
    id: row.id,
    sellerId: row.seller_id,
    clientId: row.client_id,
    kind: row.kind,
    title: row.title,
    facePence: row.face_pence,
    sessions: row.sessions,
    serviceId: row.service_id,
    vatKind: row.vat_kind,
    vatRate: row.vat_rate,
    expiresOn: row.expires_on,
    ending: row.ending,
    buyer: row.buyer,
    ...("usableBy" in which && { owner: row.is_own ? null : (row.owner ?? "Someone") }),
    leftPence: row.face_pence - Number(row.gone),
    leftSessions: (row.sessions ?? 0) - Number(row.used),
    isDisputed: Number(row.disputes) > 0,
  }));
}

const clientOf = (db: Queries, who: Person) =>
  "clientId" in who
    ? db.selectFrom("clients").select("id").where("id", "=", who.clientId)
    : db
        .selectFrom("client_keys")
        .select("client_id as id")
        .where("kind", "=", "account")
        .where("value", "=", who.userId);

/** The courses that others let this client use. */
const sharedWith = (db: Queries, me: ReturnType<typeof clientOf>) =>
  db
    .selectFrom("voucher_shares")
    .innerJoin("client_keys", "client_keys.value", "voucher_shares.email")
    .select("voucher_id")
    .where("client_keys.kind", "=", "email")
    .where("client_keys.client_id", "in", me);

const itemsOf = (db: Queries, billId: string) => db.selectFrom("bill_items").select("id").where("bill_id", "=", billId);

export async function getVoucher(db: Queries, id: string): Promise<Voucher | null> {
  return (await listVouchers(db, { ids: [id] }))[0] ?? null;
}

export async function getVoucherByCode(db: Queries, code: string): Promise<Voucher | null> {
  const known = db.selectFrom("voucher_codes").select("voucher_id").where("code_hash", "=", hashOf(code));
  const row = await known.executeTakeFirst();
  return row ? getVoucher(db, row.voucher_id) : null;
}

/** What stands to a client's name, or is shared with them, and can pay at an appointment of this seller. */
export async function listSpendable(
  db: Queries,
  { clientId, ...at }: { clientId: string | null; today: string; sellerId: string; serviceId: string },
): Promise<Voucher[]> {
  const own = clientId === null ? [] : await listVouchers(db, { usableBy: { clientId } });
  return own.filter((voucher) => refusalOfVoucher(voucher, at) === null);
}

export type SpentVoucher = Cover & { voucher: Voucher };

type Found =
  | (SpentVoucher & { kind: "covers" })
  | { kind: "conflict"; message: string }
  | { kind: "invalid"; errors: TakingErrors };

/** What the voucher of a taking pays, within its seller's lock; null: it names none. */
export async function findCover(
  tx: Tx,
  { spend, lines, tipPence }: Pick<Taking, "spend" | "lines" | "tipPence">,
  at: {
    toPay: number;
    sellerId: string;
    today: string;
    clientId: string | null;
    service: { id: string; pence: number; billId: string | null };
  },
): Promise<Found | null> {
  if (!spend) return null;
  const invalid = (voucher: string): Found => ({ kind: "invalid", errors: { voucher } });
  const voucher = await getVoucher(tx, spend.voucherId);
  if (!voucher) return invalid("We don’t know this voucher. Check its code.");
  if (!(await mayUse(tx, voucher, at.clientId)))
    return invalid("This course is another client’s. They can share it from their account, or here on its page.");
  const left = leftInWords(voucher);
  const change = await lastMove(tx, voucher.id);
  const changed: Found = { kind: "conflict", message: `${change ?? "This voucher has changed."} Now ${left}.` };
  if (spend.seenLeft !== null && spend.seenLeft !== left) return changed;
  const refusal = refusalOfVoucher(voucher, { ...at, serviceId: at.service.id });
  if (refusal) return change && voucher.leftPence === 0 ? changed : invalid(refusal);
  if (spend.pence !== null && spend.pence <= 0) return invalid("Enter how much the voucher pays.");
  if (voucher.kind === "money" && (spend.pence ?? 0) > voucher.leftPence) {
    return change ? changed : invalid(`There is ${priceInFull(voucher.leftPence)} on this voucher.`);
  }
  const servicePence = voucher.kind === "course" ? await openServicePence(tx, at.service) : 0;
  if (servicePence === null) return invalid("A course has paid for this appointment before.");
  const own = await sellerRate(tx, at.sellerId);
  const [rate = null] = own === null ? [] : await listServiceRates(tx, { own, serviceId: at.service.id });
  const cover = coverOf(voucher, { toPay: at.toPay, servicePence, rate, most: spend.pence });
  if (cover.coveredPence <= 0) return invalid("Nothing is left to pay.");
  const rest = at.toPay - cover.coveredPence;
  if (sum(lines) - tipPence > rest) {
    return { kind: "invalid", errors: { amount: `Only ${priceInFull(rest)} is left to pay.` } };
  }
  return { kind: "covers", voucher, ...cover };
}

/** A course without a code stands to its client's name: nobody else uses it, unless they share it. */
async function mayUse(tx: Tx, { id, kind, clientId, ending }: Voucher, by: string | null): Promise<boolean> {
  if (kind === "money" || clientId === null || ending !== null || clientId === by) return true;
  return by !== null && (await listVouchers(tx, { usableBy: { clientId: by } })).some((one) => one.id === id);
}

/** What a course may cover of an appointment; null: one has. */
async function openServicePence(tx: Tx, { pence, billId }: { pence: number; billId: string | null }) {
  if (billId === null) return pence;
  const { used } = await tx
    .selectFrom("voucher_moves")
    .select((all) => all.fn.sum<number>("sessions").as("used"))
    .where("bill_id", "=", billId)
    .executeTakeFirstOrThrow();
  return Number(used ?? 0) > 0 ? null : pence;
}

async function lastMove(tx: Tx, voucherId: string): Promise<string | null> {
  const move = await tx
    .selectFrom("voucher_moves")
    .innerJoin("ledger_entries", "ledger_entries.row_id", "voucher_moves.id")
    .select(["move", "pence", "sessions"])
    .where("voucher_id", "=", voucherId)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!move) return null;
  if (move.pence <= 0) return "Someone has just put something back on it.";
  if (move.move !== "spent") return `It has ${move.move === "expired" ? "expired" : "been given back"}.`;
  return move.sessions > 0
    ? "Someone has just used a session of it."
    : `Someone has just used ${priceInFull(move.pence)} of it.`;
}

type NewMove = {
  voucherId: string;
  billId: string | null;
  move: "spent" | "returned" | "expired";
  pence: number;
  sessions: number;
  reason: string | null;
};

export async function addMove({ ledger, by, takingId, day }: Writing, move: NewMove): Promise<void> {
  const { voucherId, billId, ...same } = move;
  const keys = { id: newId(), seller_id: ledger.sellerId, voucher_id: voucherId, bill_id: billId, taking_id: takingId };
  await record(ledger, "voucher_moves", [{ ...keys, ...same, counters: null, day, ...by }]);
}

export async function recordSpent(
  writing: Writing,
  { billId, cover: { voucher, pence, sessions } }: { billId: string; cover: SpentVoucher },
): Promise<void> {
  await addMove(writing, { voucherId: voucher.id, billId, move: "spent", pence, sessions, reason: null });
}

/** Whether something of a voucher that a taking sold was used or given back since. */
export async function isSoldVoucherUsed(tx: Tx, takingId: string): Promise<boolean> {
  const sold = tx.selectFrom("vouchers").select("id").where("taking_id", "=", takingId);
  const { pence, sessions } = await tx
    .selectFrom("voucher_moves")
    .select((all) => [all.fn.sum<number>("pence").as("pence"), all.fn.sum<number>("sessions").as("sessions")])
    .where("voucher_id", "in", sold)
    .executeTakeFirstOrThrow();
  return Number(pence ?? 0) !== 0 || Number(sessions ?? 0) !== 0;
}

/** Whether a bill is for a voucher or course, among other things. */
export async function sellsVoucher(tx: Tx, billId: string): Promise<boolean> {
  const item = tx.selectFrom("bill_items").select("id").where("bill_id", "=", billId).where("item", "=", "voucher");
  return (await item.limit(1).executeTakeFirst()) !== undefined;
}

/** Puts what a taking spent back on its voucher, and ends the vouchers that it sold. */
export async function counterVouchers(writing: Writing, takingId: string): Promise<void> {
  const { ledger, by, day } = writing;
  const { tx } = ledger;
  const moves = await tx
    .selectFrom("voucher_moves")
    .selectAll()
    .where("taking_id", "=", takingId)
    .where("counters", "is", null)
    .orderBy("id")
    .execute();
  const fresh = { ...by, day, taking_id: writing.takingId, reason: null };
  await record(
    ledger,
    "voucher_moves",
    moves.map((row) => {
      const back = { pence: 0 - row.pence, sessions: 0 - row.sessions };
      return { ...row, ...fresh, ...back, id: newId(), counters: row.id };
    }),
  );
  const sold = await tx.selectFrom("vouchers").selectAll().where("taking_id", "=", takingId).orderBy("id").execute();
  for (const { id, face_pence, sessions } of sold) {
    await addMove(writing, {
      ...{ voucherId: id, billId: null, move: "returned" },
      ...{ pence: face_pence, sessions: sessions ?? 0, reason: null },
    });
    await tx.deleteFrom("voucher_codes").where("voucher_id", "=", id).execute();
  }
}

/** The VAT of all that a voucher of this seller could buy; null: exempt. `own`: theirs. */
export async function listVatRates(
  tx: Queries,
  { sellerId, own }: { sellerId: string; own: number },
): Promise<(number | null)[]> {
  const products = await tx
    .selectFrom("products")
    .select("vat_rate")
    .distinct()
    .where("seller_id", "=", sellerId)
    .where("kind", "=", "product")
    .where("on_sale", "=", 1)
    .execute();
  return [...(await listServiceRates(tx, { own })), ...products.map(({ vat_rate }) => vat_rate ?? own)];
}

/** Whose own sales a seller's are; null: the practice's. */
export async function ownerOf(db: Queries, sellerId: string): Promise<string | null> {
  const row = await db.selectFrom("sellers").select("therapist_id").where("id", "=", sellerId).executeTakeFirst();
  return row?.therapist_id ?? null;
}
