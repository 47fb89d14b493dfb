import * as schedule from "#app/appointments/schedule.server.ts";
import { openLedger } from "#app/payments/ledger.server.ts";
import { findLink, listDue, sumOf } from "#app/payments/online/pay-links.db.server.ts";
import { confirmPaid, readPaidBooking } from "#app/payments/online/prepaid.server.ts";
import { LEAST_PENCE } from "#app/payments/online/provider.ts";
import { settlePage } from "#app/payments/online/settle-page.server.ts";
import { isSpendable, openByCode } from "#app/payments/shop/voucher-online.server.ts";
import { getVoucher } from "#app/payments/shop/vouchers.db.server.ts";
import { coverOf, refusalOfVoucher, type Voucher } from "#app/payments/shop/vouchers.ts";
import { addService, addSpent, makeBill, momentOf, openDayOf } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";

export type SpendOutcome =
  /** It pays here, by this press or by one before it. */
  | { kind: "changed" }
  /** Nothing is to be paid by the link: its own page says why. */
  | { kind: "nothing" }
  /** `message` null: no code that pays. */
  | { kind: "invalid"; message: string | null }
  | { kind: "limited"; retryAfterSeconds: number }
  | { kind: "not-found" };

type Press = { secret: string; typed: string; clientAddress: string };

/**
 * Takes what a voucher has off what a link's client owes, as the desk does. A page that is open at the provider is
 * closed first, or counts if it was paid; what is paid on one that could not be closed goes back by itself. A time that is
 * kept until it is paid is booked once nothing of its part is left to pay.
 */
export async function spendOnLink(app: AppContext, { secret, typed, clientAddress }: Press): Promise<SpendOutcome> {
  const db = app.db.kysely;
  const link = await findLink(db, secret);
  const moment = await momentOf(db, app);
  if (!link || !moment) return { kind: "not-found" };
  const { today } = moment;
  const sellerId = link.seller_id;
  // An order buys a voucher, and is not paid by one.
  if (link.withdrawn_at !== null || link.appointmentIds.length === 0) return { kind: "nothing" };
  const wasSpent = (on: Queries, { id }: Voucher) =>
    hasPaid(on, { voucherId: id, appointmentIds: link.appointmentIds });
  const opened = await openByCode(app, {
    ...{ typed, clientAddress },
    accepts: async (voucher) => isSpendable(voucher, today) || (await wasSpent(db, voucher)),
  });
  if (opened.kind === "limited") return opened;
  if (opened.kind === "invalid") return { kind: "invalid", message: null };
  const { voucher: known } = opened;
  if (known.sellerId !== sellerId) {
    return { kind: "invalid", message: refusalOfVoucher(known, { today, sellerId, serviceId: null }) };
  }
  await closePages(app, link.id);
  return schedule.retryOnConflict(app, async (tx, now): Promise<SpendOutcome | schedule.Conflict> => {
    const ledger = await openLedger(tx, sellerId);
    const due = await listDue(tx, link);
    const owed = sumOf(due);
    const booking = link.pence === null ? null : await readPaidBooking(tx, { linkId: link.id }, now);
    // A card is kept by its owner, and a time that was let go is paid for no more.
    const isOpen = link.pence === null || (booking?.kind === "payment" && booking.isKept);
    const voucher = await getVoucher(tx, known.id);
    const isThere = voucher !== null && isSpendable(voucher, today);
    if (owed === 0 || !isThere || !isOpen) {
      if (await wasSpent(tx, known)) return { kind: "changed" };
      return owed === 0 || !isOpen ? { kind: "nothing" } : { kind: "invalid", message: null };
    }
    const most = booking ? mostOf(voucher.leftPence, owed) : voucher.leftPence;
    if (most === 0) return { kind: "invalid", message: TOO_LITTLE };
    if (booking && most === owed) {
      const booked = await confirmPaid(tx, app, { linkId: link.id, now, pence: most });
      if (booked?.kind === "conflict") return booked;
    }
    const by = { at: moment.at, actor: "system" };
    const writing = { ledger, by, takingId: newId(), day: await openDayOf(tx, { sellerId, day: today }) };
    let leftPence = most;
    for (const { appointment, bill, pence } of due) {
      if (pence === 0 || leftPence === 0) continue;
      const clientId = link.client_id;
      const billId = bill?.id ?? (await makeBill(writing, { appointmentId: appointment.id, clientId }));
      if (!bill?.hasService && pence > (bill?.owedPence ?? 0)) await addService(writing, { billId, appointment });
      const whole = { toPay: pence, servicePence: 0, rate: null, most: null };
      const cover = coverOf({ ...voucher, leftPence }, whole);
      await addSpent(writing, { billId, cover: { ...cover, voucher } });
      leftPence -= cover.pence;
    }
    return { kind: "changed" };
  });
}

const TOO_LITTLE = "Less than £0.50 would be left to pay, and no card pays so little. Pay this by card.";

/** What a voucher pays of a time that is kept: all, or so much that a card takes the rest. */
function mostOf(leftPence: number, owed: number): number {
  return leftPence >= owed ? owed : Math.max(0, Math.min(leftPence, owed - LEAST_PENCE));
}

/** What was paid a moment ago counts first. */
async function closePages(app: AppContext, linkId: string): Promise<void> {
  const open = app.db.kysely.selectFrom("pay_pages").select("id").where("link_id", "=", linkId);
  for (const { id } of await open.where("check_at", "is not", null).orderBy("at").execute()) {
    await settlePage(app, id, { closes: true, limits: { ms: 5_000 } });
  }
}

const movesAt = (db: Queries, appointmentIds: readonly string[]) =>
  db
    .selectFrom("voucher_moves")
    .innerJoin("bills", "bills.id", "voucher_moves.bill_id")
    .where("bills.appointment_id", "in", [...appointmentIds])
    .where("voucher_moves.move", "=", "spent");

async function hasPaid(
  db: Queries,
  { voucherId, appointmentIds }: { voucherId: string; appointmentIds: readonly string[] },
): Promise<boolean> {
  const moves = movesAt(db, appointmentIds).where("voucher_moves.voucher_id", "=", voucherId);
  const { pence } = await moves
    .select((all) => all.fn.sum<number>("voucher_moves.pence").as("pence"))
    .executeTakeFirstOrThrow();
  return Number(pence ?? 0) > 0;
}

/** Whether a voucher has paid for one of these, also where it has what it paid again. */
export async function hasSpent(db: Queries, appointmentIds: readonly string[]): Promise<boolean> {
  return (await movesAt(db, appointmentIds).select("voucher_moves.id").limit(1).executeTakeFirst()) !== undefined;
}

/** What vouchers with a code have paid for these appointments, in pence. */
export async function paidByVouchers(db: Queries, appointmentIds: readonly string[]): Promise<number> {
  const moves = movesAt(db, appointmentIds).innerJoin("vouchers", "vouchers.id", "voucher_moves.voucher_id");
  const { pence } = await moves
    .where("vouchers.kind", "=", "money")
    .select((all) => all.fn.sum<number>("voucher_moves.pence").as("pence"))
    .executeTakeFirstOrThrow();
  return Number(pence ?? 0);
}
