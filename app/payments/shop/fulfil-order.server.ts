import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import { record } from "#app/payments/ledger.server.ts";
import { courseOf, getOrder, giftSecretOf, type Order, SUBJECT, sendAt } from "#app/payments/shop/orders.db.server.ts";
import { addVoucher, vatOfCourse, vatOfVoucher } from "#app/payments/shop/sell.server.ts";
import { courseBought, giftVoucher, voucherBought } from "#app/payments/shop/voucher.mail.tsx";
import type { Writing } from "#app/payments/take-payment.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type Paid = { linkId: string; paymentId: string; pence: number };

/**
 * Sells the voucher that a link's order waits for, within the payment's own transaction. Returns what of the payment it
 * took: nothing where the order has its voucher, or is gone.
 */
export async function fulfilOrder(
  writing: Writing,
  app: AppContext,
  { linkId, paymentId, pence }: Paid,
): Promise<number> {
  const { ledger, by, takingId } = writing;
  const { tx, sellerId } = ledger;
  // The seller's ledger is held: nobody else fulfils it meanwhile.
  const order = await getOrder(tx, { linkId });
  if (order?.state !== "waiting" || order.pence !== pence) return 0;
  const { moneyRules, bookingRules } = (await readPractice(app, tx)).settings;
  const billId = newId();
  const course = courseOf(order);
  const clientId = course ? await buyerOf(tx, order, by.at) : null;
  await record(ledger, "bills", [
    { id: billId, seller_id: sellerId, client_id: clientId, appointment_id: null, ...by },
  ]);
  const { id: voucherId } = await addVoucher(writing, {
    ...{ billId, clientId, kind: course ? "course" : "money", text: order.title, facePence: pence, note: null },
    ...{ sessions: course?.sessions ?? null, serviceId: course?.serviceId ?? null },
    vat: course ? await vatOfCourse(tx, sellerId, course.serviceId) : await vatOfVoucher(tx, sellerId),
    months: course?.months ?? moneyRules.voucherMonths,
  });
  const keys = { id: newId(), seller_id: sellerId, payment_id: paymentId, bill_id: billId, taking_id: takingId };
  await record(ledger, "allocations", [{ ...keys, pence, ...by }]);
  const paid = {
    state: "paid",
    voucher_id: voucherId,
    paid_at: by.at,
    // Nobody opens a course by an address.
    gift_hash: course ? null : hashOf(giftSecretOf(app, order)),
  } as const;
  await tx.updateTable("voucher_orders").set(paid).where("id", "=", order.id).execute();
  const subject = { kind: SUBJECT, id: order.id };
  const mails = [(course ? courseBought : voucherBought).message(subject, { orderId: order.id })];
  if (order.recipient_email !== null) {
    const runAt = sendAt(order, { now: by.at, zone: bookingRules.zone });
    mails.push({ ...giftVoucher.message(subject, { orderId: order.id, issue: order.issue }), runAt });
  }
  await enqueue(tx, mails, by.at);
  return pence;
}

/** The client to whose name a course stands: who was signed in, or who has the address that it was bought with. */
async function buyerOf(tx: Tx, order: Order, now: number): Promise<string> {
  const known = tx
    .selectFrom("clients")
    .select("id")
    .where("id", "=", order.client_id ?? "");
  const found = await known.where("erased_at", "is", null).executeTakeFirst();
  if (found) return found.id;
  const { buyer_name: name, buyer_email: email } = order;
  return (await clientFor(tx, { by: "person", userId: null, name, email, phone: null }, now)).id;
}
