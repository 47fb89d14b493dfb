import { sql } from "kysely";
import { CANCEL_UNDO_MS } from "#app/appointments/cancel.server.ts";
import { keepByRule, MISSED_MS } from "#app/payments/fees.server.ts";
import { openLedger, record } from "#app/payments/ledger.server.ts";
import { getLink } from "#app/payments/online/pay-links.db.server.ts";
import { getPrepaid, type Prepaid, pagesOf } from "#app/payments/online/prepaid.server.ts";
import { restOf } from "#app/payments/take-back.server.ts";
import { openDayOf, type Writing } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, actorName, may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const AT_ONCE = 20;

/**
 * What was paid at booking for an appointment that is cancelled, or was missed: the rule's part is kept, and the rest goes
 * back to the card by itself, or waits for a press if the owner chose that. Not before the practice can no longer undo the
 * cancellation. What was charged to a kept card, and is a fee no more, goes back alike.
 */
export async function settlePrepaid(app: AppContext): Promise<void> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const due = await db
    .selectFrom("prepayments")
    .innerJoin("appointments", "appointments.id", "prepayments.appointment_id")
    .leftJoin("cancellations", "cancellations.appointment_id", "appointments.id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select("appointments.id")
    .where("prepayments.state", "=", "paid")
    .where(
      sql<boolean>`(prepayments.kind = 'card' or case when lower(appointments.status) = 'cancelled'
        then cancellations.at <= ${now - CANCEL_UNDO_MS}
        else coalesce(attendances.state, '') = 'missed' and appointments.ends_at <= ${now - MISSED_MS} end)`,
    )
    .orderBy("appointments.id")
    .limit(AT_ONCE)
    .execute();
  for (const { id } of due) await settleOne(app, id);
}

async function settleOne(app: AppContext, appointmentId: string): Promise<void> {
  await app.db.kysely.transaction().execute(async (tx) => {
    const paid = await listPaid(tx, appointmentId);
    const { settings } = await readPractice(app, tx);
    // A voucher may have paid all of it.
    const link = await getLink(tx, (await getPrepaid(tx, { appointmentId }))?.link_id ?? "");
    if (!link || !(await changeState(tx, appointmentId, { from: "paid", to: "settled" }))) return;
    const at = app.clock.now();
    const writing = await openWriting(tx, {
      sellerId: link.seller_id,
      by: { at, actor: "system" },
      zone: settings.bookingRules.zone,
    });
    await keepByRule(writing, app, appointmentId);
    if (settings.moneyRules.sendsRefunds) await sendBack(writing, paid);
    else if ((await freeOf(tx, paid)) > 0) await changeState(tx, appointmentId, { from: "settled", to: "due" });
  });
}

type Paid = { paymentId: string; sellerId: string };

/**
 * What was paid at booking, or charged to a card. Two pages may have been paid: which of them is kept, and which went back
 * at once, is the ledger's to say.
 */
async function listPaid(db: Queries, appointmentId: string): Promise<Paid[]> {
  const rows = await db
    .selectFrom("pay_pages")
    .select(["payment_id", "seller_id"])
    .where("payment_id", "is not", null)
    .where("id", "in", pagesOf(db, appointmentId))
    .execute();
  return rows.flatMap(({ payment_id, seller_id }) =>
    payment_id ? [{ paymentId: payment_id, sellerId: seller_id }] : [],
  );
}

type States = Record<"from" | "to", Prepaid["state"]>;

/** Whether this transaction changed it. */
async function changeState(tx: Tx, appointmentId: string, { from, to }: States): Promise<boolean> {
  const found = tx.updateTable("prepayments").set({ state: to }).where("appointment_id", "=", appointmentId);
  return Number((await found.where("state", "=", from).executeTakeFirst()).numUpdatedRows) === 1;
}

type Opening = { sellerId: string; by: Writing["by"]; zone: string };

