import { sql } from "kysely";
import { forgetAbout } from "#app/mail/mails-to-person.db.server.ts";
import { forgetCardsOf } from "#app/payments/online/kept-cards.server.ts";
import { exportBuyers, forgetBuyers } from "#app/payments/shop/orders.jobs.server.ts";
import { forgetShares, listShares } from "#app/payments/shop/share-course.server.ts";
import { listVouchers } from "#app/payments/shop/vouchers.db.server.ts";
import { STATEMENT } from "#app/payments/statements.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { type Person, type PersonalData, toIso } from "#app/platform/personal-data.server.ts";

export const paymentData: PersonalData = {
  export: async (db, { clientId, addresses }) => ({ money: await exportMoney(db, { clientId, addresses }) }),
  merge: movePayments,
  async forget(tx, { clientId, addresses }, now) {
    await forgetWords(tx, clientId);
    await forgetStatements(tx, clientId);
    await tx.deleteFrom("money_requests").where("client_id", "=", clientId).execute();
    await tx.deleteFrom("imported_prices").where("client_id", "=", clientId).execute();
    await forgetLinks(tx, clientId);
    await tx.deleteFrom("prepay_lifts").where("client_id", "=", clientId).execute();
    await forgetCardsOf(tx, clientId, now);
    await tx.updateTable("voucher_orders").set({ client_id: null }).where("client_id", "=", clientId).execute();
    await forgetShares(tx, { clientId, addresses });
    await forgetBuyers(tx, addresses, now);
    return {};
  },
};

async function exportMoney(db: Queries, { clientId, addresses }: Pick<Person, "clientId" | "addresses">) {
  const bills = await db
    .selectFrom("bills")
    .innerJoin("bill_items", "bill_items.bill_id", "bills.id")
    .select(["bills.appointment_id", "bill_items.text", "bill_items.pence", "bill_items.reason", "bill_items.at"])
    .where("bills.client_id", "=", clientId)
    .orderBy("bill_items.at")
    .orderBy("bill_items.id")
    .execute();
  const payments = await db
    .selectFrom("payments")
    .select(["at", "method", "pence", "tip_pence", "reason"])
    .where("client_id", "=", clientId)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const fees = await db
    .selectFrom("fees")
    .innerJoin("appointments", "appointments.id", "fees.appointment_id")
    .select(["fees.appointment_id as appointment", "fees.occasion", "fees.state", "fees.pence"])
    .select(["fees.words", "fees.reason", "fees.at"])
    .where("appointments.client_id", "=", clientId)
    .orderBy("fees.at")
    .execute();
  const vouchers = await listVouchers(db, { clientId });
  const shares = await listShares(
    db,
    vouchers.map(({ id }) => id),
  );
  const requests = await db
    .selectFrom("money_requests")
    .select(["at", "command as what", "pence", "reason", "state"])
    .where("client_id", "=", clientId)
    .orderBy("at")
    .execute();
  const links = await db
    .selectFrom("pay_links")
    .leftJoin("prepayments", "prepayments.link_id", "pay_links.id")
    .select(["pay_links.at", "mailed_at", "withdrawn_at", "prepayments.words", "prepayments.request"])
    .where("client_id", "=", clientId)
    .orderBy("pay_links.at")
    .execute();
  const waived = await db
    .selectFrom("waived_prepayments")
    .innerJoin("appointments", "appointments.id", "waived_prepayments.appointment_id")
    .select(["waived_prepayments.pence", "waived_prepayments.reason", "waived_prepayments.at"])
    .where("appointments.client_id", "=", clientId)
    .orderBy("waived_prepayments.at")
    .execute();
  const disputes = await db
    .selectFrom("disputes")
    .innerJoin("pay_pages", "pay_pages.id", "disputes.page_id")
    .innerJoin("pay_links", "pay_links.id", "pay_pages.link_id")
    .select(["disputes.began_at", "disputes.pence", "disputes.reason", "disputes.state"])
    .where("pay_links.client_id", "=", clientId)
    .orderBy("disputes.began_at")
    .execute();
  const cards = await exportCards(db, clientId);
  const ordered = await exportBuyers(db, addresses);
  const lift = db.selectFrom("prepay_lifts").select("at").where("client_id", "=", clientId);
  const lifted = await lift.executeTakeFirst();
  return {
    ...(cards.length > 0 && { keptCards: cards }),
    ...(disputes.length > 0 && {
      disputes: disputes.map(({ began_at, ...one }) => ({ at: toIso(began_at), ...one })),
    }),
    ...(ordered.length > 0 && { vouchersOnline: ordered.map(({ at, ...one }) => ({ at: toIso(at), ...one })) }),
    paysFirstNoMoreSince: lifted ? toIso(lifted.at) : null,
    waivedPrepayments: waived.map(({ at, ...one }) => ({ at: toIso(at), ...one })),
    payLinks: links.map(({ at, mailed_at, withdrawn_at, words, request }) => ({
      ...(words !== null && { readWhenBooking: words, request }),
      ...{ at: toIso(at), mailedAt: mailed_at && toIso(mailed_at), withdrawnAt: withdrawn_at && toIso(withdrawn_at) },
    })),
    requests: requests.map(({ at, ...request }) => ({ at: toIso(at), ...request })),
    vouchers: vouchers.map(({ id, title, facePence, leftPence, leftSessions, expiresOn }) => ({
      ...{ title, pence: facePence, leftPence, leftSessions, expiresOn },
      sharedWith: shares.flatMap(({ voucherId, email }) => (voucherId === id ? email : [])),
    })),
    fees: fees.map(({ at, ...fee }) => ({ at: toIso(at), ...fee })),
    items: bills.map(({ at, appointment_id, ...item }) => ({ at: toIso(at), appointment: appointment_id, ...item })),
    payments: payments.map(({ at, tip_pence, ...paid }) => ({ at: toIso(at), ...paid, tipPence: tip_pence })),
  };
}

