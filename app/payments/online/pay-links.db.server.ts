import type { Appointment } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { type Bill, getBillOf } from "#app/payments/bills.db.server.ts";
import { getOrder } from "#app/payments/shop/orders.db.server.ts";
import { listMissed, owedFor } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";

export type PayLink = Omit<LedgerTables["pay_links"], "appointments"> & { appointmentIds: string[] };

/** Derived from the server's secret: the link can be shown and mailed again although only its hash is stored. */
export function payUrlOf(app: Pick<AppContext, "secret" | "config">, linkId: string): string {
  return `${app.config.publicUrl}/pay/${secretOf(app, linkId)}`;
}

/** Where whoever buys a voucher pays for it, and changes things afterwards. */
export function orderUrlOf(app: Pick<AppContext, "secret" | "config">, linkId: string): string {
  return `${app.config.publicUrl}/vouchers/order/${secretOf(app, linkId)}`;
}

/** A link without appointments is paid for a voucher. */
export const isOrder = ({ appointmentIds }: Pick<PayLink, "appointmentIds">) => appointmentIds.length === 0;

export const secretOf = ({ secret }: Pick<AppContext, "secret">, linkId: string) =>
  deriveSecret(secret, `pay-link:${linkId}`);

type Stored = LedgerTables["pay_links"];
export const linkOf = ({ appointments, ...row }: Stored): PayLink => ({
  ...row,
  appointmentIds: JSON.parse(appointments),
});

/** Null for a wrong or truncated secret alike. */
export async function findLink(db: Queries, secret: string): Promise<PayLink | null> {
  const row = db.selectFrom("pay_links").selectAll().where("secret_hash", "=", hashOf(secret));
  const found = await row.executeTakeFirst();
  return found ? linkOf(found) : null;
}

export async function getLink(db: Queries, id: string): Promise<PayLink | null> {
  const found = await db.selectFrom("pay_links").selectAll().where("id", "=", id).executeTakeFirst();
  return found ? linkOf(found) : null;
}

/** What is owed for an appointment to the link's seller. */
export type Due = { appointment: Appointment; bill: Bill | null; pence: number };

/**
 * In the link's order. What another seller has billed meanwhile is theirs, and what was deleted is owed no more. A link
 * for a part of the price asks for what of that part is not paid yet.
 */
export async function listDue(
  db: Queries,
  { appointmentIds, seller_id, pence: most }: Pick<PayLink, "appointmentIds" | "seller_id" | "pence">,
): Promise<Due[]> {
  if (isOrder({ appointmentIds })) return [];
  const missed = await listMissed(db, appointmentIds);
  const due: Due[] = [];
  for (const id of appointmentIds) {
    const appointment = await getAppointment(db, id);
    const bill = appointment && (await getBillOf(db, id));
    if (!appointment || (bill && bill.sellerId !== seller_id)) continue;
    const owed = owedFor({ ...appointment, isMissed: missed.has(id) }, bill);
    const part = most === null ? owed : Math.min(owed, most - (bill?.paidPence ?? 0) - (bill?.spentPence ?? 0));
    due.push({ appointment, bill, pence: Math.max(0, part) });
  }
  return due;
}

/** What is to be paid by a link now, in pence. */
export async function owedBy(db: Queries, link: PayLink): Promise<number> {
  if (!isOrder(link)) return sumOf(await listDue(db, link));
  const order = await getOrder(db, { linkId: link.id });
  return order?.state === "waiting" ? order.pence : 0;
}

/** Who gets what is mailed about a link: the client as the appointment has them, or who buys a voucher. */
export async function recipientOf(
  db: Queries,
  { id, appointmentIds }: PayLink,
): Promise<{ name: string; address: string } | null> {
  if (isOrder({ appointmentIds })) {
    const { buyer_name: name, buyer_email: address } = (await getOrder(db, { linkId: id })) ?? {};
    return address ? { name: name ?? "", address } : null;
  }
  for (const id of appointmentIds) {
    const appointment = await getAppointment(db, id);
    if (appointment?.email) return { name: appointment.name ?? "", address: appointment.email };
  }
  return null;
}

export const sumOf = (due: readonly Pick<Due, "pence">[]) => due.reduce((all, { pence }) => all + pence, 0);