async function openWriting(tx: Tx, { sellerId, by, zone }: Opening): Promise<Writing> {
  const ledger = await openLedger(tx, sellerId);
  const day = await openDayOf(tx, { sellerId, day: localDateOf(by.at, zone) });
  return { ledger, by, takingId: newId(), day };
}

/** Counters what no bill has of these payments: `record` sends it to what paid. Returns how much. */
async function sendBack(writing: Writing, paid: readonly Paid[]): Promise<number> {
  const { ledger, by, day } = writing;
  let sent = 0;
  for (const payment of await listPayments(ledger.tx, paid)) {
    const { free } = await restOf(ledger.tx, payment);
    if (free === 0) continue;
    sent += free;
    const back = { ...payment, ...by, id: newId(), taking_id: newId(), day, pence: -free, tip_pence: 0 };
    await record(ledger, "payments", [{ ...back, tip_therapist_id: null, counters: payment.id, reason: NOT_KEPT }]);
  }
  return sent;
}

const NOT_KEPT = "Not kept, as the appointment is off";

function listPayments(db: Queries, paid: readonly Paid[]) {
  const ids = paid.map(({ paymentId }) => paymentId);
  return db.selectFrom("payments").selectAll().where("id", "in", ids).orderBy("id").execute();
}

async function freeOf(tx: Tx, paid: readonly Paid[]): Promise<number> {
  let pence = 0;
  for (const payment of await listPayments(tx, paid)) pence += (await restOf(tx, payment)).free;
  return pence;
}

/** What is due back of an appointment that was paid online, and waits for a press. */
export type DueRefund = { appointmentId: string; name: string; start: number; pence: number };

const MOST = 100;

/** The oldest appointment first. */
export async function listDueRefunds(app: AppContext): Promise<DueRefund[]> {
  return app.db.kysely.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom("prepayments")
      .innerJoin("appointments", "appointments.id", "prepayments.appointment_id")
      .select(["appointments.id", "appointments.name", "appointments.starts_at"])
      .where("prepayments.state", "=", "due")
      .orderBy("appointments.starts_at")
      .orderBy("appointments.id")
      .limit(MOST)
      .execute();
    const due: DueRefund[] = [];
    for (const { id, name, starts_at: start } of rows) {
      due.push({ appointmentId: id, name: name ?? "Unknown", start, pence: await freeOf(tx, await listPaid(tx, id)) });
    }
    return due;
  });
}

export function selectDueRefunds(db: Queries) {
  return db
    .selectFrom("prepayments")
    .select((all) => all.fn.countAll<number>().as("refundsDue"))
    .where("state", "=", "due");
}

export type SendRefundOutcome = { kind: "changed" } | { kind: "conflict"; message: string } | { kind: "not-found" };

/** Sends what is due back of an appointment to the card that paid. A second press sends nothing. */
export async function sendDueRefund(
  app: AppContext,
  actor: Actor,
  { appointmentId, pence }: { appointmentId: string; pence: number },
): Promise<SendRefundOutcome> {
  if (!may(actor, "change", "settings")) return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx): Promise<SendRefundOutcome> => {
    const paid = await listPaid(tx, appointmentId);
    const [first] = paid;
    if (!first) return { kind: "not-found" };
    const { zone } = (await readPractice(app, tx)).settings.bookingRules;
    const by = { at: app.clock.now(), actor: actorName(actor) };
    const writing = await openWriting(tx, { sellerId: first.sellerId, by, zone });
    const free = await freeOf(tx, paid);
    if (free > 0 && free !== pence) {
      return { kind: "conflict", message: `${priceInFull(free)} is due now. Check the amount, then send it.` };
    }
    if (!(await changeState(tx, appointmentId, { from: "due", to: "settled" }))) {
      return { kind: "conflict", message: "This was sent before. Nothing has changed." };
    }
    await sendBack(writing, paid);
    return { kind: "changed" };
  });
}