/** With what was agreed and charged. The provider's own ids open nothing for anyone else. */
async function exportCards(db: Queries, clientId: string) {
  const cards = await db
    .selectFrom("kept_cards")
    .select(["id", "brand", "last4", "expires", "at", "removed_at"])
    .where("client_id", "=", clientId)
    .orderBy("at")
    .execute();
  const ids = cards.map(({ id }) => id);
  if (ids.length === 0) return [];
  const agreements = await db
    .selectFrom("card_agreements")
    .select(["card_id", "appointment_id as appointment", "cap_pence as mostPence", "words", "at"])
    .where("card_id", "in", ids)
    .orderBy("at")
    .execute();
  const charges = await db
    .selectFrom("card_charges")
    .innerJoin("pay_pages", "pay_pages.id", "card_charges.page_id")
    .select(["card_charges.card_id", "card_charges.appointment_id as appointment", "pay_pages.pence"])
    .select(["card_charges.state", "card_charges.reason", "card_charges.at"])
    .where("card_charges.card_id", "in", ids)
    .orderBy("card_charges.at")
    .execute();
  const ofCard = <Row extends { card_id: string; at: number }>(rows: readonly Row[], id: string) =>
    rows.filter(({ card_id }) => card_id === id).map(({ card_id: _card, at, ...row }) => ({ ...row, at: toIso(at) }));
  return cards.map(({ id, at, removed_at, ...card }) => ({
    ...{ ...card, at: toIso(at), removedAt: removed_at && toIso(removed_at) },
    ...{ agreements: ofCard(agreements, id), charges: ofCard(charges, id) },
  }));
}

/** A merged client's money follows. Whose it is stands in no seal. */
async function movePayments(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable("bills").set({ client_id: to }).where("client_id", "=", from).execute();
  await tx.updateTable("payments").set({ client_id: to }).where("client_id", "=", from).execute();
  await tx.updateTable("vouchers").set({ client_id: to }).where("client_id", "=", from).execute();
  await tx.updateTable("voucher_orders").set({ client_id: to }).where("client_id", "=", from).execute();
  await tx.updateTable("imported_prices").set({ client_id: to }).where("client_id", "=", from).execute();
  await tx.updateTable("money_requests").set({ client_id: to }).where("client_id", "=", from).execute();
  await tx.updateTable("pay_links").set({ client_id: to }).where("client_id", "=", from).execute();
  await tx.updateTable("kept_cards").set({ client_id: to }).where("client_id", "=", from).execute();
  await tx.updateTable("statements").set({ client_id: to }).where("client_id", "=", from).execute();
  const kept = tx.selectFrom("prepay_lifts").select("client_id").where("client_id", "=", to);
  if (await kept.executeTakeFirst()) await tx.deleteFrom("prepay_lifts").where("client_id", "=", from).execute();
  else await tx.updateTable("prepay_lifts").set({ client_id: to }).where("client_id", "=", from).execute();
}

/** The pages at the provider stay with their amounts: they prove what the ledger says. */
async function forgetLinks(tx: Tx, clientId: string): Promise<void> {
  const links = tx.selectFrom("pay_links").select("id").where("client_id", "=", clientId);
  await forgetAbout(
    tx,
    "money",
    (await links.execute()).map(({ id }) => id),
  );
  const ended = { client_id: null, withdrawn_at: sql<number>`coalesce(withdrawn_at, at)` };
  await tx.updateTable("pay_links").set(ended).where("client_id", "=", clientId).execute();
}

/** A statement is a copy of what the ledger says, so it goes with the mails of it. */
async function forgetStatements(tx: Tx, clientId: string): Promise<void> {
  const gone = await tx.deleteFrom("statements").where("client_id", "=", clientId).returning("id").execute();
  await forgetAbout(
    tx,
    STATEMENT,
    gone.map(({ id }) => id),
  );
}

/**
 * Takes what was written about a client out of the ledger, with its salts: the digests tell nothing any more, and the
 * chain still verifies. Amounts stay, and so does the name on receipts, as the tax rules ask.
 */
async function forgetWords(tx: Tx, clientId: string): Promise<void> {
  const bills = tx.selectFrom("bills").select("id").where("client_id", "=", clientId);
  const items = tx.selectFrom("bill_items").select("id").where("bill_id", "in", bills);
  const payments = tx.selectFrom("payments").select("id").where("client_id", "=", clientId);
  const vouchers = tx.selectFrom("vouchers").select("id").where("client_id", "=", clientId);
  const moves = tx.selectFrom("voucher_moves").select("id").where("voucher_id", "in", vouchers);
  for (const rows of [vouchers, moves]) {
    await tx.updateTable("ledger_entries").set({ salt: null }).where("row_id", "in", rows).execute();
  }
  await tx.updateTable("voucher_moves").set({ reason: null }).where("voucher_id", "in", vouchers).execute();
  await tx.updateTable("vouchers").set({ note: null }).where("client_id", "=", clientId).execute();
  await tx.updateTable("ledger_entries").set({ salt: null }).where("row_id", "in", items).execute();
  await tx.updateTable("ledger_entries").set({ salt: null }).where("row_id", "in", payments).execute();
  await tx.updateTable("bill_items").set({ reason: null }).where("bill_id", "in", bills).execute();
  const own = tx.selectFrom("appointments").select("id").where("client_id", "=", clientId);
  await tx.updateTable("fees").set({ reason: null }).where("appointment_id", "in", own).execute();
  await tx.updateTable("waived_prepayments").set({ reason: null }).where("appointment_id", "in", own).execute();
  await tx.updateTable("payments").set({ reason: null }).where("client_id", "=", clientId).execute();
}
